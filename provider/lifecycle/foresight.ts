/** What the diffs of this process have found, for the life of the process: one operation of the engine. */
export class Foresight {
  private readonly changes = new Map<string, readonly string[]>();

  /** Records that fields of an object will be changed in place. Who refers to it knows its list, and not its workspace. */
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
