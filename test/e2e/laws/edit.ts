import type { Clicked, Console } from "../support/console.ts";
import { type Declared, ref } from "../support/declaration.ts";
import * as objects from "../support/objects.ts";

/** A change of a program: what was applied, and what is declared next. Both are about the workspace `team`. */
export interface Edit {
  readonly what: string;
  readonly before: readonly Declared[];
  readonly after: readonly Declared[];
  /** What somebody makes by hand in the workspace, after the `up` of what was before. */
  readonly console?: ((hands: Hands) => Promise<unknown>) | undefined;
}

/** What somebody at the console has in front of them. */
interface Hands {
  readonly clicks: Console;
  readonly team: Clicked;
  /** An object of the workspace. */
  readonly named: (table: "providers" | "models", name: string) => Clicked;
}

const workspaceId = ref("team");

/** An object of the workspace. */
export function inTeam(
  kind: Declared["kind"],
  name: string,
  args: Declared["args"],
  opts: Declared["opts"] = {},
): Declared {
  return { kind, name, args: { workspaceId, ...args }, opts };
}

const host = "https://api.upstream.example/v1";

export const provider = (name: string, args: Declared["args"] = {}, opts: Declared["opts"] = {}) =>
  objects.provider(name, { baseUrl: host, ...args }, opts);

export const model = (name: string, args: Declared["args"] = {}, opts: Declared["opts"] = {}) =>
  objects.model(name, "openai", { inputCost: 2, outputCost: 8, contextWindow: 128_000, ...args }, opts);

export const mapping = (name: string, args: Declared["args"] = {}, opts: Declared["opts"] = {}) =>
  objects.mapping(name, { targetModel: ref("large", "gatewayName"), ...args }, opts);

export const prompt = (name: string, args: Declared["args"] = {}, opts: Declared["opts"] = {}) =>
  objects.prompt(name, { content: "Be brief.\nBe kind.", environment: "STAGING", ...args }, opts);

const budget = (amount: unknown, name = "cap") => inTeam("Budget", name, { budget: amount });

/** `admin` and `member` are in every workspace, with the roles that their names say. */
export const person = (
  who: "admin" | "member",
  role: string,
  name: string = who,
  opts: Declared["opts"] = {},
) => inTeam("Member", name, { email: `${who}@example.com`, role }, opts);

export const invitation = (args: Declared["args"]) => inTeam("Invitation", "welcome", args);

/** A quota of 1,000 requests in 60 minutes is there for every edit that declares one. */
export const quota = (args: Declared["args"] = {}, name = "burst"): Declared => ({
  kind: "Quota",
  name,
  args: { match: { name: "burst" }, ...args },
});

/** A workspace with a budget, and two models behind one provider, one of which a name leads to. */
export const plain: readonly Declared[] = [
  objects.team,
  budget(2000),
  provider("openai"),
  model("large"),
  model("small", { inputCost: 1, outputCost: 4 }),
  mapping("default"),
];

/** The same, with more. */
export const withMore = (...more: readonly Declared[]): Declared[] => [...plain, ...more];

/** The edit as one of many in a program: what it names carries the token, on the gateway too where names are the account's. */
export function tokened(declared: readonly Declared[], token: string): Declared[] {
  return declared.map((object) => {
    const { kind, name, args = {}, opts = {} } = object;
    const isAccounts = kind === "Workspace" && object.get === undefined;
    return {
      ...object,
      name: `${token}-${name}`,
      args: {
        ...(withToken(args, token) as Declared["args"]),
        ...(isAccounts && { name: `${args.name} ${token}` }),
        ...(kind === "Quota" && { match: { name: `burst ${token}` } }),
      },
      opts: withToken(opts, token) as Record<string, unknown>,
    };
  });
}

const naming = new Set(["dependsOn", "parent", "deletedWith"]);

function withToken(value: unknown, token: string): unknown {
  if (Array.isArray(value)) {
    return value.map((each) => withToken(each, token));
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => {
    if (key === "ref") return [key, `${token}-${inner}`];
    if (naming.has(key)) return [key, [inner].flat().map((name) => `${token}-${name}`)];
    if (key === "aliases")
      return [key, (inner as { name: string }[]).map(({ name }) => ({ name: `${token}-${name}` }))];
    return [key, withToken(inner, token)];
  });
  return Object.fromEntries(entries);
}
