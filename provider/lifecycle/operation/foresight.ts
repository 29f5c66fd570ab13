import { canonical } from "../../spec/compare.js";
import type { Values } from "../../spec/values.js";

/** What the program declares of objects that others refer to, as far as this process has come: one operation. */
export class Foresight {
  private readonly declared = new Map<string, Values>();
  private readonly changes = new Map<string, readonly string[]>();

  /** Records what an object is declared to be. Who refers to it knows its list, and not its workspace. */
  declare(list: string, id: string, values: Values): void {
    this.declared.set(keyOf(list, id), values);
  }

  /** One text for the declared values of some of its fields; undefined if this process has not come by it. */
  spelled(list: string, id: string, names: readonly string[]): string | undefined {
    const values = this.declared.get(keyOf(list, id));
    return values === undefined ? undefined : canonical(names.map((name) => values[name] ?? null));
  }

  /** Records that fields of an object will be changed in place. */
  change(list: string, id: string, names: readonly string[]): void {
    this.changes.set(keyOf(list, id), names);
  }

  changed(list: string, id: string, names: readonly string[]): boolean {
    return (this.changes.get(keyOf(list, id)) ?? []).some((name) => names.includes(name));
  }
}

function keyOf(place: string, id: string): string {
  return `${place} ${id}`;
}
