/** What a value is, where only the server knows which value it will be. */
export class ServerValue {
  readonly what: string;
  readonly accepts: (value: unknown) => boolean;
  readonly name: string | undefined;

  constructor(what: string, accepts: (value: unknown) => boolean, name?: string) {
    this.what = what;
    this.accepts = accepts;
    this.name = name;
  }

  /** Keeps the value under a name: later exchanges write it as `{name}`. */
  as(name: string): ServerValue {
    return new ServerValue(this.what, this.accepts, name);
  }
}

/** A single item, bare or in `{ data }`: where api.md names only the item ("Gaps common to endpoints"). */
export class Item {
  readonly template: Template;

  constructor(template: Template) {
    this.template = template;
  }
}

/** A list that may hold other rows too. */
export class Rows {
  readonly including: readonly Template[];
  readonly excluding: readonly Template[];

  constructor(including: readonly Template[], excluding: readonly Template[]) {
    this.including = including;
    this.excluding = excluding;
  }
}

/** A string of which only the end is known. */
export class Ending {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export const absent = Symbol("absent");

/**
 * What a body looks like. `{name}` in a string is a value kept earlier; objects may have more keys than
 * written here; rows of a list have no stated order, so arrays of objects are compared as sets.
 */
export type Template =
  | null
  | boolean
  | number
  | string
  | typeof absent
  | ServerValue
  | Item
  | Rows
  | Ending
  | readonly Template[]
  | { readonly [key: string]: Template };

export const item = (template: Template): Item => new Item(template);
export const rows = (including: readonly Template[], excluding: readonly Template[] = []): Rows =>
  new Rows(including, excluding);
export const ending = (text: string): Ending => new Ending(text);
