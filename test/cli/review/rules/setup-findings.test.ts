import { expect, test } from "vitest";
import type { AccountObject } from "../../../../cli/account/account-object.ts";
import { setupFindings } from "../../../../cli/review/findings/findings.js";
import { hidden, type Values } from "../../../../provider/spec/values.js";
import { expectPage } from "../../support/pages.ts";

const today = "2027-01-01";
const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

function object(
  kind: string,
  name: string,
  inputs: Values = {},
  more: Partial<AccountObject> = {},
): AccountObject {
  const own = { workspaceId: "ws-1", ...inputs };
  return { kind, name, urn: `urn:${kind}::${name}`, inputs: own, outputs: {}, ...more };
}

const team = object("Workspace", "team", {}, { id: "ws-1" });
const chat = object("Mapping", "chat", { sourceName: "chat", targetModel: "openai/gpd" });
const gpt = object("Model", "gpt", { name: "gpt" }, { id: "m-1", outputs: { gatewayName: "openai/gpt" } });
const offering = (...modelOptions: string[]) => object("ModelProvider", "p", { modelOptions });
const at = (baseUrl: string) => [object("ModelProvider", "p", { baseUrl })];
const costing = (inputCost: number | string, outputCost: number | string) => [
  object("Model", "m", { inputCost, outputCost }),
];
const a = { content: "a" };
const placed = { type: "SYSTEM", position: 1 };
const prompts = (one: Values, other: Values) => [
  object("Prompt", "b", { isGlobal: true, ...other }),
  object("Prompt", "a", { isGlobal: true, ...one }),
];
const byGateway = { isGlobal: true, enabled: true, position: 0, type: "SYSTEM" };
const shown = (one: Values, other: Values, content = "a") => [
  object("Prompt", "a", a, { outputs: { [hidden.shown]: { ...byGateway, ...one } } }),
  object("Prompt", "b", { content }, { outputs: { [hidden.shown]: { ...byGateway, ...other } } }),
];

type Given = readonly AccountObject[] | { readonly objects: AccountObject[]; readonly whole: string };
const rows: Readonly<Record<string, Given>> = {
  "a workspace without a budget": [team],
  "a workspace with a budget that names its id": [team, object("Budget", "cap", { budget: 5 })],
  "a workspace with a budget that comes from it": [
    object("Workspace", "team"),
    object("Budget", "cap", { workspaceId: unknown }, { from: { workspaceId: [team.urn] } }),
  ],
  "a workspace beside the budget of another": [team, object("Budget", "cap", { workspaceId: "ws-2" })],
  "an unknown target where all names are known": { objects: [gpt, chat], whole: "ws-1" },
  "an unknown target where not all models are known": { objects: [gpt, chat], whole: "ws-2" },
  "an unknown target beside a model whose name is known only later": {
    objects: [gpt, chat, object("Model", "new")],
    whole: "ws-1",
  },
  "an unknown target that a provider may serve": { objects: [gpt, chat, offering("gpd")], whole: "ws-1" },
  "an unknown target beside a provider that serves its models alone": {
    objects: [gpt, chat, offering()],
    whole: "ws-1",
  },
  "http to another machine": at("http://upstream.example/v1"),
  "HTTP to an address": at("HTTP://10.0.0.1"),
  "http to this machine": at("http://localhost:8080"),
  "http to the address of this machine": at("http://127.0.0.1"),
  https: at("https://upstream.example"),
  "no protocol": at("upstream.example"),
  "a secret address": at("[secret]"),
  "an address that is known only later": at(unknown),
  "a model without costs": costing(0, 0),
  "a model with one cost": costing(0, 1),
  "a model with costs that are known only later": costing(unknown, unknown),
  "global prompts with the same content": prompts(a, a),
  "global prompts with the same type and position": prompts({ ...a, ...placed }, { content: "b", ...placed }),
  "global prompts with another type": prompts({ ...a, ...placed }, { content: "b", ...placed, type: "USER" }),
  "global prompts without a position": prompts({ ...a, type: "SYSTEM" }, { content: "b", type: "SYSTEM" }),
  "global prompts of which one is switched off": prompts(a, { ...a, enabled: false }),
  "prompts of which one is not global": prompts(a, { ...a, isGlobal: false }),
  "global prompts of two environments": prompts(
    { ...a, environment: "STAGING" },
    { ...a, environment: "PRODUCTION" },
  ),
  "global prompts of which one is for all environments": prompts({ ...a, environment: "STAGING" }, a),
  "global prompts of two workspaces": prompts(a, { ...a, workspaceId: "ws-2" }),
  "global prompts whose contents are secret": prompts({ content: "[secret]" }, { content: "[secret]" }),
  "global prompts whose contents are not known": prompts({ content: unknown }, { content: unknown }),
  "prompts that the gateway shows to be global": shown({}, {}),
  "prompts that the gateway shows for two environments": shown(
    { environment: "STAGING" },
    { environment: "PRODUCTION" },
  ),
  "prompts of which the gateway shows one to be switched off": shown({}, { enabled: false }),
  "prompts that leave their position to the gateway": shown({}, {}, "b"),
};

const lines = (...given: Parameters<typeof setupFindings>) =>
  setupFindings(...given).map(({ rule, risk, name, reason }) => `- ${risk} **${rule}** ${name}: ${reason}`);

test("the findings in a setup match the snapshot", async () => {
  await expectPage("setup-findings.md", rows, (given) => {
    const found =
      "whole" in given ? lines(given.objects, today, undefined, new Set([given.whole])) : lines(given, today);
    return found.join("\n") || "Nothing.";
  });
});

test("a mapping to a removed model is found if the previous setup is known, most severe first", () => {
  const costs = { inputCost: 1, outputCost: 1 };
  const model = object("Model", "gpt", { name: "gpt", ...costs }, { outputs: { gatewayName: "p/gpt" } });
  const mapping = object("Mapping", "chat", { sourceName: "chat", targetModel: "p/gpt", enabled: true });
  const free = object("Model", "free", { gatewayName: "p/free", inputCost: 0, outputCost: 0 });
  const findings = setupFindings([free, mapping], today, [model, mapping]);
  expect(findings.map(({ rule, risk, urn }) => [rule, risk, urn])).toEqual([
    ["route-ends-nowhere", "high", mapping.urn],
    ["model-without-cost", "low", free.urn],
  ]);
  expect([lines([mapping], today), lines([model, mapping], today)]).toEqual([[], []]);
});
