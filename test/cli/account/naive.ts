import { type Planned, unknown } from "./engine.ts";

/** An object at one moment, with the logical name that the program gives it. */
interface Thing {
  readonly name: string;
  readonly kind: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Where references of its arguments lead. */
  readonly to: (key: string) => string | undefined;
  /** Of a model: what callers name. Undefined while only the `up` knows it. */
  readonly gatewayName: string | undefined;
}

export type Moment = "before" | "after";

export interface NaiveAccount {
  readonly things: readonly Thing[];
}

/** The account at a moment, read off the plan by hand. */
export function accountAt(
  moment: Moment,
  planned: readonly Planned[],
  gatewayNames: ReadonlyMap<string, string>,
): NaiveAccount {
  const things = planned.flatMap((each): Thing[] => {
    const { name, kind, operation } = each;
    const args = each[moment];
    if (args === undefined) return [];
    const from = moment === "before" ? each.wasFrom : each.from;
    const isKnown =
      moment === "before" ||
      operation === "same" ||
      (operation === "update" && each.before?.name === args.name);
    const gatewayName = kind === "Model" && isKnown ? gatewayNames.get(name) : undefined;
    return [{ name, kind, args, gatewayName, to: (key) => from[key]?.[0]?.split("::").at(-1) }];
  });
  return { things };
}

/** In which workspace something is: all names say it. */
export const workspaceOf = (name: string) => name.split("-")[0] ?? "";

/**
 * Where requests for a name end: at a model by its logical name, at none, or where only the `up` can say. It is open whether a new
 * model gets the gateway name that is asked for.
 */
export function endOf(account: NaiveAccount, workspace: string, name: string): string {
  const inside = account.things.filter((thing) => workspaceOf(thing.name) === workspace);
  const models = inside.filter(({ kind }) => kind === "Model");
  const called = (gatewayName: unknown) => {
    const own = models.find((model) => model.gatewayName !== undefined && model.gatewayName === gatewayName);
    return own?.name ?? (models.some((model) => model.gatewayName === undefined) ? "open" : "none");
  };
  const first = deciderOf(account, workspace, name);
  if (first === undefined) return called(name);
  const model = first.to("targetModel");
  if (first.args.targetModel === unknown || model !== undefined) return model ?? "?";
  return called(first.args.targetModel);
}

/** The mapping that decides where requests for a name end. */
export function deciderOf(account: NaiveAccount, workspace: string, name: string): Thing | undefined {
  const takers = account.things.filter(
    (thing) =>
      thing.kind === "Mapping" &&
      workspaceOf(thing.name) === workspace &&
      thing.args.enabled !== false &&
      takes(thing.args, name),
  );
  const [first] = takers.toSorted(
    (a, b) =>
      Number(a.args.priority ?? 0) - Number(b.args.priority ?? 0) ||
      Number(a.args.isPattern === true) - Number(b.args.isPattern === true) ||
      (a.name < b.name ? -1 : 1),
  );
  return first;
}

/** Whether requests for a name are answered: by a model, or under a gateway name that may be anybody's. */
export function isAnswered(account: NaiveAccount, workspace: string, name: string): boolean {
  return (
    deciderOf(account, workspace, name) !== undefined ||
    !["none", "open", "?"].includes(endOf(account, workspace, name))
  );
}

function takes({ sourceName, isPattern }: Thing["args"], name: string): boolean {
  const text = String(sourceName);
  if (isPattern !== true) return text === name;
  const isRegExp = [".*", ".+", ".?", ..."\\^$()[]{}|+"].some((sign) => text.includes(sign));
  const source = isRegExp
    ? text
    : text.replace(/[.*?]/g, (sign) => (sign === "*" ? "[^]*" : sign === "?" ? "[^]" : "\\."));
  try {
    return new RegExp(`^(?:${source})$`, "su").test(name);
  } catch {
    return false;
  }
}

/** All names that somebody may send: what models are called, and what mappings take word by word. */
export function namesOf(accounts: readonly NaiveAccount[]): [workspace: string, name: string][] {
  const names = accounts.flatMap(({ things }) =>
    things.flatMap(({ name, kind, args, gatewayName }): string[] => {
      const own = kind === "Mapping" && args.isPattern !== true ? String(args.sourceName) : gatewayName;
      return own === undefined ? [] : [JSON.stringify([workspaceOf(name), own])];
    }),
  );
  return [...new Set(names)].map((text) => JSON.parse(text));
}

/** Who gets another role, and who loses access, by the logical names. */
export function access(planned: readonly Planned[]): { raised: string[]; lowered: string[]; gone: string[] } {
  const members = planned.filter(({ kind }) => kind === "Member");
  const becoming = (from: (role: unknown) => boolean, to: string) =>
    members.filter(({ before, after }) => from(before?.role) && after?.role === to).map(({ name }) => name);
  return {
    raised: becoming((role) => role !== "ADMIN", "ADMIN"),
    lowered: becoming((role) => role === "ADMIN", "MEMBER"),
    gone: members.filter(({ operation }) => operation === "delete").map(({ name }) => name),
  };
}
