import { expect, test } from "vitest";
import { changedPrompts } from "../../../cli/prompts/command.js";
import { resourcesOf } from "../../../cli/review/facts/resources.js";
import { kinds } from "../../../provider/every-kind.js";
import { hidden, secretEnvelope } from "../../../provider/spec/values.js";
import { type PreviewStep, planOf, step, unknown, urn } from "../review/facts/support/preview.ts";
import { gpt, openai, production, resource, team, tone } from "../review/facts/support/stack.ts";

const known = gpt.same({ gatewayName: "openai/gpt" });
const mini = resource("Model", "mini", { name: "mini" });
const miniStays = mini.same({ gatewayName: "openai/mini" });
const setup = [team.same(), openai.same(), known];
const global = production.with({ isGlobal: true });
const attached = production.with({ modelId: "gpt-id" });
const led = (name: string, to: unknown, more = {}) =>
  resource("Mapping", name, { sourceName: name, targetModel: to as string, enabled: true, ...more });

const prompts = (...steps: readonly PreviewStep[]) =>
  changedPrompts(resourcesOf(planOf(...steps), kinds), ["PRODUCTION"]);

/** The changed prompts of production, each with why. */
const changed = (...steps: readonly PreviewStep[]) =>
  prompts(...steps).map(({ resource: name, why }) => `${name}: ${why.join(", ")}`);

test.each<[string, string[], PreviewStep[]]>([
  ["is new", ["tone: is new"], [production.created()]],
  ["is new, for no environment", ["tone: is new"], [tone.with({ environment: null }).created()]],
  ["is new in the workspace", ["tone: is new"], [production.replaced({ workspaceId: "other-id" })]],
  ["has another text", ["tone: has another text"], [production.updated({ content: "Answer." })]],
  ["is enabled", ["tone: is enabled"], [production.with({ enabled: false }).updated({ enabled: true })]],
  [
    "leaves it to the gateway whether it is enabled",
    ["tone: is enabled"],
    [production.with({ enabled: false }).updated({ enabled: unknown })],
  ],
  [
    "comes to production",
    ["tone: comes to the environment PRODUCTION"],
    [production.with({ environment: "STAGING" }).updated({ environment: "PRODUCTION" })],
  ],
  [
    "loses its environment, so that it is for all",
    ["tone: comes to the environment PRODUCTION"],
    [production.with({ environment: "STAGING" }).updated({ environment: null })],
  ],
  [
    "has an environment that nobody knows yet",
    ["tone: comes to the environment PRODUCTION"],
    [production.with({ environment: "STAGING" }).updated({ environment: unknown })],
  ],
  [
    "becomes global",
    ["tone: comes to the whole workspace, may be used with `openai/mini`"],
    [miniStays, attached.updated({ isGlobal: true })],
  ],
  [
    "is for no model any more",
    ["tone: may be used with `openai/mini`"],
    [miniStays, attached.updated({ modelId: null })],
  ],
  ["may meet a new model", ["tone: may be used with `openai/mini`"], [mini.created(), global.same()]],
  [
    "may meet another model, because that is served under another name",
    ["tone: may be used with `openai/gpt-4.1-2026`"],
    [gpt.updated({ apiName: "gpt-4.1-2026" }), attached.same()],
  ],
  [
    "may meet what is outside, by a mapping",
    ["tone: may be used with `elsewhere/model`"],
    [led("default", "elsewhere/model").created(), global.same()],
  ],
])("a prompt of production that %s is listed", (_what, listed, steps) => {
  const others = setup.filter((each) => !steps.some((own) => own.urn === each.urn));
  expect(changed(...others, ...steps)).toEqual(listed);
});

