import type { AccountObject } from "../../../../cli/account/account-object.js";

type Values = AccountObject["inputs"];

/** An object as a gateway shows it, in the workspace `w` unless it says another one. */
export function shown(kind: string, name: string, values: Values = {}): AccountObject {
  const isWorkspace = kind === "Workspace";
  const inputs = { ...(isWorkspace || kind === "Quota" ? {} : { workspaceId: "w" }), ...values };
  return {
    kind,
    urn: `${kind} ${name}`,
    name,
    id: isWorkspace ? name : `${kind}-${name}`,
    inputs,
    outputs: inputs,
  };
}

export const workspace = (id = "w", name = "Support assistant") => shown("Workspace", id, { name });

export const provider = (name: string, host = "api.openai.com", values: Values = {}) =>
  shown("ModelProvider", name, { name, baseUrl: `https://${host}/v1`, ...values });

export const model = (gatewayName: string, values: Values = {}) => {
  const [of = "", name = ""] = gatewayName.split("/");
  const own = { name, type: "chat", inputCost: 1, outputCost: 4, contextWindow: 128_000 };
  return shown("Model", gatewayName, { providerId: `ModelProvider-${of}`, gatewayName, ...own, ...values });
};

export const mapping = (sourceName: string, targetModel: string, values: Values = {}) =>
  shown("Mapping", sourceName, {
    sourceName,
    targetModel,
    priority: 0,
    enabled: true,
    isPattern: false,
    ...values,
  });

export const pattern = (sourceName: string, targetModel: string, values: Values = {}) =>
  mapping(sourceName, targetModel, { isPattern: true, priority: 10, ...values });

export const prompt = (name: string, values: Values = {}) =>
  shown("Prompt", name, { name, content: "Be brief.", enabled: true, environment: null, ...values });

export const member = (email: string, role: string) =>
  shown("Member", email, { role, user: { id: `u-${email}`, email, username: email.split("@")[0] ?? "" } });

export const budget = (value: number) => shown("Budget", "w", { budget: value });
