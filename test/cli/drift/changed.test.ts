import { describe, expect } from "vitest";
import { withIgnored } from "../../../cli/drift/find-drift.js";
import { type Kind, offeredFields } from "../../../provider/spec/kind.js";
import { hidden, type Values } from "../../../provider/spec/values.js";
import {
  eachField,
  fullInputs,
  readableKinds,
  requiredInputs,
  secondValue,
} from "../../contract/support/samples.ts";
import { variants } from "../../contract/support/variants.ts";
import { test, type World, world } from "../../contract/support/world.ts";
import { Console } from "../../e2e/support/console.ts";
import { changes, driftOf, edit, namesIn, undeclaredDriftOf, upPrompt } from "./support/lab.ts";

const readable = ({ endpoints }: Kind) => endpoints.list !== undefined || endpoints.get !== undefined;
const echoed = eachField(
  (field, kind) => field.replace === undefined && field.writeOnly === undefined && readable(kind),
);

const gateways = [
  ...["as documented", "tidying what it stores", "answers without null and timestamps", "odd ids"],
  ...["numbers spelled as strings", "words of enumerations in another case"],
];

test.each(gateways.flatMap((variant) => readableKinds.map((each) => ({ ...each, variant }))))(
  "$name has no drift right after `up`, even in undeclared properties (gateway: $variant)",
  async ({ kind, variant }) => {
    for (const inputs of [fullInputs, requiredInputs]) {
      await using at = await world(variants[variant]);
      await at.stack.operation().up("it", kind.name, inputs(kind, at.refs));
      const none = { compared: 1, changed: [], missing: [], unmanaged: [], notes: [] };
      expect(await undeclaredDriftOf(at)).toMatchObject(none);
    }
  },
);

describe.each(["as documented", "tidying what it stores"])("on a gateway %s", (variant) => {
  test.each(echoed)(
    "a change of $title is found, and no other property of the object has drift",
    async ({ kind, field }) => {
      await using at = await world(variants[variant]);
      await at.stack.operation().up("it", kind.name, at.full(kind));
      edit(at, kind, field, secondValue(kind, at.refs, field));
      const drift = await driftOf(at);
      expect(changes(drift)).toEqual({ it: [field.name] });
      expect(drift.missing).toEqual([]);
    },
  );
});

test("a change shows both values in words, its time, the object, and the workspace", async ({ at }) => {
  const use = { type: "SYSTEM", enabled: true, position: 1 };
  await upPrompt(at, "rules", { name: "House rules", content: "Be brief.", ...use });
  await console(at, "rules", { content: "Be exact.", type: "USER", enabled: false, position: 4 });
  const [changed] = (await driftOf(at)).changed;
  const [row] = at.gateway.rows("prompts");
  expect(changed).toMatchObject({
    stack: "shop/prod",
    kind: "Prompt",
    name: "rules",
    title: "House rules",
    workspace: "first",
    id: row?.id,
    written: row?.updated_at,
  });
  expect(changed?.fields.map(({ name, words }) => `${name}: ${words}`)).toEqual([
    'content: "Be brief." → "Be exact."',
    "type: system message → user message",
    "enabled: enabled → disabled",
    "position: 1 → 4",
  ]);
});

test("changes in ignoreChanges are not drift, but other changes of the object are", async ({ at }) => {
  await upPrompt(at, "rules", { content: "Be brief.", position: 1 });
  await console(at, "rules", { content: "Be exact.", position: 4 });
  const more = { rules: { ignoreChanges: ["content"] } };
  expect(changes(await driftOf(at, { more }))).toEqual({ rules: ["position"] });
});

test("a rule with a property ignores its changes in matching objects and counts those objects", async ({
  at,
}) => {
  await upPrompt(at, "rules", { content: "Be brief.", position: 1 });
  await upPrompt(at, "tone", { content: "Be kind." });
  await console(at, "rules", { content: "Be exact.", position: 4 });
  await console(at, "tone", { content: "Be friendly." });
  const reason = "edited in the console";
  const drift = await driftOf(at, {}, [
    { kind: "Prompt", name: "ru*", property: "content", reason },
    { kind: "Model", property: "content", reason },
  ]);
  expect(changes(drift)).toEqual({ rules: ["position"], tone: ["content"] });
  expect(drift.ignored.map(({ objects }) => objects.map(({ name }) => name))).toEqual([["rules"], []]);
});

const steps = (id: string, retries: number) => ({ workflow: { steps: [{ id }], retries } });
const edited = [steps("a", 1), steps("b", 2)] as const;

