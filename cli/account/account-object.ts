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

export interface AccountObject {
  readonly kind: string;
  /** URN, or kind and id for an object without a resource. */
  readonly urn: string;
  /** Logical name in the program, or the name on the gateway for an object without a resource. */
  readonly name: string;
  readonly inputs: Values;
  readonly outputs: Values;
  /** URNs of the resources whose id or output each unknown input will equal. */
  readonly from?: Readonly<Record<string, readonly string[]>>;
  /** Id on the gateway. Undefined while unknown. */
  readonly id?: string;
  /** Mark that identifies the object's gateway. Undefined if the account is on a single gateway. */
  readonly gateway?: string;
  readonly isUndeclared?: true;
  /** The program only reads the object with `X.get`. */
  readonly isOnlyRead?: true;
  /** The new `gatewayName` is unknown. The old name is used, because it probably will not change. */
  readonly hasLikelyName?: true;
}

export type Valued = Pick<AccountObject, "inputs" | "outputs">;

/** The declared value, or else the value on the gateway. Undefined if the value is unknown or masked. */
export function knownValue(object: Valued, field: string): Json | undefined {
  return isHiddenIn(object, field)
    ? undefined
    : (claimedValue(object, field) ?? known(shownOf(object.outputs)?.[field]));
}

/** Excludes values that the program leaves to the gateway. */
export function claimedValue({ inputs, outputs }: Valued, field: string): Json | undefined {
  return known(inputs[field] ?? outputs[field]);
}

function known(value: Json | undefined): Json | undefined {
  return isUnknown(value) || value === covered ? undefined : value;
}

/** Whether the declared value is unknown or masked. */
export function isHiddenIn({ inputs }: Valued, field: string): boolean {
  return (inputs[field] ?? null) !== null && known(inputs[field]) === undefined;
}

export function textOf(object: Valued, field: string): string | undefined {
  const value = knownValue(object, field);
  return typeof value === "string" ? value : undefined;
}

/** Identifies an object's workspace by id, or by the workspace resource's URN while the id is unknown. */
export function workspaceKey(object: AccountObject): string {
  return textOf(object, "workspaceId") ?? object.from?.workspaceId?.[0] ?? "";
}

export function isUnplaced({ inputs, from }: Pick<AccountObject, "inputs" | "from">): boolean {
  return isUnknown(inputs.workspaceId) && from?.workspaceId === undefined;
}

export const unknownWorkspace = "a workspace that is unknown before the `up`";

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

/** Workspaces that a stack or program creates itself. It is assumed to contain all objects in them. */
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

/** Masks secrets in all strings, because the gateway may repeat a secret anywhere. */
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

export function hostOf(address: Json | undefined): string {
  const text = typeof address === "string" ? address : "";
  return URL.canParse(text) ? new URL(text).host : text;
}

/** If a workspace is not among the objects, its {@link workspaceKey} is used as the name. */
export function workspaceTitles(objects: readonly AccountObject[]): Map<string, string> {
  const { itself = [], inside = [] } = Object.groupBy(objects, ({ kind }) =>
    kind === "Workspace" ? "itself" : "inside",
  );
  return new Map([
    ...inside.map(workspaceKey).map((key) => [key, key] as const),
    ...itself.map((each) => [each.id ?? each.urn, textOf(each, "name") ?? each.name] as const),
  ]);
}

/** An id takes precedence, so a workspace whose name equals the id of a different one is never selected. */
export function workspacesCalled(
  wanted: string,
  titles: Iterable<readonly [key: string, title: string]>,
): readonly [string, ...string[]] {
  const all = [...titles];
  const isKey = all.some(([key]) => key === wanted);
  const [first, ...others] = isKey ? [wanted] : all.flatMap(([key, title]) => (title === wanted ? key : []));
  if (first === undefined) {
    const names = [...new Set(all.map(([, title]) => title))].toSorted();
    const list = shortList(names.map(quoted));
    const existing = list === "" ? " There are no workspaces." : ` Existing workspaces: ${list}.`;
    const hint = didYouMean(wanted, names) || existing;
    throw new Error(`no workspace has the name or id ${quoted(wanted)}.${hint}`);
  }
  return [first, ...others];
}

export function workspaceCalled(...[wanted, titles]: Parameters<typeof workspacesCalled>): string {
  const [key, ...others] = workspacesCalled(wanted, titles);
  if (others.length > 0) {
    const keys = [key, ...others].map(quoted).join(" or ");
    throw new Error(`several workspaces have the name ${quoted(wanted)}. Use an id instead: ${keys}`);
  }
  return key;
}
