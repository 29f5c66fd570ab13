import { expect, test } from "vitest";
import type { AccountObject } from "../../../../cli/account/account-object.ts";
import { setupFindings } from "../../../../cli/review/findings/findings.js";
import { hidden, type Values } from "../../../../provider/spec/values.js";

const today = "2027-01-01";
const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

function object(
  kind: string,
  name: string,
  inputs: Values = {},
  more: Partial<AccountObject> = {},
): AccountObject {
  return {
    kind,
    name,
    urn: `urn:${kind}::${name}`,
    inputs: { workspaceId: "ws-1", ...inputs },
    outputs: {},
    ...more,
  };
}

function found(...objects: readonly AccountObject[]) {
  return setupFindings(objects, today).map(({ rule, risk, name }) => [rule, risk, name]);
}

test("a workspace without a budget is found, whether the budget names its id or comes from it", () => {
  const team = object("Workspace", "team", {}, { id: "ws-1" });
  expect(found(team)).toEqual([["workspace-without-budget", "low", "team"]]);
  expect(found(team, object("Budget", "cap", { budget: 5 }))).toEqual([]);
  const inMaking = object("Budget", "cap", { workspaceId: unknown }, { from: { workspaceId: [team.urn] } });
  expect(found(object("Workspace", "team"), inMaking)).toEqual([]);
  expect(found(team, object("Budget", "cap", { workspaceId: "ws-2" }))).toHaveLength(1);
});

const gpt = object("Model", "gpt", { name: "gpt" }, { id: "m-1", outputs: { gatewayName: "openai/gpt" } });
const chat = object("Mapping", "chat", { sourceName: "chat", targetModel: "openai/gpd" });

test.each<[string, number, AccountObject[], ReadonlySet<string>]>([
  ["all names of its workspace are known", 1, [], new Set(["ws-1"])],
  ["not all models of its workspace are known", 0, [], new Set(["ws-2"])],
  ["the name of one is known only during the up", 0, [object("Model", "new")], new Set(["ws-1"])],
  [
    "a provider serves more than its models",
    0,
    [object("ModelProvider", "p", { modelOptions: ["gpd"] })],
    new Set(["ws-1"]),
  ],
  [
    "a provider serves its models alone",
    1,
    [object("ModelProvider", "p", { modelOptions: [] })],
    new Set(["ws-1"]),
  ],
])("of a target that no model has, if %s, there are %d findings", (_what, count, others, whole) => {
  const findings = setupFindings([gpt, chat, ...others], today, undefined, whole);
  const reason =
    "Requests for `chat` go to `openai/gpd`, and no model of the workspace has that gateway name. Did you mean `openai/gpt`?";
  expect(findings.filter(({ rule }) => rule === "target-unknown")).toMatchObject(
    [{ name: "chat", risk: "medium", reason }].slice(0, count),
  );
});

test.each([
  ["http://upstream.example/v1", true],
  ["HTTP://10.0.0.1", true],
  ["http://localhost:8080", false],
  ["http://127.0.0.1", false],
  ["https://upstream.example", false],
  ["upstream.example", false],
  ["[secret]", false],
  [unknown, false],
])("of a provider at %s, plain http to another machine is %s", (baseUrl, isFound) => {
  expect(found(object("ModelProvider", "p", { baseUrl }))).toEqual(
    isFound ? [["provider-over-http", "high", "p"]] : [],
  );
});

test("a model is found if both costs are 0, and not if one is not", () => {
  expect(found(object("Model", "m", { inputCost: 0, outputCost: 0 }))).toEqual([
    ["model-without-cost", "low", "m"],
  ]);
  expect(found(object("Model", "m", { inputCost: 0, outputCost: 1 }))).toEqual([]);
  expect(found(object("Model", "m", { inputCost: unknown, outputCost: unknown }))).toEqual([]);
});

const prompt = (name: string, inputs: Values) => object("Prompt", name, { isGlobal: true, ...inputs });

const [first, second] = [
  { content: "a", type: "SYSTEM", position: 1 },
  { content: "b", type: "SYSTEM", position: 1 },
];
const a = { content: "a" };

test.each<[string, Values, Values, number]>([
  ["the same content", a, a, 1],
  ["the same type and position", first, second, 1],
  ["another type", first, { ...second, type: "USER" }, 0],
  ["no position", { content: "a", type: "SYSTEM" }, { content: "b", type: "SYSTEM" }, 0],
  ["one that is switched off", a, { ...a, enabled: false }, 0],
  ["one that is not global", a, { ...a, isGlobal: false }, 0],
  ["different environments", { ...a, environment: "STAGING" }, { ...a, environment: "PRODUCTION" }, 0],
  ["one for all environments", { ...a, environment: "STAGING" }, a, 1],
  ["different workspaces", a, { ...a, workspaceId: "ws-2" }, 0],
  ["contents that are secret", { content: "[secret]" }, { content: "[secret]" }, 0],
  ["contents that are not known", { content: unknown }, { content: unknown }, 0],
])("of two global prompts with %s, %#", (_, one, other, count) => {
  const findings = found(prompt("b", other), prompt("a", one));
  expect(findings).toEqual(Array(count).fill(["global-prompts-doubled", "low", "b"]));
});

const byGateway = { isGlobal: true, enabled: true, position: 0, type: "SYSTEM" };

test.each<[string, Values, Values, number]>([
  ["of the same content that the gateway shows to be global", {}, {}, 1],
  [
    "that the gateway shows to be for different environments",
    { environment: "STAGING" },
    { environment: "PRODUCTION" },
    0,
  ],
  ["one of which the gateway shows to be switched off", {}, { enabled: false }, 0],
])("what the gateway shows of undeclared properties counts: two prompts %s", (_what, one, other, count) => {
  const shown = (more: Values) => ({ outputs: { [hidden.shown]: { ...byGateway, ...more } } });
  const prompts = [object("Prompt", "a", a, shown(one)), object("Prompt", "b", a, shown(other))];
  expect(found(...prompts)).toHaveLength(count);
});

test("prompts that leave their position to the gateway claim none", () => {
  const outputs = { [hidden.shown]: byGateway };
  expect(
    found(object("Prompt", "a", a, { outputs }), object("Prompt", "b", { content: "b" }, { outputs })),
  ).toEqual([]);
});

const costs = { inputCost: 1, outputCost: 1 };
const model = object("Model", "gpt", { name: "gpt", ...costs }, { outputs: { gatewayName: "p/gpt" } });
const mapping = object("Mapping", "chat", { sourceName: "chat", targetModel: "p/gpt", enabled: true });

test("with what was there before, a mapping to a model that goes away is found, the most severe first", () => {
  const free = object("Model", "free", { gatewayName: "p/free", inputCost: 0, outputCost: 0 });
  const findings = setupFindings([free, mapping], today, [model, mapping]);
  expect(findings.map(({ rule, risk, urn }) => [rule, risk, urn])).toEqual([
    ["route-ends-nowhere", "high", mapping.urn],
    ["model-without-cost", "low", free.urn],
  ]);
  expect(found(mapping)).toEqual([]);
  expect(found(model, mapping)).toEqual([]);
});

test("the order of the resources changes nothing", () => {
  const objects = [
    prompt("a", { content: "x" }),
    prompt("b", { content: "x" }),
    object("Mapping", "m1", { sourceName: "chat", targetModel: "p/gpt" }),
    object("Mapping", "m2", { sourceName: "chat", targetModel: "p/x" }),
  ];
  expect(setupFindings(objects.toReversed(), today)).toEqual(setupFindings(objects, today));
  expect(setupFindings(objects, today)).toHaveLength(2);
});
