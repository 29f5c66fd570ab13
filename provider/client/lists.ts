import type { JsonObject } from "../text/json.js";
import { idOf, type Rows } from "./answers.js";

/** The key of a list: a kind's path template, and what its objects belong to. */
export function collectionKey(list: string, parentId?: string): string {
  return `${list} ${parentId ?? ""}`;
}

/** The most lists of a family that are loaded before anybody has asked for them. */
const furthest = 4;

/** Lists of the same kind in several workspaces: who reads one of them, reads the others too. */
interface Family {
  readonly asked: Set<string>;
  /** Loaded ahead, and not asked for yet. */
  readonly ahead: Set<string>;
  /** Not loaded yet, in the order in which they are likely to be asked for. */
  readonly expected: { readonly collection: string; readonly load: () => Promise<Rows> }[];
}

/**
 * The lists read in this process, one per collection (a kind in a workspace).
 *
 * One load serves all readers, those that come while it runs included. A write makes the list of its collection
 * useless, even one that is just being loaded; since a gateway's lists may lag behind its writes, `written` then
 * tells readers to ask for single objects instead. A failed load is not kept.
 *
 * The engine reads objects in the order of its state, a few at a time, so these mostly wait for one and the same list.
 * Lists that were announced by `expect` are therefore loaded a little ahead of their readers: never more of them than
 * were asked for already, so that little is lost if the readers do not come.
 */
export class Lists {
  private readonly loads = new Map<string, Promise<Rows>>();
  private readonly writes = new Set<string>();
  private readonly families = new Map<string, Family>();
  private readonly familyOf = new Map<string, Family>();
  private readonly indexes = new WeakMap<Rows, ReadonlyMap<string | undefined, JsonObject>>();

  read(collection: string, load: () => Promise<Rows>): Promise<Rows> {
    const rows = this.load(collection, load);
    const family = this.familyOf.get(collection);
    if (family !== undefined) {
      family.asked.add(collection);
      family.ahead.delete(collection);
      this.loadAhead(family);
    }
    return rows;
  }

  /** Announces a list that will be read if others of its family are. */
  expect(family: string, collection: string, load: () => Promise<Rows>): void {
    if (this.familyOf.has(collection)) {
      return;
    }
    const known = this.families.get(family) ?? { asked: new Set(), ahead: new Set(), expected: [] };
    this.families.set(family, known);
    this.familyOf.set(collection, known);
    known.expected.push({ collection, load });
  }

  private loadAhead({ asked, ahead, expected }: Family): void {
    while (ahead.size < Math.min(furthest, asked.size)) {
      const next = expected.shift();
      if (next === undefined) {
        return;
      }
      if (!asked.has(next.collection) && !this.written(next.collection)) {
        ahead.add(next.collection);
        void this.load(next.collection, next.load); // if it fails, it is not kept, and its reader asks for it again
      }
    }
  }

  private load(collection: string, load: () => Promise<Rows>): Promise<Rows> {
    const known = this.loads.get(collection);
    if (known !== undefined) {
      return known;
    }
    const loading = load();
    this.loads.set(collection, loading);
    loading.catch(() => {
      if (this.loads.get(collection) === loading) {
        this.loads.delete(collection);
      }
    });
    return loading;
  }

  /** The row with an id. A list is read for every object of its collection, so it is searched through only once. */
  row(list: Rows, id: string): JsonObject | undefined {
    const known = this.indexes.get(list);
    const index = known ?? new Map(list.rows.map((row) => [idOf(row), row]));
    if (known === undefined) {
      this.indexes.set(list, index);
    }
    return index.get(id);
  }

  /** To be called before a write is sent and again when it is done. */
  write(collection: string): void {
    this.loads.delete(collection);
    this.writes.add(collection);
  }

  /** The next reader loads anew. */
  forget(collection: string): void {
    this.loads.delete(collection);
  }

  written(collection: string): boolean {
    return this.writes.has(collection);
  }
}
