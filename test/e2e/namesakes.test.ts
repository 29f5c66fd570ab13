import { expect, test } from "vitest";
import { adapters } from "../harness/adapter.ts";
import { Console } from "./support/console.ts";
import { ref } from "./support/declaration.ts";
import { Exports } from "./support/exports.ts";
import { hasNoChanges, up, worldOfTest } from "./support/life.ts";
import { mapping, model, prompt, provider, team } from "./support/objects.ts";
import { ok } from "./support/outcome.ts";
import type { World } from "./support/world.ts";

// The laws are those of test/contract/namesakes.test.ts. Here the engine decides what comes first, and an exported program runs.

/** What the gateway has of a table, without what it makes anew for each object. */
function contents({ gateway }: World, table: "prompts" | "mappings"): string[] {
  const models = new Map(gateway.rows("models").map(({ id, name }) => [id, name]));
  const own = ["id", "user_id", "workspace_id", "created_at", "updated_at"];
  return gateway
    .rows(table)
    .map((row) => {
      const entries = Object.entries(row).filter(([name]) => !own.includes(name));
      return JSON.stringify(entries.map(([name, value]) => [name, models.get(value) ?? value]));
    })
    .sort();
}

test("an exported account with prompts and mappings of one name is built anew on an empty one", async () => {
  const w = await worldOfTest({});
  const console = new Console(w.gateway);
  const support = await console.workspace("Support");
  const openai = await console.provider(support, "openai");
  const gpt = await console.model(support, openai, "gpt");
  const other = await console.model(support, openai, "gpt-next");
  for (const environment of ["PRODUCTION", "STAGING", null]) {
    await console.prompt(support, "tone", `Be brief in ${environment}.`, { environment });
  }
  await console.prompt(support, "tone", "Be brief and clear.", { environment: "STAGING", model_id: gpt.id });
  await console.mapping(support, "default", gpt.gateway_name, { priority: 1 });
  await console.mapping(support, "default", other.gateway_name, { priority: 2 });
  await console.mapping(support, "default", other.gateway_name, { priority: 2, is_pattern: true });
  const before = [contents(w, "prompts"), contents(w, "mappings")];
  const exports = new Exports(w);
  await exports.made("account", "--leave-keys");
  await console.remove("/workspaces", support, support);
  expect(contents(w, "prompts")).toEqual([]);
  await exports.initialized("account");
  await ok(exports.pulumi("account", ["up", "--yes"]));
  expect([contents(w, "prompts"), contents(w, "mappings")]).toEqual(before);
  await exports.hasNoChanges("account");
});

test.each(adapters)(
  "%s: a second prompt of a name is made in a component, though it stands before the first in the program",
  async (adapter) => {
    const w = await worldOfTest({ adapter, env: { TEST_INSIDE: "1" } });
    const tone = (name: string, environment: string) => prompt(name, { name: "tone", environment });
    await up(w, [team, tone("production", "PRODUCTION")]);
    const [first] = w.gateway.rows("prompts");
    await up(w, [team, tone("staging", "STAGING"), tone("production", "PRODUCTION")]);
    const rows = new Map(w.gateway.rows("prompts").map(({ id, environment }) => [environment, id]));
    expect([...rows.keys()].sort()).toEqual(["PRODUCTION", "STAGING"]);
    expect(rows.get("PRODUCTION")).toBe(first?.id);
    await hasNoChanges(w);
  },
);

test.each(adapters)(
  "%s: a chain of mappings is made in one run, and gets a new first one",
  async (adapter) => {
    const w = await worldOfTest({ adapter });
    const chain = (...targets: string[]) =>
      targets.map((target, index) =>
        mapping(target, { sourceName: "chat", targetModel: `openai/${target}`, priority: index + 1 }),
      );
    await up(w, [team, ...chain("large", "small", "tiny")]);
    await hasNoChanges(w);
    await up(w, [team, ...chain("huge", "large", "small", "tiny")]);
    await hasNoChanges(w);
    const rows = w.gateway.rows("mappings");
    expect(rows.map((row) => `${row.priority} ${row.source_name} ${row.target_model}`).sort()).toEqual([
      "1 chat openai/huge",
      "2 chat openai/large",
      "3 chat openai/small",
      "4 chat openai/tiny",
    ]);
  },
);

/** What the summary of a run says of mappings, and of its requests. */
function said(output: string): string[] {
  const lines = output
    .slice(output.lastIndexOf("Diagnostics:"))
    .matchAll(/(?:Mapping resource|\d+ requests) .*$/gm);
  return [...lines].map(([line]) => line).sort();
}

test.each(adapters)(
  "%s: an up names mappings to no model, also if models are made in the same run, and sends no request for it",
  async (adapter) => {
    const w = await worldOfTest({ adapter });
    const mappings = [
      mapping("right", { targetModel: "openai/gpt" }),
      mapping("lost", { targetModel: "openai/gpd" }),
      mapping("named", { targetModel: ref("gpt", "name") }),
    ];
    const wrong = (name: string, what: string) => `Mapping resource "${name}": targetModel is ${what}`;
    const named = wrong(
      "named",
      "the name of a Model, and not its gatewayName. Set it to the gatewayName of that Model.",
    );
    const lost = wrong(
      "lost",
      "not the gatewayName of any Model in its workspace. Did you mean `openai/gpt`?",
    );
    const made = await up(w, [team, provider("openai"), model("gpt", "openai"), ...mappings]);
    expect(said(made)).toEqual(["8 requests to the gateway", lost, named]);
    expect(said(await up(w, undefined, { refresh: true }))).toEqual([
      "4 requests to the gateway",
      lost,
      named,
    ]);
    await w.declare([
      team,
      provider("openai", { modelOptions: ["gpd"] }),
      model("gpt", "openai"),
      ...mappings,
    ]);
    expect(said(await up(w, undefined, { refresh: true })).slice(1)).toEqual([named]);
  },
);
