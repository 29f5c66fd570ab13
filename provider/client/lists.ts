import type { JsonObject } from "../text/json.js";
import { idOf, type Rows } from "./answers.js";

/** The key of a list: a kind's path template, and the id of the object that the rows belong to. */
export function collectionKey(list: string, parentId?: string): string {
  return `${list} ${parentId ?? ""}`;
}

/** At most this many lists of a family are loaded before a reader asks for them. */
const mostAhead = 4;

/** The lists of one kind in several workspaces. Whoever reads one will probably read the others too. */
interface Family {
  readonly asked: Set<string>;
  /** Loaded already, and not asked for yet. */
  readonly ahead: Set<string>;
  /** Not loaded yet, in the order in which they are likely to be asked for. */
  readonly expected: { readonly collection: string; readonly load: () => Promise<Rows> }[];
}

/**
 * The lists that this process has read, one for each collection (a kind in a workspace).
 *
 * One load serves all readers, also those that ask while it runs. A failed load is not kept. A write makes
 * the list of its collection out of date, even a list that is being loaded at that moment. A gateway's lists
 * may be behind its writes, so after a write `written` tells readers to read single objects instead.
 *
 * The engine reads objects in the order of its state, a few at a time, so most of these reads wait for the
 * same list. The lists that `expect` has announced are therefore loaded shortly before their readers come.
 * Never more lists are loaded ahead than readers have already asked for, so little is lost if these readers
 * do not come.
 */
export class Lists {
  private readonly loads = new Map<string, Promise<Rows>>();
  private readonly writes = new Set<string>();
  private writeCalls = 0;
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

  /** Announces a list that will be read if other lists of its family are read. */
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
    while (ahead.size < Math.min(mostAhead, asked.size)) {
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

  /** The row with an id. A list is searched for every object of its collection, so it gets an index. */
  row(list: Rows, id: string): JsonObject | undefined {
    const index = this.indexes.get(list) ?? new Map(list.rows.map((row) => [idOf(row), row]));
    this.indexes.set(list, index);
    return index.get(id);
  }

  /** The list, if this process has read it already, or is reading it. */
  known(collection: string): Promise<Rows> | undefined {
    return this.loads.get(collection);
  }

  /** Call this before a write is sent, and again when the write is done. */
  write(collection: string): void {
    this.loads.delete(collection);
    this.writes.add(collection);
    this.writeCalls += 1;
  }

  /** A number that every write changes, for readers of rows that are in no collection: a write cannot name what it outdates there. */
  get generation(): number {
    return this.writeCalls;
  }

  /** Lets the next reader load the list again. */
  forget(collection: string): void {
    this.loads.delete(collection);
  }

  written(collection: string): boolean {
    return this.writes.has(collection);
  }
}
