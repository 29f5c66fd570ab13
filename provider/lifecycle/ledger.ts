import type { Rows } from "../client/rows.js";

/**
 * What this process has done to objects, for the life of the process: one operation of the engine.
 *
 * Who manages an object is kept by collection, because ids are not all of a kind: a budget has that of its workspace.
 *
 * It keeps a renamed resource from destroying what its new name has just taken over, tells our own objects from
 * others' when an object turns up that nobody expected, and saves looking for rivals where nobody else can have been.
 */
export class Ledger {
  private readonly claims = new Set<string>();
  private readonly managed = new Set<string>();
  private readonly touched = new Set<string>();
  private readonly made = new Set<string>();
  private readonly surveys = new Map<string, Promise<Rows>>();

  /** Records that an existing object was taken over; false if another resource of this process has it already. */
  claim(collection: string, id: string): boolean {
    const object = `${collection} ${id}`;
    const free = !this.claims.has(object) && !this.managed.has(object);
    this.claims.add(object);
    return free;
  }

  claimed(collection: string, id: string): boolean {
    return this.claims.has(`${collection} ${id}`);
  }

  /** Records that a resource of the program has the object already; false if another one has just taken it over. */
  manage(collection: string, id: string): boolean {
    this.managed.add(`${collection} ${id}`);
    return !this.claimed(collection, id);
  }

  /** Records that this process has created, changed or deleted the object. */
  touch(id: string): void {
    this.touched.add(id);
  }

  /** Records an object that this process has created. */
  create(id: string): void {
    this.touched.add(id);
    this.made.add(id);
  }

  created(id: string): boolean {
    return this.made.has(id);
  }

  /** Whether this process has created, changed or deleted anything. */
  get hasWritten(): boolean {
    return this.touched.size > 0;
  }

  /** False for every object that this process has had to do with. */
  stranger(collection: string, id: string): boolean {
    return !this.touched.has(id) && !this.claimed(collection, id);
  }

  /** The objects of a collection from before this process created any: asked for once. */
  survey(collection: string, load: () => Promise<Rows>): Promise<Rows> {
    const known = this.surveys.get(collection);
    if (known !== undefined) {
      return known;
    }
    const loading = load();
    this.surveys.set(collection, loading);
    loading.catch(() => this.surveys.delete(collection));
    return loading;
  }
}
