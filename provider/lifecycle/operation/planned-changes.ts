import { canonical } from "../../spec/compare.js";
import type { Kind } from "../../spec/kind.js";
import type { Values } from "../../spec/values.js";

/**
 * What the program declares of objects that others refer to, and which of their fields it will change.
 * Only what this process has seen so far: a process lives for one operation.
 */
export class PlannedChanges {
  /** By list, then by id: an object that refers to another one knows its list, but not its workspace. */
  private readonly declared = new Map<string, Map<string, Values>>();
  private readonly changes = new Map<string, readonly string[]>();

  /** Records the declared values of an object. */
  declare(kind: Listed, id: string, values: Values): void {
    const list = listOf(kind);
    const objects = this.declared.get(list) ?? new Map<string, Values>();
    this.declared.set(list, objects.set(id, values));
  }

  /** The declared values of an object. Undefined if this process has not seen it. */
  declaredOf(kind: Listed, id: string): Values | undefined {
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
  change(kind: Listed, id: string, names: readonly string[]): void {
    this.changes.set(keyOf(listOf(kind), id), names);
  }

  changed(list: string, id: string, names: readonly string[]): boolean {
    return (this.changes.get(keyOf(list, id)) ?? []).some((name) => names.includes(name));
  }
}

type Listed = Pick<Kind, "name" | "endpoints">;

/** What the objects of a kind are kept under: a kind without a list has its name. */
function listOf({ name, endpoints }: Listed): string {
  return endpoints.list ?? name;
}

function keyOf(list: string, id: string): string {
  return `${list} ${id}`;
}
