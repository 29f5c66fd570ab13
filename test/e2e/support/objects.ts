import { type Declared, ref } from "./declaration.ts";

type Args = Declared["args"];
type Opts = Declared["opts"];

const workspaceId = ref("team");

export const team: Declared = { kind: "Workspace", name: "team", args: { name: "Support" } };

/** An object with a name of its own and all that has to be declared; `args` has more, or other values. */
export function provider(name: string, args: Args = {}, opts: Opts = {}): Declared {
  const upstream = { baseUrl: "https://upstream.example/v1", priority: 1, compatibility: "OPENAI_SDK" };
  return { kind: "ModelProvider", name, args: { workspaceId, name, ...upstream, ...args }, opts };
}

export function model(name: string, of: string, args: Args = {}, opts: Opts = {}): Declared {
  const known = { displayName: name, type: "chat", inputCost: 1, outputCost: 2, contextWindow: 1000 };
  return { kind: "Model", name, args: { workspaceId, providerId: ref(of), name, ...known, ...args }, opts };
}

export function prompt(name: string, args: Args = {}, opts: Opts = {}): Declared {
  return { kind: "Prompt", name, args: { workspaceId, name, content: "Be brief.", ...args }, opts };
}

export function mapping(name: string, args: Args = {}, opts: Opts = {}): Declared {
  const route = { sourceName: name, targetModel: "openai/gpt" };
  return { kind: "Mapping", name, args: { workspaceId, ...route, ...args }, opts };
}
