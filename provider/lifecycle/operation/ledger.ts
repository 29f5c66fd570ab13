import type { Rows } from "../../client/answers.js";
import type { Values } from "../../spec/values.js";
import type { JsonObject } from "../../text/json.js";
import { Foresight } from "./foresight.js";

/**
 * What this process has done to objects. The process lives for one operation of the engine.
 *
 * The key of an object is its collection and its id, because two collections may have the same id: a budget
 * has the id of its workspace.
 *
 * The ledger has three uses. A resource that is no longer declared does not destroy the object of another
 * resource. An object that nobody expected is known to be ours or not. And no request looks for an object of
 * the same name where only this process can have created one.
 */
export class Ledger {
  readonly foresight = new Foresight();
  private readonly claims = new Set<string>();
  private readonly kept = new Set<string>();
  private readonly leaving = new Set<string>();
  private readonly reserved = new Set<string>();
  private readonly vacancies = new Set<string>();
  private readonly touched = new Set<string>();
  private readonly renamed = new Set<string>();
  private readonly names = new Map<string, Values>();
  private readonly made = new Set<string>();
  private readonly surveys = new Map<string, Promise<Rows>>();
  private readonly turns = new Map<string, Promise<unknown>>();
  private readonly glances = new Map<string, Promise<readonly JsonObject[]>>();

  /**
   * Takes an existing object over for a resource.
   * If another resource has it already: false, and nothing is recorded.
   */
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

  /**
   * Records that a resource of the program keeps its object.
   * False if another resource has just taken the object over.
   */
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

  /** Records that a resource of the program has the object and will get another one in its place. */
  leave(collection: string, id: string): void {
    this.leaving.add(keyOf(collection, id));
  }

  left(collection: string, id: string): boolean {
    return this.leaving.has(keyOf(collection, id));
  }

  /**
   * Records that an object of this name is deleted before its replacement is created.
   * No other object has the name.
   */
  vacate(collection: string, name: string): void {
    this.vacancies.add(keyOf(collection, name));
  }

  vacated(collection: string, name: string): boolean {
    return this.vacancies.has(keyOf(collection, name));
  }

  /**
   * Whether a resource of the program has the object after this run.
   * Then no other resource may destroy it.
   */
  held(collection: string, id: string): boolean {
    return this.claimed(collection, id) || this.keeps(collection, id);
  }

  /**
   * Reserves a name for one new object of the collection.
   * False if this run creates, or has created, one with it.
   */
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

  /** True for an object that this process has neither written nor taken over. */
  stranger(collection: string, id: string): boolean {
    return !this.touched.has(keyOf(collection, id)) && !this.claimed(collection, id);
  }

  /** Notes that an object has its new name, or does not get it in this run. */
  endRename(collection: string, id: string): void {
    this.renamed.add(keyOf(collection, id));
  }

  renameEnded(collection: string, id: string): boolean {
    return this.renamed.has(keyOf(collection, id));
  }

  /** Notes the name that an object has until it gets its new one. */
  lend(collection: string, id: string, name: Values): void {
    this.names.set(keyOf(collection, id), name);
  }

  lent(collection: string, id: string): Values | undefined {
    return this.names.get(keyOf(collection, id));
  }

  /** Does work on the name of an object when no other such work is under way. */
  inTurn<T>(collection: string, id: string, work: () => Promise<T>): Promise<T> {
    const key = keyOf(collection, id);
    const turn = (this.turns.get(key) ?? Promise.resolve()).then(work);
    this.turns.set(
      key,
      turn.catch(() => {}),
    );
    return turn;
  }

  /** The objects of a collection, read only once: before this process creates any. */
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

  /**
   * The rows of a collection, asked for only once, also if there is no answer: then there are none. Only for what
   * nothing depends on.
   */
  glance(collection: string, load: () => Promise<readonly JsonObject[]>): Promise<readonly JsonObject[]> {
    const rows = this.glances.get(collection) ?? load().catch(() => []);
    this.glances.set(collection, rows);
    return rows;
  }
}

function keyOf(collection: string, id: string): string {
  return `${collection} ${id}`;
}
