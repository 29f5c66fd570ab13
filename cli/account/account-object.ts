import {
  deepestJson,
  didYouMean,
  type Field,
  isJsonObject,
  isSecretEnvelope,
  isUnknown,
  type Json,
  quoted,
  shownOf,
  type Values,
} from "pulumi-workspace-gateway/tools";
import { covered } from "../text/mask.js";
import { shortList } from "../text/words.js";

/** An object of an account at one moment, with all that is known of it: declared, shown, planned. */
export interface AccountObject {
  readonly kind: string;
  /** The kind and the id of what only the gateway has. */
  readonly urn: string;
  /** Logical name in the program; of what only the gateway has, its name there. */
  readonly name: string;
  readonly inputs: Values;
  readonly outputs: Values;
  /** The URN of the resource that an unknown input refers to: the value will be exactly the id or the output of that resource. */
  readonly from?: Readonly<Record<string, readonly string[]>>;
  /** The gateway's id. Undefined while it is not known. */
  readonly id?: string;
  /** The mark of the gateway that has it. Undefined where the account is of one alone. */
  readonly gateway?: string;
  /** Only the gateway has it: nobody declares it in the stack that this is about. */
  readonly isUndeclared?: true;
  /** The program only reads it: `X.get`. */
  readonly isOnlyRead?: true;
  /** Only the `up` knows its `gatewayName`: this is the one from before, which most likely stays. */
  readonly hasLikelyName?: true;
}

export type Valued = Pick<AccountObject, "inputs" | "outputs">;

/** A value as it is declared, or as the gateway answered it; undefined if it is not known, or not shown. */
export function knownValue(object: Valued, field: string): Json | undefined {
  return isHiddenIn(object, field)
    ? undefined
    : (claimedValue(object, field) ?? known(shownOf(object.outputs)?.[field]));
}

/** The same, without the values that the program leaves to the gateway. */
export function claimedValue({ inputs, outputs }: Valued, field: string): Json | undefined {
  return known(inputs[field] ?? outputs[field]);
}

function known(value: Json | undefined): Json | undefined {
  return isUnknown(value) || value === covered ? undefined : value;
}

/** Whether the program says something of the property that is not known yet, or is covered. */
export function isHiddenIn({ inputs }: Valued, field: string): boolean {
  return (inputs[field] ?? null) !== null && known(inputs[field]) === undefined;
}

export function textOf(object: Valued, field: string): string | undefined {
  const value = knownValue(object, field);
  return typeof value === "string" ? value : undefined;
}

/**
 * What is the same for all objects of one workspace: its id, or the resource that makes it while the id is not
 * known.
 */
export function workspaceKey(object: AccountObject): string {
  return textOf(object, "workspaceId") ?? object.from?.workspaceId?.[0] ?? "";
}

/** Whether the workspace of the object is unknown before the `up`: its id is unknown, and is not a reference. */
export function isUnplaced({ inputs, from }: Pick<AccountObject, "inputs" | "from">): boolean {
  return isUnknown(inputs.workspaceId) && from?.workspaceId === undefined;
}

export const unknownWorkspace = "a workspace that is not known before the `up`";

export function textsIn(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

export function amountOf(object: Valued, field: string): number | undefined {
  const value = knownValue(object, field);
  return typeof value === "number" ? value : undefined;
}

export function flagOf(object: Valued, field: string): boolean | undefined {
  const value = knownValue(object, field);
  return typeof value === "boolean" ? value : undefined;
}

/** The workspaces of which all objects are taken to be in one stack or program: those that it makes itself. */
export function ownWorkspaces(objects: readonly AccountObject[]): ReadonlySet<string> {
  const own = objects.filter(
    ({ kind, isOnlyRead, inputs }) => kind === "Workspace" && !isOnlyRead && !inputs.adopt,
  );
  return new Set(own.flatMap(({ id }) => id ?? []));
}

export { covered } from "../text/mask.js";

export function hidesSecret(value: Json | undefined): boolean {
  return typeof value === "object" && value !== null
    ? Object.values(value).some(hidesSecret)
    : value === covered;
}

/** The values with every secret covered: those that a field says are secret, and those in envelopes. */
export function coveredValues(values: Values, fields?: ReadonlyMap<string, Field>): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      fields?.get(name)?.secret && value !== null && !isUnknown(value) ? covered : withoutEnvelopes(value),
    ]),
  );
}

function withoutEnvelopes(value: Json, depth = 0): Json {
  if (typeof value === "object" && value !== null && depth > deepestJson) {
    return "[nested too deeply to be shown]";
  }
  if (Array.isArray(value)) {
    return value.map((inside) => withoutEnvelopes(inside, depth + 1));
  }
  if (!isJsonObject(value)) {
    return value;
  }
  return isSecretEnvelope(value)
    ? covered
    : Object.fromEntries(
        Object.entries(value).map(([key, inside]) => [key, withoutEnvelopes(inside, depth + 1)]),
      );
}

/** A value of the gateway in which every text is covered: it may repeat a secret anywhere. */
export function coveredText(value: Json, cover: (text: string) => string): Json {
  if (typeof value === "string") {
    return cover(value);
  }
  if (Array.isArray(value)) {
    return value.map((item) => coveredText(item, cover));
  }
  return isJsonObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([key, inside]) => [cover(key), coveredText(inside, cover)]),
      )
    : value;
}

/** Where an address leads. What is no address leads to itself. */
export function hostOf(address: Json | undefined): string {
  const text = typeof address === "string" ? address : "";
  return URL.canParse(text) ? new URL(text).host : text;
}

/**
 * What people call the workspaces that objects are, or are in, by the {@link workspaceKey}. One that is not among the objects has its
 * key for a name.
 */
export function workspaceTitles(objects: readonly AccountObject[]): Map<string, string> {
  const { itself = [], inside = [] } = Object.groupBy(objects, ({ kind }) =>
    kind === "Workspace" ? "itself" : "inside",
  );
  return new Map([
    ...inside.map(workspaceKey).map((key) => [key, key] as const),
    ...itself.map((each) => [each.id ?? each.urn, textOf(each, "name") ?? each.name] as const),
  ]);
}

/**
 * The keys of the workspaces with an id or a name. Fails if there is none. An id goes before a name: a workspace that has the id of
 * another one as its name is never taken for it.
 */
export function workspacesCalled(
  wanted: string,
  titles: Iterable<readonly [key: string, title: string]>,
): readonly [string, ...string[]] {
  const all = [...titles];
  const isKey = all.some(([key]) => key === wanted);
  const [first, ...others] = isKey ? [wanted] : all.flatMap(([key, title]) => (title === wanted ? key : []));
  if (first === undefined) {
    const names = [...new Set(all.map(([, title]) => title))].toSorted();
    const hint = didYouMean(wanted, names) || ` There is ${shortList(names.map(quoted)) || "none"}.`;
    throw new Error(`no workspace has the name or id ${quoted(wanted)}.${hint}`);
  }
  return [first, ...others];
}

/** The key of the only workspace with an id or a name. */
export function workspaceCalled(...[wanted, titles]: Parameters<typeof workspacesCalled>): string {
  const [key, ...others] = workspacesCalled(wanted, titles);
  if (others.length > 0) {
    const keys = [key, ...others].map(quoted).join(" or ");
    throw new Error(`several workspaces are called ${quoted(wanted)}: give the id of one, ${keys}`);
  }
  return key;
}
