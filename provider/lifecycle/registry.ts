import type { Rows } from "../client/exchange.js";
import { Lists } from "../client/lists.js";
import { type Claims, type Holding, noOthers } from "../io/shared-claims.js";
import { canonical } from "../spec/compare.js";
import type { Kind } from "../spec/kind.js";
import type { Values } from "../spec/values.js";
import type { JsonObject } from "../text/json.js";
import { didYouMean } from "../text/words.js";

/** Covers only the objects that this process has seen so far. A process lives for one operation. */
export class PlannedChanges {
  /** Keyed by list, then by id, because a reference names the other object's list but not its workspace. */
  private readonly declared = new Map<string, Map<string, Values>>();
  private readonly changes = new Map<string, readonly string[]>();

  declare(kind: Kind, id: string, values: Values): void {
    const list = listOf(kind);
    const objects = this.declared.get(list) ?? new Map<string, Values>();
    this.declared.set(list, objects.set(id, values));
  }

  /** Undefined if this process has not seen the object. */
  declaredOf(kind: Kind, id: string): Values | undefined {
    return this.declared.get(listOf(kind))?.get(id);
  }

  /** The declared values of some fields as one string. Undefined if this process has not seen the object. */
  spelled(list: string, id: string, names: readonly string[]): string | undefined {
    const values = this.declared.get(list)?.get(id);
    return values === undefined ? undefined : canonical(names.map((name) => values[name] ?? null));
  }

  /** The ids in a list that this process has seen so far, in the order in which they were seen. */
  ids(list: string): string[] {
    return [...(this.declared.get(list)?.keys() ?? [])];
  }

  change(kind: Kind, id: string, names: readonly string[]): void {
    this.changes.set(keyOf(listOf(kind), id), names);
  }

  changed(list: string, id: string, names: readonly string[]): boolean {
    return (this.changes.get(keyOf(list, id)) ?? []).some((name) => names.includes(name));
  }
}

function listOf({ name, endpoints }: Kind): string {
  return endpoints.list ?? name;
}

interface Collection {
  list?: Rows;
  /** This process's writes, by id. Undefined for a deleted object. */
  readonly written: Map<string, Values | undefined>;
  /** Checked inputs, as strings, whose object has not yet been created, updated, or found to be unchanged. */
  readonly awaited: Set<string>;
  /** Cached names, by purpose. Cleared when an object changes. */
  readonly nameables: Map<string, readonly Nameable[]>;
}

/** Objects that others may refer to. A write overrides a list, which may lag behind it. */
class KnownObjects {
  private readonly collections = new Map<string, Collection>();

  list(collection: string, rows: Rows): void {
    const known = this.at(collection);
    known.list = rows;
    known.nameables.clear();
  }

  write(collection: string, id: string, values?: Values): void {
    const known = this.at(collection);
    known.written.set(id, values);
    known.nameables.clear();
  }

  at(collection: string): Collection {
    const known = this.collections.get(collection) ?? {
      written: new Map(),
      awaited: new Set(),
      nameables: new Map(),
    };
    this.collections.set(collection, known);
    return known;
  }
}

type Holder = Holding | "nobody";

class ObjectRecord {
  holder: Holder = "nobody";
  /** Whether the resource will replace the object. */
  leaving = false;
  created = false;
  /** Whether this process has created, changed, or deleted the object. */
  written = false;
  /** Whether this run has finished changing the object's identity. */
  hasFinalIdentity = false;
}

interface Replaced {
  readonly collection: string;
  readonly id: string;
  /** Whether the diff requests the delete before the create. The program can also request this. */
  readonly deletedFirst: boolean;
  /** Set once the object has been deleted to make way for its replacement. */
  deleted?: { readonly state: Values; readonly had: Had };
}

/** All values of a deleted object, or the names of unknown ones, without which it cannot be recreated. */
export type Had = { readonly values: Values } | { readonly unknown: readonly string[] };

/** For each claim, the claims of other resources that are allowed alongside it. */
const beside: Readonly<Record<Holding, readonly Holding[]>> = {
  kept: ["kept", "created"],
  claimed: [],
  created: [],
};

