/** What the diffs of this process have found and told, for the life of the process: one operation of the engine. */
export class Foresight {
  private readonly told = new Set<string>();
  private readonly reads = new Set<string>();
  private readonly changes = new Map<string, readonly string[]>();

  /** Whether a line about an object has not been told yet: the engine may ask for one diff more than once. */
  isNews(collection: string, id: string, line: string): boolean {
    const news = `${keyOf(collection, id)} ${line}`;
    const isNews = !this.told.has(news);
    this.told.add(news);
    return isNews;
  }

  /** Records that an object was read: the engine then asks for a diff, to show what its refresh has found. */
  read(collection: string, id: string): void {
    this.reads.add(keyOf(collection, id));
  }

  /** Whether the diff that is asked for is that of a refresh, which changes nothing on the gateway. */
  isOfRefresh(collection: string, id: string): boolean {
    return this.reads.delete(keyOf(collection, id));
  }

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