test.each<[string[], Values, Values, Values]>([
  [['a["*"]'], { a: { "*": 1, b: 1 } }, { a: { "*": 2, b: 2 } }, { a: { "*": 1, b: 2 } }],
  [["list[*]"], { list: [1, 2] }, { list: [9, 9] }, { list: [1, 2] }],
  [["workflow.retries"], ...edited, steps("b", 1)],
  [['workflow["steps"][*].id', "workflow.retries"], ...edited, steps("a", 1)],
  [["workflow.steps[3].id", "workflow.none.at", "other"], ...edited, steps("b", 2)],
])("with ignoreChanges of %j, the rest of the value is still compared", (paths, before, now, expected) => {
  expect(withIgnored(paths, before, now)).toEqual(expected);
});

test("a reference to another object of the stack is shown by its name in the program", async ({ at }) => {
  const [first, second] = [await model(at, "cheap"), await model(at, "dear")];
  await upPrompt(at, "rules", { modelId: first });
  await console(at, "rules", { model_id: second });
  expect((await driftOf(at)).changed[0]?.fields.map(({ words }) => words)).toEqual(["cheap → dear"]);
});

test("a default taken over by another config is drift that `up` does not restore, even after a refresh", async () => {
  await using at = await world({ exclusiveDefault: true });
  const { workspaceId } = at.refs;
  await at.stack.up("it", "Config", { workspaceId, name: "it", isDefault: true });
  await new Console(at.gateway).config({ id: workspaceId, gateway_name: "" }, "other", { is_default: true });
  const { changed } = await driftOf(at);
  expect(changed[0]?.fields).toMatchObject([{ is: "value", name: "isDefault", before: true, after: false }]);
  expect(changed[0]?.fields[0]?.words).toMatch(
    /^the default for its workspace → not the default: a different object took over the value, .*not restore/,
  );
  await at.stack.operation().refresh();
  expect((await driftOf(at)).changed).toEqual(changed);
});

const key = "sk-canary-of-the-first-day";

async function keyed(at: World) {
  const upstream = { baseUrl: "https://a.example", priority: 1, compatibility: "OPENAI_SDK", apiKey: key };
  await at.stack.up("openai", "ModelProvider", {
    workspaceId: at.refs.workspaceId,
    name: "openai",
    ...upstream,
  });
}

test.for(["shown", "encrypted"] as const)(
  "a provider written without a visible change may have a rotated key, with secrets %s in the state",
  async (secrets, { at }) => {
    await keyed(at);
    expect((await driftOf(at, { secrets })).changed).toEqual([]);
    await console(at, "openai", { api_key: "sk-canary-of-another-day" });
    const drift = await driftOf(at, { secrets });
    expect(drift.changed.map(({ fields }) => fields)).toEqual([
      [{ is: "secret", name: "apiKey", words: expect.stringMatching(/^may have been rotated/) }],
    ]);
    expect(JSON.stringify(drift)).not.toContain("canary");
    await console(at, "openai", { priority: 2 });
    expect(changes(await driftOf(at))).toEqual({ openai: ["priority"] }); // the edit explains the write
  },
);

test("no secret value is shown, neither from the program nor repeated elsewhere by the gateway", async ({
  at,
}) => {
  await keyed(at);
  await console(at, "openai", { base_url: `https://a.example/?key=${key}`, name: "sk-canary-name" });
  const drift = await driftOf(at, { marked: { openai: ["name"] } });
  expect(changes(drift)).toEqual({ openai: ["name", "baseUrl"] });
  expect(drift.changed[0]?.fields[0]).toEqual({ is: "secret", name: "name", words: "[secret] → [secret]" });
  expect(drift.changed[0]?.fields[1]?.words).toContain("?key=[secret]");
  expect(JSON.stringify(drift)).not.toContain("canary");
});

test("values that a file has only encrypted are not compared, and a note says so", async ({ at }) => {
  await upPrompt(at, "rules");
  await console(at, "rules", { content: "b", name: "other" });
  const marked = { rules: ["content"] };
  const drift = await driftOf(at, { marked, secrets: "encrypted" });
  expect(changes(drift)).toEqual({ rules: ["name"] });
  expect(drift.notes).toEqual([
    expect.stringMatching(/^Not compared: content of Prompt rules,.*--show-secrets/),
  ]);
  expect(changes(await driftOf(at, { marked }))).toEqual({ rules: ["name", "content"] });
});

test("an object whose location is encrypted is skipped, and a note says so", async ({ at }) => {
  await upPrompt(at, "rules");
  const drift = await driftOf(at, { marked: { rules: ["workspaceId"] }, secrets: "encrypted" });
  expect(drift).toMatchObject({ compared: 0, changed: [], missing: [] });
  expect(drift.notes).toEqual([expect.stringMatching(/^Skipped: Prompt rules\. .*encrypted/)]);
});

