import type { Rows } from "../../client/answers.js";
import type { Kind } from "../../spec/kind.js";
import { isJsonObject, type JsonObject } from "../../text/json.js";
import { Target } from "../operation/target.js";
import { refusalOf } from "../state/selector.js";

/** One part of what an object may hold: the objects of one kind that belong to it. */
export interface Contents {
  readonly kind: Kind;
  /** The key of their list, as readers of these objects use it. */
  readonly collection: string;
  /** What this list has in common with the lists of the same kind in other objects. */
  readonly family: string;
  load(): Promise<Rows>;
}

/**
 * What an object may hold.
 * It is found in the specs of all kinds, so that no other place has to name a kind.
 */
export function contentsOf({ kind: holder, client, ledger, kinds }: Target, id: string): Contents[] {
  return kinds.flatMap((kind) => {
    const { list, parent } = kind.endpoints;
    if (list === undefined || parent === undefined || parent.list !== holder.endpoints.list) {
      return [];
    }
    const target = new Target(kind, client, ledger, { [parent.field]: id }, kinds);
    return [{ kind, collection: target.collection, family: list, load: () => target.rows() }];
  });
}

/**
 * How many objects of one kind an object holds, by the counts in its own list row.
 * Undefined if the row has no count for them.
 */
export function counted(row: JsonObject, holder: Kind, { family }: Contents): number | undefined {
  const stat = holder.guard?.counts[family];
  const stats = isJsonObject(row.stats) ? row.stats : {};
  return stat === undefined || stats[stat] === undefined ? undefined : Number(stats[stat]);
}

/**
 * Announces the lists of what an object holds, as far as its row counts something.
 * The objects in these lists will be read soon, if the program declares them.
 */
export function expectContents(target: Target, id: string, row: JsonObject): void {
  const { client, kind } = target;
  for (const contents of kind.guard === undefined ? [] : contentsOf(target, id)) {
    const unmanaged = refusalOf(contents.kind) === undefined ? 0 : 1;
    if ((counted(row, kind, contents) ?? 0) > unmanaged) {
      client.lists.expect(contents.family, contents.collection, contents.load);
    }
  }
}
