import type { Rows } from "../../client/answers.js";
import { Foresight } from "./foresight.js";

/**
 * What this process has done to objects, for the life of the process: one operation of the engine.
 *
 * An object is known by its collection and its id, because an id may stand in two: a budget has that of its workspace.
 *
 * It keeps a resource that is no longer declared from destroying what another resource has, tells our own objects from
 * others' when an object turns up that nobody expected, and saves looking for rivals where nobody else can have been.
 */
export class Ledger {
  readonly foresight = new Foresight();
  private readonly claims = new Set<string>();
  private readonly kept = new Set<string>();
  private readonly leaving = new Set<string>();
  private readonly reserved = new Set<string>();
  private readonly vacancies = new Set<string>();
  private readonly touched = new Set<string>();
  private readonly made = new Set<string>();
  private readonly surveys = new Map<string, Promise<Rows>>();

  /** Takes an existing object over for a resource; false, and nothing is recorded, if another one has it already. */
  claim(collection: string, id: string): boolean {
    const free = !this.held(collection, id);
    if (free) {
      this.claims.add(keyOf(collection, id));
    }
    return free;
  }

  claimed(collection: string, id: string): boolean {
    return this.claims.has(keyOf(collection, id));
  }

  /** Records that a resource of the program has the object and keeps it; false if another one has just taken it over. */
  keep(collection: string, id: string): boolean {
    const free = !this.claimed(collection, id);
    if (free) {
      this.kept.add(keyOf(collection, id));
    }
    return free;
  }

  keeps(collection: string, id: string): boolean {
    return this.kept.has(keyOf(collection, id));
  }

  /** Records that a resource of the program has the object and is about to have another one instead. */
  leave(collection: string, id: string): void {
    this.leaving.add(keyOf(collection, id));
  }

  left(collection: string, id: string): boolean {
    return this.leaving.has(keyOf(collection, id));
  }

  /** Records that an object of this name makes room for its successor: nobody else can have it there. */
  vacate(collection: string, name: string): void {
    this.vacancies.add(keyOf(collection, name));
  }

  vacated(collection: string, name: string): boolean {
    return this.vacancies.has(keyOf(collection, name));
  }

  /** Whether a resource of the program has the object after this run: who else had it must not destroy it. */
  held(collection: string, id: string): boolean {
    return this.claimed(collection, id) || this.keeps(collection, id);
  }

  /** Sets a name aside for one new object of the collection; false if this run has made, or is making, one of it. */
  reserve(collection: string, name: string): boolean {
    const place = keyOf(collection, name);
    const free = !this.reserved.has(place);
    this.reserved.add(place);
    return free;
  }

  /** Records that this process has created, changed or deleted the object. */
  touch(collection: string, id: string): void {
    this.touched.add(keyOf(collection, id));
  }

  /** Records an object that this process has created. */
  create(collection: string, id: string): void {
    this.touch(collection, id);
    this.made.add(keyOf(collection, id));
  }

  created(collection: string, id: string): boolean {
    return this.made.has(keyOf(collection, id));
  }

  /** Whether this process has created, changed or deleted anything. */
  get hasWritten(): boolean {
    return this.touched.size > 0;
  }

  /** False for every object that this process has had to do with. */
  stranger(collection: string, id: string): boolean {
    return !this.touched.has(keyOf(collection, id)) && !this.claimed(collection, id);
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

function keyOf(collection: string, id: string): string {
  return `${collection} ${id}`;
}
