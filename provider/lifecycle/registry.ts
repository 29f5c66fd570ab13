import type { Rows } from "../client/exchange.js";
import { Lists } from "../client/lists.js";
import { type Claims, type Holding, noOthers } from "../io/shared-claims.js";
import { canonical } from "../spec/compare.js";
import type { Kind } from "../spec/kind.js";
import type { Values } from "../spec/values.js";
import type { JsonObject } from "../text/json.js";
import { didYouMean } from "../text/words.js";

/**
 * What the program declares of objects that others refer to, and which of their fields it will change.
 * Only what this process has seen so far: a process lives for one operation.
 */
export class PlannedChanges {
  /** By list, then by id: an object that refers to another one knows its list, but not its workspace. */
  private readonly declared = new Map<string, Map<string, Values>>();
  private readonly changes = new Map<string, readonly string[]>();

  /** Records the declared values of an object. */
  declare(kind: Kind, id: string, values: Values): void {
    const list = listOf(kind);
    const objects = this.declared.get(list) ?? new Map<string, Values>();
    this.declared.set(list, objects.set(id, values));
  }

  /** The declared values of an object. Undefined if this process has not seen it. */
  declaredOf(kind: Kind, id: string): Values | undefined {
    return this.declared.get(listOf(kind))?.get(id);
  }

  /**
   * One text for the declared values of some fields of an object.
   * Undefined if this process has not seen the object.
   */
  spelled(list: string, id: string, names: readonly string[]): string | undefined {
    const values = this.declared.get(list)?.get(id);
    return values === undefined ? undefined : canonical(names.map((name) => values[name] ?? null));
  }

  /** The ids of the objects of a list that this process has seen so far, in their order. */
  ids(list: string): string[] {
    return [...(this.declared.get(list)?.keys() ?? [])];
  }

  /** Records that fields of an object will be changed in place. */
  change(kind: Kind, id: string, names: readonly string[]): void {
    this.changes.set(keyOf(listOf(kind), id), names);
  }

  changed(list: string, id: string, names: readonly string[]): boolean {
    return (this.changes.get(keyOf(list, id)) ?? []).some((name) => names.includes(name));
  }
}

/** What the objects of a kind are kept under: a kind without a list has its name. */
function listOf({ name, endpoints }: Kind): string {
  return endpoints.list ?? name;
}

/** What this process knows of a collection. */
interface Collection {
  list?: Rows;
  /** By id, what this process has written since it began. Undefined: deleted. */
  readonly written: Map<string, Values | undefined>;
  /** The declared inputs, as texts, of what was checked and is not created, updated or found unchanged yet. */
  readonly awaited: Set<string>;
  /** What was made of the objects, by what it is for, until one of them changes: many values may name them. */
  readonly nameables: Map<string, readonly Nameable[]>;
}

/**
 * What this process knows of the objects that others name: from the lists that it has read, and from what it has written. A
 * write counts more than a list, which may be behind it.
 */
class KnownObjects {
  private readonly collections = new Map<string, Collection>();

  /** Records a list that was read. */
  list(collection: string, rows: Rows): void {
    const known = this.at(collection);
    known.list = rows;
    known.nameables.clear();
  }

  /** Records what a write has left of an object: its values, or nothing. */
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

/** Who has an object, as far as this operation has come: a resource of the program, or nobody that is known. */
type Holder = Holding | "nobody";

/** What this process knows of an object. */
class ObjectRecord {
  holder: Holder = "nobody";
  /** Whether a resource has it and will get another one in its place. */
  leaving = false;
  /** Whether this process has created it. */
  created = false;
  /** Whether this process has created, changed or deleted it. */
  written = false;
  /** Whether this run changes its identity no more. */
  hasFinalIdentity = false;
}

/** An object that gets a replacement. */
interface Replaced {
  readonly collection: string;
  readonly id: string;
  /** Whether its kind asks the engine to delete it before the replacement is created. The program can ask for that, too. */
  readonly deletedFirst: boolean;
  /** Set when it was deleted before its replacement was created. */
  deleted?: { readonly state: Values; readonly had: Had };
}

/** All values that an object had, or the names of those that are unknown: then it cannot be created again. */
export type Had = { readonly values: Values } | { readonly unknown: readonly string[] };

/** How another resource may have an object that one comes to have in this way. */
const beside: Readonly<Record<Holding, readonly Holding[]>> = {
  kept: ["kept", "created"],
  claimed: [],
  created: [],
};

/**
 * What an operation of the engine has done to objects, as this process knows it, and with it what other processes of the
 * operation hold.
 *
 * The key of an object is its collection and its id, because two collections may have the same id: a budget
 * has the id of its workspace.
 *
 * The registry has three uses. A resource that is no longer declared does not destroy the object of another
 * resource. An object that nobody expected is known to be ours or not. And no request looks for an object of
 * the same name where only this process can have created one.
 */
export class ObjectRegistry {
  readonly planned = new PlannedChanges();
  readonly known = new KnownObjects();
  private readonly objects = new Map<string, ObjectRecord>();
  /** By what an object has been known by, what it will be known by. */
  private readonly moves = new Map<string, string>();
  /** The end of the last work on a name: of an object, or of what is to be created. */
  private readonly turns = new Map<string, Promise<unknown>>();
  private readonly replaced = new Map<string, Replaced>();
  /** The identities of their replacements, by object: a destroy asks for each object. */
  private readonly replacedObjects = new Map<string, string>();
  /** What this process has noted of objects. */
  private readonly notes = new Map<string, JsonObject>();
  /** By the natural key of the objects. */
  private readonly deletions = new Map<string, readonly string[]>();
  private readonly doubts = new Map<string, readonly Values[]>();
  private readonly surveys = new Map<string, Promise<Rows>>();
  /** Lists as they were before this process changed anything. Only for what nothing depends on. */
  readonly cachedReads = new Lists();
  /** Whether this process has created, changed or deleted anything. */
  hasWritten = false;
  /** Why nothing new may be made: the settings lead to another gateway than an object of the stack is on. */
  misleading: string | undefined;

