/** What the diffs of this process have found and told, for the life of the process: one operation of the engine. */
export class Foresight {
  private readonly told = new Set<string>();
  private readonly reads = new Set<string>();
  private readonly changes = new Map<string, readonly string[]>();

  /** Whether a line has not been told yet: the engine may ask for the diff of a resource more than once. */
  isNews(line: string): boolean {
    const isNews = !this.told.has(line);
    this.told.add(line);
    return isNews;
  }

  /** Records that an object was read: the engine then asks for a diff, to show what its refresh has found. */
  read(list: string, id: string): void {
    this.reads.add(keyOf(list, id));
  }

  /** Whether the diff that is asked for is that of a refresh, which changes nothing on the gateway. */
  isOfRefresh(list: string, id: string): boolean {
    return this.reads.delete(keyOf(list, id));
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
