import {
  canonical,
  defined,
  type Json,
  type Kind,
  referenceOf,
  selectorsOf,
  valueAt,
} from "pulumi-workspace-gateway/tools";
import { partsOf } from "../stack/stack-state.js";
import { type AccountObject, knownValue, workspaceKey } from "./account-object.js";

export interface Pair<A extends AccountObject = AccountObject, B extends AccountObject = AccountObject> {
  readonly from?: A;
  readonly to?: B;
}

export interface Match<A extends AccountObject = AccountObject, B extends AccountObject = AccountObject> {
  readonly pairs: readonly Pair<A, B>[];
  readonly namedBy: NamedBy;
  counterpart(object: AccountObject): B | undefined;
}

/** If objects are matched by id, several of the first account may match one of the second. */
export function matchAccounts<A extends AccountObject, B extends AccountObject>(
  from: Account<A>,
  to: Account<B>,
  kinds: readonly Kind[],
  by: readonly Key[] = ["exact", "named", "logical"],
): Match<A, B> {
  const counterparts = new Map<AccountObject, B>();
  const [namedFrom, namedTo] = [namedIn(from, kinds), namedIn(to, kinds)];
  // Referenced objects are matched first, so that references are compared by the URN of the match.
  const fromMark = (object: AccountObject) => counterparts.get(object)?.urn ?? `only ${object.urn}`;
  const allFrom = Map.groupBy(from.objects, ({ kind }) => kind);
  const allTo = Map.groupBy(to.objects, ({ kind }) => kind);
  const inOrder = kinds.toSorted((a, b) => depthOf(a, kinds) - depthOf(b, kinds));
  const pairs = inOrder.flatMap((kind): Pair<A, B>[] => {
    const [ours, theirs] = [allFrom.get(kind.name) ?? [], allTo.get(kind.name) ?? []];
    const left = new Set(theirs);
    for (const key of by) {
      const byKey = Map.groupBy(left, (object) => keyOf(key, object, kind, namedTo, ({ urn }) => urn));
      for (const object of ours.filter((each) => !counterparts.has(each))) {
        const own = keyOf(key, object, kind, namedFrom, fromMark);
        const alike = own === undefined ? [] : (byKey.get(own) ?? []);
        const found = key === "id" ? alike[0] : alike.shift();
        if (found !== undefined) {
          counterparts.set(object, found);
          left.delete(found);
        }
      }
    }
    return [
      ...ours.map((object) => ({ from: object, ...defined({ to: counterparts.get(object) }) })),
      ...[...left].map((object) => ({ to: object })),
    ];
  });
  return { pairs, namedBy: namedFrom, counterpart: (object) => counterparts.get(object) };
}

/** `id` includes the gateway. `exact` is `named` plus distinguishing properties. */
type Key = "id" | "exact" | "named" | "logical";

function keyOf(
  key: Key,
  object: AccountObject,
  kind: Kind,
  namedBy: NamedBy,
  mark: (object: AccountObject) => string,
): string | undefined {
  if (key === "id") {
    return object.id === undefined ? undefined : `${object.gateway} ${object.id}`;
  }
  const part = (property: string): Json => {
    const named = referenceOf(kind, property) && namedBy(object, property);
    return named === undefined ? (knownValue(object, property) ?? null) : mark(named);
  };
  const parent = kind.endpoints.parent === undefined ? null : part(kind.endpoints.parent.field);
  if (key === "logical") {
    const { type, name } = partsOf(object.urn);
    return type === "" ? undefined : canonical([parent, name]);
  }
  const own = kind.naturalKey.length > 0 ? kind.naturalKey.map(part) : shownName(object, kind);
  const distinguishing = key === "exact" ? (kind.distinguishedBy ?? []).map(part) : [];
  return own === undefined ? undefined : canonical([parent, own, ...distinguishing]);
}

export function shownName(object: AccountObject, kind: Kind): Json | undefined {
  const { inputs, outputs } = object;
  const name = kind.naturalKey.at(-1);
  if (name !== undefined) {
    return name === kind.endpoints.parent?.field ? undefined : knownValue(object, name);
  }
  const shows = kind.source.how === "adopted" ? (kind.source.shows ?? []) : [];
  const shown = shows.map((place) => valueAt({ ...inputs, ...outputs }, place));
  const selecting = selectorsOf(kind).map(({ name }) => inputs[name]);
  const chosen = selecting.find((value) => value !== undefined);
  const isText = (value: Json | undefined) => typeof value === "string" && value !== "";
  const first = typeof chosen === "object" && chosen !== null ? Object.values(chosen)[0] : chosen;
  return shown.find(isText) ?? first;
}

export interface Account<O extends AccountObject = AccountObject> {
  readonly called: string;
  readonly objects: readonly O[];
}

/** The object that a property refers to by id or output. Undefined if the reference is ambiguous. */
export type NamedBy<O extends AccountObject = AccountObject> = (
  object: AccountObject,
  property: string,
) => O | undefined;

export function namedIn<O extends AccountObject>(
  { objects }: Account<O>,
  kinds: readonly Kind[],
): NamedBy<O> {
  const kindOf = ({ kind }: AccountObject) => kinds.find(({ name }) => name === kind);
  const known = new Map<string, O | undefined>();
  const placeOf = (object: AccountObject, list: string) =>
    kinds.find(({ endpoints }) => endpoints.list === list)?.endpoints.parent === undefined
      ? ""
      : workspaceKey(object);
  const targets = new Map(
    kinds
      .flatMap((kind) => [...kind.fields.keys()].flatMap((name) => referenceOf(kind, name) ?? []))
      .map((each) => [`${each.list} ${each.to}`, each]),
  );
  for (const object of objects) {
    for (const { list, to } of targets.values()) {
      const value = to === "id" ? object.id : knownValue(object, to);
      if (kindOf(object)?.endpoints.list === list && typeof value === "string") {
        const key = JSON.stringify([list, to, placeOf(object, list), value]);
        known.set(key, known.has(key) ? undefined : object);
      }
    }
  }
  const byUrn = new Map(objects.map((object) => [object.urn, object]));
  return (object, property) => {
    const kind = kindOf(object);
    const reference = kind && referenceOf(kind, property);
    const value = knownValue(object, property);
    if (reference === undefined || value === undefined) {
      return reference && byUrn.get(object.from?.[property]?.[0] ?? "");
    }
    return known.get(JSON.stringify([reference.list, reference.to, placeOf(object, reference.list), value]));
  };
}

/** Length of the longest chain of references that starts at objects of this kind. */
export function depthOf(kind: Kind, kinds: readonly Kind[]): number {
  const lists = [...kind.fields.keys()].flatMap((name) => referenceOf(kind, name)?.list ?? []);
  const named = kinds.filter(({ endpoints: { list } }) => list !== undefined && lists.includes(list));
  return 1 + Math.max(-1, ...named.map((each) => depthOf(each, kinds)));
}