async function model(at: World, name: string): Promise<string> {
  const { workspaceId, providerId } = at.refs;
  const costs = { type: "chat", inputCost: 1, outputCost: 1, contextWindow: 1 };
  await at.stack.up(name, "Model", { workspaceId, providerId, name, displayName: name, ...costs });
  return at.stack.resource(name).id;
}

async function console(at: World, name: string, body: Record<string, unknown>): Promise<void> {
  const { kind } = at.stack.resource(name);
  const spec = readableKinds.find((each) => each.name === kind)?.kind ?? expect.unreachable(kind);
  expect(await at.console("PATCH", spec, name, body)).toBe(200);
}

test("values that the gateway stored differently are listed but are not drift", async () => {
  await using at = await world({ longestText: 6 }, { WORKSPACE_GATEWAY_ON_ALTERED_VALUE: "warn" });
  await upPrompt(at, "tone", { content: "Be brief." });
  const { changed, storedDifferently } = await driftOf(at);
  expect(changed).toEqual([]);
  expect(storedDifferently?.flatMap(({ fields }) => fields)).toMatchObject([
    { name: "content", words: expect.stringContaining("Be bri") },
  ]);
  const secret = await driftOf(at, { marked: { tone: ["content"] } });
  expect(JSON.stringify(secret.storedDifferently)).not.toContain("Be bri");
});

const offered = eachField((field, kind) => offeredFields(kind).includes(field) && readable(kind));

test.each(offered)(
  "a change of $title is listed but is not drift if the property is undeclared",
  async ({ kind, field }) => {
    await using at = await world();
    await at.stack.operation().up("it", kind.name, requiredInputs(kind, at.refs));
    const shown = (at.stack.resource("it").outputs[hidden.shown] ?? {}) as Values;
    const before = shown[field.name] ?? null;
    const samples = [fullInputs(kind, at.refs)[field.name] ?? null, secondValue(kind, at.refs, field)];
    edit(
      at,
      kind,
      field,
      samples.find((value) => value !== before && value !== null) ?? expect.unreachable(),
    );
    const drift = await undeclaredDriftOf(at);
    expect(namesIn(drift.unmanaged)).toEqual({ it: [field.name] });
    expect(drift).toMatchObject({ changed: [], notes: [] });
    await at.stack.operation().refresh();
    expect(namesIn((await undeclaredDriftOf(at)).unmanaged)).toEqual({});
  },
);

test("a state of an older release lists no unmanaged properties, and one note says what to do", async () => {
  await using at = await world();
  await upPrompt(at, "rules");
  const { outputs } = at.stack.resource("rules");
  at.gateway.db.prepare("UPDATE prompts SET environment = 'PRODUCTION'").run();
  const more = { rules: { outputs: { ...outputs, [hidden.shown]: undefined } } };
  const { changed, unmanaged, notes } = await undeclaredDriftOf(at, { more });
  expect([changed, unmanaged]).toEqual([[], []]);
  const note = /^Not compared: the unmanaged properties of Prompt rules,.*`pulumi refresh`/;
  expect(notes).toEqual([expect.stringMatching(note)]);
  expect((await driftOf(at, { more })).notes).toEqual([]);
});

test("an unmanaged property shows both values in words, separate from drift", async () => {
  await using at = await world();
  const id = await upPrompt(at, "rules", { name: "House rules", enabled: true });
  at.gateway.db.prepare("UPDATE prompts SET environment = 'PRODUCTION', position = 4, enabled = 0").run();
  const { changed, unmanaged } = await undeclaredDriftOf(at);
  const words = (list: typeof changed = []) =>
    list.flatMap(({ fields }) => fields.map((field) => `${field.name}: ${field.words}`));
  expect(words(changed)).toEqual(["enabled: enabled → disabled"]);
  expect(words(unmanaged)).toEqual(["position: 0 → 4", "environment: none → production"]);
  expect(unmanaged).toMatchObject([{ stack: "shop/prod", kind: "Prompt", title: "House rules", id }]);
});

test("a secret that the gateway repeats in an unmanaged property is not shown", async () => {
  await using at = await world();
  const apiKey = "sk-canary-of-the-first-day";
  const upstream = { baseUrl: "https://a.example", priority: 1, compatibility: "OPENAI_SDK", apiKey };
  await at.stack.up("it", "ModelProvider", { workspaceId: at.refs.workspaceId, name: "openai", ...upstream });
  at.gateway.db.prepare("UPDATE providers SET model_options = ?").run(JSON.stringify([`gpt ${apiKey}`]));
  const drift = await undeclaredDriftOf(at);
  expect(drift.unmanaged?.[0]?.fields[0]?.words).toContain("gpt [secret]");
  expect(JSON.stringify(drift)).not.toContain("canary");
});
