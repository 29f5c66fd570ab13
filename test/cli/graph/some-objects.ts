import type { AccountObject } from "../../../cli/account/account-object.ts";
import type { Values } from "../../../provider/spec/values.js";

/** An object of the workspace `w`, whose id says what it is: `model gpt`. */
export function object(kind: string, id: string, inputs: Values): AccountObject {
  const workspaceId = kind === "Workspace" ? {} : { workspaceId: "w" };
  return { kind, urn: `${kind} ${id}`, name: id, id, inputs: { ...workspaceId, ...inputs }, outputs: {} };
}

export const workspace = (name: string, id = "w") => object("Workspace", id, { name });
export const provider = (id: string, over: Values = {}) =>
  object("ModelProvider", id, { name: id, priority: 1, ...over });
export const model = (id: string, providerId: string, over: Values = {}) =>
  object("Model", id, { name: id, providerId, gatewayName: `${providerId}/${id}`, ...over });
export const mapping = (sourceName: string, targetModel: string, over: Values = {}) =>
  object("Mapping", `to ${targetModel} of ${sourceName}`, { sourceName, targetModel, ...over });
const prompt = (name: string, over: Values = {}) => object("Prompt", name, { name, content: "…", ...over });

/** A workspace with something of everything that is drawn in a way of its own. */
export const shop: readonly AccountObject[] = [
  workspace("Shop"),
  provider("openai"),
  provider("mistral", { priority: 2 }),
  model("gpt", "openai"),
  model("small", "openai"),
  model("medium", "mistral"),
  model("lost", "gone-provider"),
  mapping("gpt-.*", "openai/gpt", { isPattern: true, priority: 10 }),
  mapping("chat", "openai/gpt", { priority: 1 }),
  mapping("old-chat", "openai/small", { enabled: false, priority: 5 }),
  mapping("eu", "mistral/medium"),
  mapping("nowhere", "openai/none", { priority: 3 }),
  prompt("tone", { modelId: "gpt", position: 1 }),
  prompt("house rules", { isGlobal: true, position: 0 }),
  prompt("draft", { modelId: "small", enabled: false }),
  prompt("orphan", { modelId: "gone-model" }),
  prompt("loose"),
];

/** Objects of every form that is drawn, with this text in each name and id that may be shown. */
export function named(text: string): AccountObject[] {
  return [
    workspace(`Shop ${text}`),
    provider("p", { name: `provider ${text}` }),
    model("m", "p", { gatewayName: `model ${text}` }),
    model("n", `gone provider ${text}`, { gatewayName: `other model ${text}` }),
    mapping(`exact ${text}`, `model ${text}`, { priority: 1 }),
    mapping(`pattern ${text}`, `gone model ${text}`, { isPattern: true, enabled: false }),
    prompt(`prompt ${text}`, { modelId: "m" }),
    prompt(`global ${text}`, { isGlobal: true }),
    prompt(`orphan ${text}`, { modelId: `gone ${text}` }),
  ];
}