  /** `gateway`: what all processes call the gateway. */
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

  /** Records an object that this process has created. Throws if a resource has it already: the gateway gave one id twice. */
  recordCreate(collection: string, id: string): void {
    if (this.take(collection, id, "created") !== "nobody") {
      throw new Error(
        `the gateway answered the create with the id ${id}, which is that of another resource's object. ` +
          "Nothing was recorded: look for the object in the console.",
      );
    }
    this.at(collection, id).created = true;
    this.touch(collection, id);
  }

  /**
   * Records that a resource of the program has the object (`id`), or a name for a new one, unless another resource has it in a way that
   * is not allowed beside this one. Returns who had it before: one question to the other processes answers both.
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

  /** Records that an object gets a replacement with this identity. */
  replace(identity: string, object: Replaced): Replaced {
    this.replaced.set(identity, object);
    this.replacedObjects.set(keyOf(object.collection, object.id), identity);
    return object;
  }

  /** The object whose replacement has this identity. */
  replacedBy(identity: string): Replaced | undefined {
    return this.replaced.get(identity);
  }

  /** The same, for an object whose replacement is not created yet. */
  awaitsReplacement(collection: string, id: string): Replaced | undefined {
    const object = this.replaced.get(this.replacedObjects.get(keyOf(collection, id)) ?? "");
    return object?.collection === collection && object.id === id ? object : undefined;
  }

  /** Records that a replacement is created. */
  replacementCreated(identity: string): void {
    this.replaced.delete(identity);
  }

  /** Whether the object that the one with this identity replaces is deleted first: then no other object has the name. */
  vacated(identity: string): boolean {
    return this.replaced.get(identity)?.deletedFirst === true;
  }

  /** Notes something of an object for all processes of the operation. */
  note(topic: string, collection: string, id: string, values: JsonObject): void {
    const place = this.placeOf(collection, `${topic} ${id}`);
    this.notes.set(place, values);
    this.others.note(place, values);
  }

  noted(topic: string, collection: string, id: string): JsonObject | undefined {
    const place = this.placeOf(collection, `${topic} ${id}`);
    return this.notes.get(place) ?? this.others.noted(place);
  }

  /** Records that this process has deleted an object with this natural key. */
  recordDelete(key: string, id: string): void {
    this.deletions.set(key, [...this.deleted(key), id]);
  }

  /** The ids of the objects with this natural key that this process has deleted. */
  deleted(key: string): readonly string[] {
    return this.deletions.get(key) ?? [];
  }

  /**
   * Whether a resource of the program has the object after this run.
   * Then no other resource may destroy it.
   */
  held(collection: string, id: string): boolean {
    const { holder } = this.at(collection, id);
    return holder === "claimed" || holder === "kept" || this.foreign(collection, id) !== undefined;
  }

  /** Tells other processes of the operation that this one declares objects of the collection. */
  share(collection: string): void {
    this.take(collection, "declared", "kept");
  }

  /** Whether another process of the operation declares objects of the collection. */
  isShared(collection: string): boolean {
    return this.foreign(collection, "declared") !== undefined;
  }

  /** Why it is not known what other processes of the operation hold; undefined if it is. */
  get blindness(): string | undefined {
    return this.others.problem;
  }

  private foreign(collection: string, id: string): Holding | undefined {
    return this.others.foreign(this.placeOf(collection, id));
  }

  private placeOf(collection: string, id: string): string {
    return `${this.gateway} ${keyOf(collection, id)}`;
  }

  /** Records what was declared of a create of this name whose outcome is not known. */
  doubt(collection: string, name: string, declared: Values): void {
    this.doubts.set(keyOf(collection, name), [...this.doubted(collection, name), declared]);
  }

  /** What was declared of the creates of this name whose outcomes are not known. */
  doubted(collection: string, name: string): readonly Values[] {
    return this.doubts.get(keyOf(collection, name)) ?? [];
  }

  touch(collection: string, id: string): void {
    this.at(collection, id).written = true;
    this.hasWritten = true;
  }

  /** True for an object that this process has neither written nor taken over. */
  stranger(collection: string, id: string): boolean {
    const { written, holder } = this.at(collection, id);
    return !written && holder !== "claimed";
  }

  /**
   * Records that a resource gives up what its object is known by for something else. True if that goes round: another resource has
   * that and gives it up too, and so on, until one takes what this one gives up. None of them can begin.
   */
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

  /** Does work when no other such work is under way: on the name of an object (`id`), or on new objects of one name. */
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
    const rows = this.surveys.get(collection) ?? load();
    this.surveys.set(collection, rows);
    rows.catch(() => this.surveys.delete(collection));
    return rows;
  }
}

function keyOf(collection: string, id: string): string {
  return `${collection} ${id}`;
}

/** An object that a value may name, as far as it is known. */
export interface Nameable {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  /** The value of the property that names it, such as the `gatewayName` of a model. */
  readonly called?: string | undefined;
}

/** The value is only the id or the name of an object, or no object has it; then the closest name is in a hint. */
type Misnamed<N> =
  | { readonly as: "id" | "name"; readonly of: N }
  | { readonly as: "unmatched"; readonly hint: string };

/**
 * How a value fails to name one of these objects: it is the id or the name of one, or matches none. Undefined if it names one, or may
 * name an object that is not known. Letter case counts.
 *
 * @param isWhole - whether these are all objects that it may name
 */
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