/**
 * An object's key is its collection and its id, because two collections may contain the same id. For example,
 * a budget has its workspace's id.
 *
 * The registry has three uses. It prevents a resource that is no longer declared from destroying another
 * resource's object. It shows whether an unexpected object is ours. It avoids searches for an object with
 * the same name if only this process can have created such an object.
 */
export class ObjectRegistry {
  readonly planned = new PlannedChanges();
  readonly known = new KnownObjects();
  private readonly objects = new Map<string, ObjectRecord>();
  /** The new identity, by the former one. */
  private readonly moves = new Map<string, string>();
  /** The last queued work on the name of an existing or a new object. */
  private readonly turns = new Map<string, Promise<unknown>>();
  private readonly replaced = new Map<string, Replaced>();
  /** The replacement's identity, keyed by the replaced object, so that every destroy can look it up. */
  private readonly replacedObjects = new Map<string, string>();
  private readonly notes = new Map<string, JsonObject>();
  /** By natural key. */
  private readonly deletions = new Map<string, readonly string[]>();
  private readonly doubts = new Map<string, readonly Values[]>();
  private readonly surveys = new Map<string, Promise<Rows>>();
  /** Lists as they were before this process changed anything, for uses where a stale row is harmless. */
  readonly cachedReads = new Lists();
  hasWritten = false;
  /** Why nothing may be created: the settings point to a different gateway than the stack's objects. */
  misleading: string | undefined;

  /** `gateway`: the gateway's name, the same in all processes. */
  constructor(
    private readonly others: Claims = noOthers,
    private readonly gateway = "",
  ) {}

  at(collection: string, id: string): ObjectRecord {
    const key = keyOf(collection, id);
    const record = this.objects.get(key) ?? new ObjectRecord();
    this.objects.set(key, record);
    return record;
  }

  keeps(collection: string, id: string): boolean {
    return this.at(collection, id).holder === "kept" || this.foreign(collection, id) === "kept";
  }

  /** Throws if the object belongs to a resource, because the gateway then returned the same id twice. */
  recordCreate(collection: string, id: string): void {
    if (this.take(collection, id, "created") !== "nobody") {
      throw new Error(
        `the gateway responded to the create with the id ${id}, which belongs to another resource's object. ` +
          "Nothing was recorded. Look for the object in the console.",
      );
    }
    this.at(collection, id).created = true;
    this.touch(collection, id);
  }

  /**
   * Records nothing if another resource has a claim that rules this one out. Returns the previous claim, so
   * that one query to the other processes is enough.
   */
  take(collection: string, id: string, how: Holding): Holder {
    const record = this.at(collection, id);
    const before =
      record.holder === "nobody"
        ? (this.others.take(this.placeOf(collection, id), how, beside[how]) ?? "nobody")
        : record.holder;
    if (before === "nobody" || beside[how].includes(before)) {
      record.holder = how;
    }
    return before;
  }

  replace(identity: string, object: Replaced): Replaced {
    this.replaced.set(identity, object);
    this.replacedObjects.set(keyOf(object.collection, object.id), identity);
    return object;
  }

  /** The object whose replacement has this identity. */
  replacedBy(identity: string): Replaced | undefined {
    return this.replaced.get(identity);
  }

  /** The object's entry among the replaced objects, until its replacement is created. */
  awaitsReplacement(collection: string, id: string): Replaced | undefined {
    const object = this.replaced.get(this.replacedObjects.get(keyOf(collection, id)) ?? "");
    return object?.collection === collection && object.id === id ? object : undefined;
  }

  replacementCreated(identity: string): void {
    this.replaced.delete(identity);
  }

  /** Whether the object replaced under this identity is deleted first, so that its name is free. */
  vacated(identity: string): boolean {
    return this.replaced.get(identity)?.deletedFirst === true;
  }

  /** Shares a note about an object with all processes of the operation. */
  note(topic: string, collection: string, id: string, values: JsonObject): void {
    const place = this.placeOf(collection, `${topic} ${id}`);
    this.notes.set(place, values);
    this.others.note(place, values);
  }

