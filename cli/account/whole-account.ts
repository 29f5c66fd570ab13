import { type Kind, referenceOf } from "pulumi-workspace-gateway/tools";
import { type AccountObject, knownValue, workspaceKey } from "./account-object.js";

/** All that one place says of an account: a gateway, or the state of a stack. */
export interface Account<O extends AccountObject = AccountObject> {
  /** What people call the place. */
  readonly called: string;
  readonly objects: readonly O[];
}

/** The object that a property names: by its id, or by an output of it. Undefined if several can be meant. */
export type NamedBy<O extends AccountObject = AccountObject> = (
  object: AccountObject,
  property: string,
) => O | undefined;

/** Finds what properties name, without going through all objects again. */
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

/** How long the chain of kinds is to which the objects of this one may refer. */
export function depthOf(kind: Kind, kinds: readonly Kind[]): number {
  const lists = [...kind.fields.keys()].flatMap((name) => referenceOf(kind, name)?.list ?? []);
  const named = kinds.filter(({ endpoints: { list } }) => list !== undefined && lists.includes(list));
  return 1 + Math.max(-1, ...named.map((each) => depthOf(each, kinds)));
}
