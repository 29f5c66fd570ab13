import type { JsonObject } from "./json.js";
import { idOf, type Rows } from "./rows.js";

/**
 * The lists read in this process, one per collection (a kind in a workspace).
 *
 * One load serves all readers, those that come while it runs included. A write makes the list of its collection
 * useless, even one that is just being loaded; since a gateway's lists may lag behind its writes, `written` then
 * tells readers to ask for single objects instead. A failed load is not kept.
 */
export class Lists {
  private readonly loads = new Map<string, Promise<Rows>>();
  private readonly writes = new Set<string>();
  private readonly indexes = new WeakMap<Rows, ReadonlyMap<string | undefined, JsonObject>>();

  read(collection: string, load: () => Promise<Rows>): Promise<Rows> {
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