  noted(topic: string, collection: string, id: string): JsonObject | undefined {
    const place = this.placeOf(collection, `${topic} ${id}`);
    return this.notes.get(place) ?? this.others.noted(place);
  }

  recordDelete(key: string, id: string): void {
    this.deletions.set(key, [...this.deleted(key), id]);
  }

  /** The ids of the objects with this natural key that this process has deleted. */
  deleted(key: string): readonly string[] {
    return this.deletions.get(key) ?? [];
  }

  /** Whether the object still belongs to a resource after this run, so that no other may destroy it. */
  held(collection: string, id: string): boolean {
    const { holder } = this.at(collection, id);
    return holder === "claimed" || holder === "kept" || this.foreign(collection, id) !== undefined;
  }

  /** Announces to the operation's other processes that this one declares objects in the collection. */
  share(collection: string): void {
    this.take(collection, "declared", "kept");
  }

  /** Whether another process of the operation declares objects of the collection. */
  isShared(collection: string): boolean {
    return this.foreign(collection, "declared") !== undefined;
  }

  /** Why the claims of other processes are unknown. Undefined if they are known. */
  get blindness(): string | undefined {
    return this.others.problem;
  }

  private foreign(collection: string, id: string): Holding | undefined {
    return this.others.foreign(this.placeOf(collection, id));
  }

  private placeOf(collection: string, id: string): string {
    return `${this.gateway} ${keyOf(collection, id)}`;
  }

  /** Records the declaration of a create whose outcome is unknown. */
  doubt(collection: string, name: string, declared: Values): void {
    this.doubts.set(keyOf(collection, name), [...this.doubted(collection, name), declared]);
  }

  doubted(collection: string, name: string): readonly Values[] {
    return this.doubts.get(keyOf(collection, name)) ?? [];
  }

  touch(collection: string, id: string): void {
    this.at(collection, id).written = true;
    this.hasWritten = true;
  }

  stranger(collection: string, id: string): boolean {
    const { written, holder } = this.at(collection, id);
    return !written && holder !== "claimed";
  }

  /** True for a cycle: each new identity still belongs to the next object, so no change can begin. */
  goesRound(from: string, to: string): boolean {
    this.moves.set(from, to);
    const seen = new Set<string>();
    let next: string | undefined = to;
    while (next !== undefined && next !== from && !seen.has(next)) {
      seen.add(next);
      next = this.moves.get(next);
    }
    return next === from;
  }

  /** Runs work on the same object (`id`), or on new objects with the same name, sequentially. */
  inTurn<T>(collection: string, id: string, work: () => Promise<T>): Promise<T> {
    const key = keyOf(collection, id);
    const turn = (this.turns.get(key) ?? Promise.resolve()).then(work);
    this.turns.set(
      key,
      turn.catch(() => {}),
    );
    return turn;
  }

  /** The rows of a collection, read only once, before this process creates any of its objects. */
  survey(collection: string, load: () => Promise<Rows>): Promise<Rows> {
    const rows = this.surveys.get(collection) ?? load();
    this.surveys.set(collection, rows);
    rows.catch(() => this.surveys.delete(collection));
    return rows;
  }
}

function keyOf(collection: string, id: string): string {
  return `${collection} ${id}`;
}

export interface Nameable {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  /** The value of the property that names the object, such as the `gatewayName` of a model. */
  readonly called?: string | undefined;
}

/** `hint` suggests the closest name. */
type Misnamed<N> =
  | { readonly as: "id" | "name"; readonly of: N }
  | { readonly as: "unmatched"; readonly hint: string };

/** Undefined if the value refers to an object or, unless `isWhole`, may refer to an unknown one. */
export function misnamed<N extends Nameable>(
  value: string,
  objects: readonly N[],
  isWhole: boolean,
): Misnamed<N> | undefined {
  if (objects.some(({ called }) => called === value)) {
    return undefined;
  }
  const of = objects.find(({ id, name }) => id === value || name === value);
  if (of !== undefined) {
    return { as: of.id === value ? "id" : "name", of };
  }
  const names = objects.flatMap(({ called }) => called ?? []);
  return isWhole && names.length === objects.length
    ? { as: "unmatched", hint: didYouMean(value, names) }
    : undefined;
}
