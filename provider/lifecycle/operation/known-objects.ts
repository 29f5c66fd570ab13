import type { Rows } from "../../client/answers.js";
import type { Values } from "../../spec/values.js";
import type { Nameable } from "../objects/misnamed.js";

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
export class KnownObjects {
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

  await(collection: string, inputs: string): void {
    this.at(collection).awaited.add(inputs);
  }

  settle(collection: string, inputs: string): void {
    this.at(collection).awaited.delete(inputs);
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
