import { canonical } from "../../spec/compare.js";
import type { Values } from "../../spec/values.js";

/**
 * What the program declares of objects that others refer to, and which of their fields it will change.
 * Only what this process has seen so far: a process lives for one operation.
 */
export class PlannedChanges {
  private readonly declared = new Map<string, Values>();
  private readonly changes = new Map<string, readonly string[]>();

  /**
   * Records the declared values of an object.
   * An object that refers to it knows its list, but not its workspace.
   */
  declare(list: string, id: string, values: Values): void {
    this.declared.set(keyOf(list, id), values);
  }

  /** The declared values of an object. Undefined if this process has not seen it. */
  declaredOf(list: string, id: string): Values | undefined {
    return this.declared.get(keyOf(list, id));
  }

  /**
   * One text for the declared values of some fields of an object.
   * Undefined if this process has not seen the object.
   */
  spelled(list: string, id: string, names: readonly string[]): string | undefined {
    const values = this.declaredOf(list, id);
    return values === undefined ? undefined : canonical(names.map((name) => values[name] ?? null));
  }

  /** The ids of the objects of a list that this process has seen so far, in their order. */
  ids(list: string): string[] {
    const start = keyOf(list, "");
    return [...this.declared.keys()].flatMap((key) =>
      key.startsWith(start) ? [key.slice(start.length)] : [],
    );
  }

  /** Records that fields of an object will be changed in place. */
  change(list: string, id: string, names: readonly string[]): void {
    this.changes.set(keyOf(list, id), names);
  }

  changed(list: string, id: string, names: readonly string[]): boolean {
    return (this.changes.get(keyOf(list, id)) ?? []).some((name) => names.includes(name));
  }
}

function keyOf(list: string, id: string): string {
  return `${list} ${id}`;
}
