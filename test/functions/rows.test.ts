import { describe, expect } from "vitest";
import {
  getBudget,
  getConfig,
  getMapping,
  getModel,
  getModels,
  getPrompt,
  getPrompts,
  getUser,
  getWorkflow,
  getWorkflows,
} from "../../provider/index.js";
import { fieldsOf } from "../../provider/spec/field.js";
import type { Variants } from "../contract/support/variants.ts";
import { cases, idOf, named, placeOf, readers, rowsAt, shown, singular, test } from "./support/readers.ts";

const variants: Record<string, Variants> = {
  "as documented": {},
  "bare single objects": { single: "bare" },
  "lists without total": { total: false },
  "lists in pages": { paging: "page", pageSize: 1 },
  "answers without null and timestamps": { sparse: true },
  "answers with unknown fields": { extra: true },
  "numbers spelled as strings": { numbers: "string" },
  "odd ids": { ids: "odd" },
  "workspace_id in models": { modelWorkspaceId: true },
};

describe.each(Object.entries(variants))("%s:", (_name, variant) => {
  const sparse = variant.sparse === true;

  test.each(cases)("reads all $name, each field as it is stored, and no other fields", async (each) => {
    await using world = await readers(variant);
    const { run, reading } = each.many;
    const rows = await run(placeOf(world, reading));
    const stored = rowsAt(world, each.table, reading);
    expect(rows.map(idOf).sort()).toEqual(stored.map(({ id }) => id).sort());
    for (const row of rows) {
      const original = stored.find(({ id }) => id === idOf(row)) ?? {};
      expect(row).toMatchObject(shown(reading, original, sparse));
      expect(Object.keys(reading.result.shape)).toEqual(expect.arrayContaining(Object.keys(row)));
    }
  });

  test.each(singular)("reads one of the $name by its id", async (each) => {
    await using world = await readers(variant);
    const { run, reading } = each.one;
    const place = placeOf(world, reading);
    for (const stored of rowsAt(world, each.table, reading)) {
      const row = await run({ ...place, id: String(stored.id) });
      expect(row).toMatchObject(shown(reading, stored, sparse));
    }
  });

  test.each(named)("reads one of the $name by its $by", async (each) => {
    await using world = await readers(variant);
    const { run, reading } = each.one;
    const place = placeOf(world, reading);
    const field = fieldsOf(reading.by).find(({ name }) => name === each.by);
    for (const stored of rowsAt(world, each.table, reading)) {
      const row = await run({ ...place, [each.by]: String(stored[field?.readFrom ?? ""]) });
      expect(row).toMatchObject(shown(reading, stored, sparse));
    }
  });
});

test("concurrent reads of the account send one request", async ({ world }) => {
  const { connection } = world;
  const users = await Promise.all([getUser({ connection }), getUser({ connection })]);
  const { id, email } = world.gateway.account("owner");
  expect(users[0]).toMatchObject({ id, email, accountType: "PERSONAL", emailVerified: true });
  expect(users[1]).toEqual(users[0]);
  expect(world.asked()).toEqual(["/user"]);
});

test("a budget includes its workspace and the remaining amount", async () => {
  await using world = await readers({ numbers: "string" });
  const { workspaceId } = world.refs;
  await world.gateway.console("PATCH", `/workspaces/${workspaceId}/budget`, { budget: 100 });
  world.gateway.seed.spend(workspaceId, 30.5);
  const budget = await getBudget({ connection: world.connection, workspaceId });
  expect(budget).toEqual({ workspaceId, budget: 100, currentSpend: 30.5, remaining: 69.5 });
});

test("a fresh read sends a new request, and later reads use its result", async ({ world, place }) => {
  const before = await getPrompts(place);
  await world.make("/prompts", { workspace_id: place.workspaceId, name: "late", content: "Late." });
  expect(await getPrompts(place)).toEqual(before);
  expect(await getPrompts(place, { fresh: true })).toHaveLength(before.length + 1);
  expect(await getPrompts(place)).toHaveLength(before.length + 1);
});

test.for(["id", "name"])(
  "an object created after the list was read is found by its %s",
  async (by, { world, place }) => {
    await getPrompts(place);
    const late = { workspace_id: place.workspaceId, name: "late", content: "Late." };
    const id = await world.make("/prompts", late);
    const found = await getPrompt(by === "id" ? { ...place, id } : { ...place, name: "late" });
    expect(found).toMatchObject({ id, content: "Late." });
  },
);