test.each<[string, PreviewStep[]]>([
  ["stays as it is", [production.same()]],
  ["stands elsewhere in the order", [production.updated({ position: 3 })]],
  ["is deleted", [production.deleted()]],
  ["is switched off", [production.updated({ enabled: false })]],
  [
    "is for another environment",
    [production.with({ environment: "STAGING" }).updated({ content: "Answer." })],
  ],
  ["leaves production", [production.updated({ environment: "STAGING", content: "Answer." })]],
  ["is for the one model that stays, where others go", [mini.deleted(), global.same()]],
  [
    "is only attached to a model that it could meet before",
    [global.updated({ modelId: "gpt-id", isGlobal: false })],
  ],
  [
    "is only read",
    [step("read", "Prompt", "tone", { newState: { inputs: production.created().newState?.inputs ?? {} } })],
  ],
])("a prompt that %s is not listed", (_what, steps) => {
  expect(changed(...setup, ...steps)).toEqual([]);
});

const meeting = (prompt: PreviewStep, ...steps: readonly PreviewStep[]) => {
  const [found] = prompts(...setup, ...steps, prompt);
  return [...(found?.models ?? []), ...(found?.open ?? [])];
};
const notAll = "some models that it may be used with are not known before the `up`";

test.each<[string, string[], PreviewStep[]]>([
  ["those of its workspace", ["openai/gpt", "openai/mini"], [miniStays]],
  ["no model of another workspace", ["openai/gpt"], [mini.with({ workspaceId: "other-id" }).same()]],
  [
    "a model whose own name a mapping leads elsewhere: the API leaves open which comes first",
    ["openai/gpt", "openai/mini"],
    [miniStays, led("openai/mini", "openai/gpt").same()],
  ],
  [
    "nothing that only a mapping leads to which is switched off",
    ["openai/gpt"],
    [led("x", "elsewhere/x", { enabled: false }).same()],
  ],
  ["what no model has the name of", ["elsewhere/x", "openai/gpt"], [led("x", "elsewhere/x").same()]],
  ["one that is new, by the name of its provider", ["openai/gpt", "openai/mini"], [mini.created()]],
  [
    "one that is new, by the mapping that leads to it",
    ["openai/gpt", "openai/mini"],
    [
      mini.created(),
      resource("Mapping", "small", { sourceName: "small", targetModel: unknown }).created({
        propertyDependencies: { targetModel: [urn("Model", "mini")] },
      }),
    ],
  ],
  ["where a mapping leads to what nobody knows yet", ["openai/gpt", notAll], [led("x", unknown).created()]],
])("a global prompt may be used with %s", (_what, models, steps) => {
  expect(meeting(global.created(), ...steps)).toEqual(models);
});

test("a prompt that is attached to a model may be used with that alone, also one that is new or not to be seen here", () => {
  expect(meeting(attached.created(), miniStays)).toEqual(["openai/gpt"]);
  expect(meeting(production.with({ modelId: "elsewhere" }).created())).toEqual(["elsewhere"]);
  expect(meeting(production.with({ modelId: unknown }).created())).toEqual([notAll]);
  const ofNew = { propertyDependencies: { modelId: [urn("Model", "mini")] } };
  expect(meeting(production.with({ modelId: unknown }).created(ofNew), mini.created())).toEqual([
    "openai/mini",
  ]);
});

test("what the state has of a property that the program leaves to the gateway counts", () => {
  const left = (name: string, value: string | boolean) => ({ [hidden.shown]: { [name]: value } });
  const content = { content: "Answer." };
  const shown = (values: object, before = resource("Prompt", "tone").updated(content)): PreviewStep => ({
    ...before,
    oldState: { inputs: {}, ...before.oldState, outputs: { ...before.oldState?.outputs, ...values } },
  });
  expect(changed(...setup, shown(left("environment", "STAGING")))).toEqual([]);
  expect(changed(...setup, shown(left("enabled", false)))).toEqual([]);
  expect(changed(...setup, shown({}))).toEqual(["tone: has another text"]);
});

test("a text that the program marks as a secret counts as another one where its prompt changes, and not where it stays", () => {
  const secret = { content: secretEnvelope("canary-8") };
  const [found] = prompts(...setup, production.with(secret).updated({ position: 2 }));
  expect(found).toMatchObject({ why: ["has another text"], open: ["its text is a secret"] });
  expect(found?.text).toBeUndefined();
  expect(changed(...setup, production.with(secret).same())).toEqual([]);
});
