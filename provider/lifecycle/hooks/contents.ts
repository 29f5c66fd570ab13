import type { Rows } from "../../client/answers.js";
import type { Kind } from "../../spec/kind.js";
import { isJsonObject, type JsonObject } from "../../text/json.js";
import { Target } from "../operation/target.js";
import { refusalOf } from "../state/refusal.js";

/** One sort of what an object may hold: the objects of a kind that belong to it. */
export interface Contents {
  readonly kind: Kind;
  /** The list, by the key that readers of its objects use. */
  readonly collection: string;
  /** What the list's readers in other objects have in common. */
  readonly family: string;
  /** Asks for the list. */
  load(): Promise<Rows>;
}

/** What an object may hold, by all kinds that there are: none of them has to be named anywhere else. */
export function contentsOf({ kind: holder, client, ledger, kinds }: Target, id: string): Contents[] {
  return kinds.flatMap((kind) => {
    const { list, parent } = kind.endpoints;
    if (list === undefined || parent === undefined || parent.list !== holder.endpoints.list) {
      return [];
    }
    const target = new Target(kind, client, ledger, { [parent.field]: id }, kinds);
    const load = () => client.rows(target.read(list));
    return [{ kind, collection: target.collection, family: list, load }];
  });
}

/** How many of a sort an object holds, by the counts in its own list row; undefined if they do not say. */
export function counted(row: JsonObject, holder: Kind, { family }: Contents): number | undefined {
  const stat = holder.guard?.counts[family];
  const stats = isJsonObject(row.stats) ? row.stats : {};
  return stat === undefined || stats[stat] === undefined ? undefined : Number(stats[stat]);
}

/** Announces the lists of what an object holds, by its row: what is in it will be read soon, if the program declares it. */
export function expectContents(target: Target, id: string, row: JsonObject): void {
  const { client, kind } = target;
  for (const contents of kind.guard === undefined ? [] : contentsOf(target, id)) {
    const always = refusalOf(contents.kind) === undefined ? 0 : 1;
    if ((counted(row, kind, contents) ?? 0) > always) {
      client.lists.expect(contents.family, contents.collection, contents.load);
    }
  }
}