test("a name that no object has fails with all existing names", async ({ place }) => {
  const [first, second] = await getPrompts(place);
  await expect(getPrompt({ ...place, name: "nonsense" })).rejects.toThrow(
    `getPrompt: no object has name "nonsense". Existing objects: ${first?.id} (\`${first?.name}\`), ${second?.id} (\`${second?.name}\`).`,
  );
});

test("a name that several objects have fails with their ids", async () => {
  await using world = await readers({ twins: true });
  const { place } = world;
  const twin = await world.make("/prompts", { workspace_id: place.workspaceId, name: "tone", content: "x" });
  await expect(getPrompt({ ...place, name: "tone" })).rejects.toThrow(
    new RegExp(`2 objects have name "tone"\\. .*${twin}.*Choose one by its id`),
  );
});

test("distinguishing fields select among prompts and mappings of one name, and the error of an ambiguous name lists them", async () => {
  await using world = await readers({ twins: true });
  const place = { connection: world.connection, workspaceId: world.refs.workspaceId };
  const inWorkspace = { workspace_id: place.workspaceId };
  const tone = { ...inWorkspace, name: "voice", content: "x" };
  const plain = await world.make("/prompts", tone);
  const staged = await world.make("/prompts", { ...tone, environment: "STAGING" });
  expect(await getPrompt({ ...place, name: "voice", environment: "STAGING" })).toMatchObject({ id: staged });
  expect(await getPrompt({ ...place, name: "voice", environment: null })).toMatchObject({ id: plain });
  await expect(getPrompt({ ...place, name: "voice" })).rejects.toThrow(
    `${staged} (\`voice\`, \`STAGING\`, null). Choose one by its id or environment or modelId`,
  );
  const chain = { ...inWorkspace, source_name: "chain", target_model: "openai/gpt" };
  const ids = [
    await world.make("/mappings", { ...chain, priority: 1 }),
    await world.make("/mappings", { ...chain, priority: 2 }),
  ];
  for (const [index, id] of ids.entries()) {
    const asked = { ...place, sourceName: "chain", priority: index + 1 };
    expect(await getMapping(asked)).toMatchObject({ id });
  }
});

test("a provider selects among models with the same name", async ({ world, place }) => {
  const { id: _id, providerId: _providerId, ...like } = await getModel({ ...place, id: world.refs.modelId });
  const id = await world.make("/models", {
    workspace_id: place.workspaceId,
    provider_id: world.refs.otherProviderId,
    name: like.name,
    display_name: like.displayName,
    type: like.type,
    input_cost: like.inputCost,
    output_cost: like.outputCost,
    context_window: like.contextWindow,
  });
  await getModels(place, { fresh: true });
  await expect(getModel({ ...place, name: "first" })).rejects.toThrow("2 objects");
  const found = await getModel({ ...place, name: "first", providerId: world.refs.otherProviderId });
  expect(found.id).toBe(id);
});

test("a name matches the form to which the gateway normalizes it", async () => {
  await using world = await readers({ canonical: true });
  const { place } = world;
  expect(await getPrompt({ ...place, name: " tone " })).toMatchObject({ name: "tone" });
});

test("an exact name takes precedence over a name that the gateway would normalize to it", async ({
  world,
  place,
}) => {
  const id = await world.make("/prompts", { workspace_id: place.workspaceId, name: "tone ", content: "x" });
  expect((await getPrompt({ ...place, name: "tone " })).id).toBe(id);
  expect((await getPrompt({ ...place, name: "tone" })).id).not.toBe(id);
});

test("graphs are returned unchanged, and those of workflows only by a single read", async ({
  world,
  place,
}) => {
  const graph = { some_key: [{ deep_key: 1 }], none: null };
  expect((await getConfig({ ...place, name: "tone" })).workflow).toEqual(graph);
  world.gateway.seed.workflow(place.workspaceId, { name: "odd", workflow: graph });
  const workflows = await getWorkflows(place);
  expect(workflows.filter((row) => "workflow" in row)).toEqual([]);
  expect((await getWorkflow({ ...place, name: "odd" })).workflow).toEqual(graph);
});

test("workflows are listed for all workspaces, for one, by a part of the name, or by both", async ({
  world,
}) => {
  const { connection } = world;
  const names = async (filter: { workspaceId?: string; name?: string }) =>
    (await getWorkflows({ connection, ...filter })).map(({ name }) => name).sort();
  const { workspaceId } = world.refs;
  expect(await names({})).toEqual(["style", "tone", "tone elsewhere"]);
  expect(await names({ workspaceId })).toEqual(["style", "tone"]);
  expect(await names({ name: "ton" })).toEqual(["tone", "tone elsewhere"]);
  expect(await names({ workspaceId, name: "ton" })).toEqual(["tone"]);
});
