import { defined, holdsKinds, type Kind, type Values } from "pulumi-workspace-gateway/tools";
import { referenceOf } from "../../../account/whole-account.js";
import type { KnownObject } from "../../../export/exported-program.js";
import type { Declarable } from "../../../live/declarable.js";
import type { LiveObject } from "../../../live/live-account.js";
import type { ExportChoice } from "../export-choice.js";
import type { AccountForExport } from "../read-for-export.js";
import { isSame } from "./is-same.js";

/** The known objects that the gateway no longer shows, among those that were looked for. */
export function vanishedObjects(
  known: readonly KnownObject[],
  { objects, holders, chosen }: AccountForExport,
  choice: ExportChoice,
  kinds: readonly Kind[],
): KnownObject[] {
  const holding = kinds.filter((kind) => holdsKinds(kind, kinds)).map(({ name }) => name);
  const isIn = (live: AccountForExport["holders"], object: KnownObject) =>
    live.some(({ kind, id }) => isSame({ kind: kind.name, id }, object));
  const read = objects.map(({ object }) => object);
  return known.filter((object) => {
    if (holding.includes(object.kind)) {
      return !isIn(holders, object);
    }
    const { workspaceId } = object;
    if (workspaceId !== undefined && !holders.some(({ id }) => id === workspaceId)) {
      return true; // with its workspace
    }
    const wasLookedFor =
      choice.kinds.some(({ name }) => name === object.kind) &&
      (workspaceId === undefined || chosen.some(({ id }) => id === workspaceId));
    return wasLookedFor && !isIn(read, object);
  });
}

/**
 * The known objects with their present ids. A replacement deletes an object and creates it again under the same name:
 * to the program it is the same object.
 */
export function withNewIds(
  known: readonly KnownObject[],
  vanished: readonly KnownObject[],
  objects: readonly Declarable[],
  kinds: readonly Kind[],
): KnownObject[] {
  const ids = new Map<string, string>();
  const free = objects.flatMap((each) =>
    "imported" in each &&
    !known.some((one) => isSame(one, { kind: each.object.kind.name, id: each.object.id }))
      ? [each]
      : [],
  );
  const taken = new Set<LiveObject>();
  // What others refer to comes before them, so its new id is found before theirs.
  for (const lost of vanished) {
    const declared = declaredNow(lost, ids, kinds);
    const namesakes = free.filter(
      ({ object, imported: { declared: live } }) =>
        object.kind.name === lost.kind && !taken.has(object) && isNamesake(object.kind, declared, live),
    );
    const alike = namesakes.find(({ object: { kind }, imported }) =>
      (kind.distinguishedBy ?? []).every((field) => declared[field] === imported.declared[field]),
    );
    // What is not alike may be any of several that had the name.
    const [first] = namesakes.filter(({ object: { kind } }) =>
      vanished.every(
        (other) =>
          other === lost || other.kind !== lost.kind || !isNamesake(kind, other.declared, lost.declared),
      ),
    );
    const again = alike ?? first;
    if (again !== undefined) {
      taken.add(again.object);
      ids.set(keyOf(lost.kind, lost.id), again.object.id);
    }
  }
  return known.map((object) => {
    const { parent } = kinds.find(({ name }) => name === object.kind)?.endpoints ?? {};
    const declared = declaredNow(object, ids, kinds);
    const workspaceId = parent === undefined ? undefined : declared[parent.field];
    return {
      ...object,
      id: ids.get(keyOf(object.kind, object.id)) ?? object.id,
      ...defined({ workspaceId: typeof workspaceId === "string" ? workspaceId : undefined }),
      declared,
    };
  });
}

/** Whether two declarations of a kind have the same natural key. */
function isNamesake({ naturalKey }: Kind, one: Values, other: Values): boolean {
  return (
    naturalKey.length > 0 &&
    naturalKey.every((field) => typeof one[field] === "string" && one[field] === other[field])
  );
}

/** The declared values of an object, with the new ids of the objects that it refers to. */
function declaredNow(
  { kind: name, declared }: KnownObject,
  ids: ReadonlyMap<string, string>,
  kinds: readonly Kind[],
): KnownObject["declared"] {
  const kind = kinds.find((each) => each.name === name);
  const now = Object.entries(declared).map(([field, value]) => {
    const reference = kind && referenceOf(kind, field);
    const meant = reference && kinds.find(({ endpoints }) => endpoints.list === reference.list);
    return [field, (meant && ids.get(keyOf(meant.name, String(value)))) ?? value] as const;
  });
  return Object.fromEntries(now);
}

function keyOf(kind: string, id: string): string {
  return `${kind} ${id}`;
}
