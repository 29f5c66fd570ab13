import { canonical, type Json, type Kind, selectorsOf, valueAt } from "pulumi-workspace-gateway/tools";
import { partsOf } from "../stack/urn.js";
import { type AccountObject, knownValue } from "./account-object.js";
import { type Account, type NamedBy, namedIn, referenceOf } from "./whole-account.js";

/** One object as two accounts have it; one of them may lack it. */
export interface Pair {
  readonly from?: AccountObject;
  readonly to?: AccountObject;
}

/** Two accounts, object by object. */
export interface Match {
  readonly pairs: readonly Pair[];
  /** What an object of the first account names by a property. */
  readonly namedBy: NamedBy;
  /** What the second account has in the place of an object of the first. */
  counterpart(object: AccountObject): AccountObject | undefined;
}

/**
 * Matches the objects of two accounts by their names: of the workspace, of what they name, and their own. What is left over in both is
 * matched by the names that programs give it. Ids decide nothing: each account has its own.
 */
export function matchAccounts(
  from: Account,
  to: Account,
  kinds: readonly Kind[],
  by: readonly (keyof Keys)[] = ["exact", "named", "logical"],
): Match {
  const counterparts = new Map<AccountObject, AccountObject>();
  const [namedFrom, namedTo] = [namedIn(from, kinds), namedIn(to, kinds)];
  // What others name is matched before them. Its mark is that of the second account.
  const fromMark = (object: AccountObject) => counterparts.get(object)?.urn ?? `only ${object.urn}`;
  const pairs = inOrder(kinds).flatMap((kind) => {
    const keyFrom = (object: AccountObject) => keysOf(object, kind, namedFrom, fromMark);
    const keyTo = (object: AccountObject) => keysOf(object, kind, namedTo, ({ urn }) => urn);
    const left = new Set(to.objects.filter((object) => object.kind === kind.name));
    const open = new Set(from.objects.filter((object) => object.kind === kind.name));
    for (const keyAt of by) {
      const byKey = Map.groupBy(left, (object) => keyTo(object)[keyAt]);
      for (const object of [...open]) {
        const key = keyFrom(object)[keyAt];
        const found = key === undefined ? undefined : byKey.get(key)?.shift();
        if (found !== undefined) {
          counterparts.set(object, found);
          open.delete(object);
          left.delete(found);
        }
      }
    }
    const ours = from.objects.filter((object) => object.kind === kind.name);
    return [
      ...ours.map((object): Pair => {
        const found = counterparts.get(object);
        return found === undefined ? { from: object } : { from: object, to: found };
      }),
      ...[...left].map((object): Pair => ({ to: object })),
    ];
  });
  return { pairs, namedBy: namedFrom, counterpart: (object) => counterparts.get(object) };
}

/** What an object is matched by, the surest first: its names with what tells objects of one name apart, its names, its URN's name. */
type Keys = Readonly<Record<"exact" | "named" | "logical", string | undefined>>;

function keysOf(
  object: AccountObject,
  kind: Kind,
  namedBy: NamedBy,
  mark: (object: AccountObject) => string,
): Keys {
  const part = (property: string): Json => {
    const named = referenceOf(kind, property) && namedBy(object, property);
    return named === undefined ? (knownValue(object, property) ?? null) : mark(named);
  };
  const parent = kind.endpoints.parent === undefined ? null : part(kind.endpoints.parent.field);
  const own = kind.naturalKey.length > 0 ? kind.naturalKey.map(part) : shownName(object, kind);
  const key = (...parts: Json[]) => (own === undefined ? undefined : canonical([parent, own, ...parts]));
  const { type, name } = partsOf(object.urn);
  return {
    exact: key((kind.distinguishedBy ?? []).map(part)),
    named: key(),
    logical: type === "" ? undefined : canonical([parent, name]),
  };
}

/** What people call an object on the gateway: its name, or else the first place that shows it, or what selects it. */
export function shownName(object: AccountObject, kind: Kind): Json | undefined {
  const { inputs, outputs } = object;
  const name = kind.naturalKey.at(-1);
  if (name !== undefined) {
    return name === kind.endpoints.parent?.field ? undefined : knownValue(object, name);
  }
  const shows = kind.source.how === "adopted" ? (kind.source.shows ?? []) : [];
  const selecting = selectorsOf(kind).map(({ name }) => inputs[name]);
  const chosen = selecting.find((value) => value !== undefined);
  return shows.map((place) => valueAt({ ...inputs, ...outputs }, place)).find(isText) ?? texts(chosen)[0];
}

function isText(value: Json | undefined): boolean {
  return typeof value === "string" && value !== "";
}

function texts(value: Json | undefined): Json[] {
  return typeof value === "object" && value !== null
    ? Object.values(value)
    : value === undefined
      ? []
      : [value];
}

/** The kinds, each after those that its objects name. */
function inOrder(kinds: readonly Kind[]): Kind[] {
  const depthOf = (kind: Kind): number => {
    const lists = [...kind.fields.keys()].flatMap((name) => referenceOf(kind, name)?.list ?? []);
    const named = kinds.filter(
      ({ endpoints }) => endpoints.list !== undefined && lists.includes(endpoints.list),
    );
    return 1 + Math.max(0, ...named.map(depthOf));
  };
  return kinds.toSorted((a, b) => depthOf(a) - depthOf(b));
}
