import { expect, test } from "vitest";
import { changedPrompts } from "../../../cli/prompts/command.js";
import { resourcesOf } from "../../../cli/review/facts/resources.js";
import { kinds } from "../../../provider/every-kind.js";
import { hidden, secretEnvelope } from "../../../provider/spec/values.js";
import {
  gpt,
  openai,
  type PreviewStep,
  planOf,
  production,
  resource,
  step,
  team,
  tone,
  unknown,
  urn,
} from "../review/facts/support/preview.ts";

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

const small = resource("Mapping", "small", { sourceName: "small", targetModel: unknown });
const of = (kind: string, name: string, property: string) => ({
  propertyDependencies: { [property]: [urn(kind, name)] },
});
const staging = production.with({ environment: "STAGING" });
const unattached = production.with({ modelId: unknown });

/** What a change does to a prompt of production. */
const changes: Readonly<Record<string, readonly PreviewStep[]>> = {
  "is new": [production.created()],
  "is new, for no environment": [tone.with({ environment: null }).created()],
  "is new in the workspace": [production.replaced({ workspaceId: "other-id" })],
  "has a new text": [production.updated({ content: "Answer." })],
  "is enabled": [production.with({ enabled: false }).updated({ enabled: true })],
  "leaves it to the gateway whether it is enabled": [
    production.with({ enabled: false }).updated({ enabled: unknown }),
  ],
  "comes to production": [staging.updated({ environment: "PRODUCTION" })],
  "loses its environment, so that it is for all": [staging.updated({ environment: null })],
  "has an environment that nobody knows yet": [staging.updated({ environment: unknown })],
  "becomes global": [miniStays, attached.updated({ isGlobal: true })],
  "is for no model any more": [miniStays, attached.updated({ modelId: null })],
  "may meet a new model": [mini.created(), global.same()],
  "may meet another model, because that is served under another name": [
    ...[gpt.updated({ apiName: "gpt-4.1-2026" }), attached.same()],
  ],
  "may meet what is outside, by a mapping": [led("default", "elsewhere/model").created(), global.same()],
  "stays as it is": [production.same()],
  "stands elsewhere in the order": [production.updated({ position: 3 })],
  "is deleted": [production.deleted()],
  "is switched off": [production.updated({ enabled: false })],
  "is for another environment": [staging.updated({ content: "Answer." })],
  "leaves production": [production.updated({ environment: "STAGING", content: "Answer." })],
  "is for the one model that stays, where others go": [mini.deleted(), global.same()],
  "is only attached to a model that it could meet before": [
    global.updated({ modelId: "gpt-id", isGlobal: false }),
  ],
  "is only read": [
    step("read", "Prompt", "tone", { newState: { inputs: production.created().newState?.inputs ?? {} } }),
  ],
};

/** What a new prompt may be used with. */
const uses: Readonly<Record<string, readonly PreviewStep[]>> = {
  "the models of its workspace": [global.created(), miniStays],
  "no model of another workspace": [global.created(), mini.with({ workspaceId: "other-id" }).same()],
  "a model whose own name a mapping leads elsewhere: the API leaves open which comes first": [
    ...[global.created(), miniStays, led("openai/mini", "openai/gpt").same()],
  ],
  "nothing that only a mapping leads to which is switched off": [
    ...[global.created(), led("x", "elsewhere/x", { enabled: false }).same()],
  ],
  "what no model has the name of": [global.created(), led("x", "elsewhere/x").same()],
  "a new model, by the name of its provider": [global.created(), mini.created()],
  "a new model, by the mapping that leads to it": [
    ...[global.created(), mini.created(), small.created(of("Model", "mini", "targetModel"))],
  ],
  "where a mapping leads to what nobody knows yet": [global.created(), led("x", unknown).created()],
  "attached to a model": [attached.created(), miniStays],
  "attached to a model that is not to be seen here": [production.with({ modelId: "elsewhere" }).created()],
  "attached to what nobody knows yet": [unattached.created()],
  "attached to a new model": [unattached.created(of("Model", "mini", "modelId")), mini.created()],
};

const meeting = (...steps: readonly PreviewStep[]) => {
  const [found] = prompts(...setup, ...steps);
  return [...(found?.models ?? []), ...(found?.open ?? [])];
};

test("a production prompt whose change may affect answers is listed with reasons and models", async () => {
  const lines = Object.entries(changes).map(([what, steps]) => {
    const others = setup.filter((each) => !steps.some((own) => own.urn === each.urn));
    return `one that ${what}: ${changed(...others, ...steps).join("; ") || "is not listed"}`;
  });
  const models = Object.entries(uses).map(([what, steps]) => `${what}: ${meeting(...steps).join(", ")}`);
  await expect(`${[...lines, "", ...models].join("\n")}\n`).toMatchFileSnapshot("prompts.txt");
});

test("values that the gateway showed for undeclared properties are taken into account", () => {
  const left = (name: string, value: string | boolean) => ({ [hidden.shown]: { [name]: value } });
  const content = { content: "Answer." };
  const shown = (values: object, before = resource("Prompt", "tone").updated(content)): PreviewStep => ({
    ...before,
    oldState: { inputs: {}, ...before.oldState, outputs: { ...before.oldState?.outputs, ...values } },
  });
  expect(changed(...setup, shown(left("environment", "STAGING")))).toEqual([]);
  expect(changed(...setup, shown(left("enabled", false)))).toEqual([]);
  expect(changed(...setup, shown({}))).toEqual(["tone: has a new text"]);
});

test("a secret text counts as changed if its prompt changes, but not if the prompt is unchanged", () => {
  const secret = { content: secretEnvelope("canary-8") };
  const [found] = prompts(...setup, production.with(secret).updated({ position: 2 }));
  expect(found).toMatchObject({ why: ["has a new text"], open: ["its text is a secret"] });
  expect(found?.text).toBeUndefined();
  expect(changed(...setup, production.with(secret).same())).toEqual([]);
});
