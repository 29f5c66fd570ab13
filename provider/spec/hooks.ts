/** That deleting an object deletes what is in it: the objects of every kind whose `parent` is in the object's list. */
export interface Guard {
  /** The local input that, applied before, allows to delete it with all that is in it. */
  readonly unless: string;
  /** Names of counts in `stats` of the object's own list row, each under the list of what it counts. */
  readonly counts: Readonly<Record<string, string>>;
  /** What it may hold of no kind: told, but not in the way. */
  readonly harmless: readonly Harmless[];
}

interface Harmless {
  /** What people call one of them. */
  readonly what: string;
  /** The list of them, which takes the id of what holds them as the lists of kinds do. */
  readonly list: string;
  readonly scope: string;
}

/** The local input that, with this value, has a replacement made before its predecessor is deleted, though both have one name. */
export interface Overlap {
  readonly input: string;
  readonly value: string;
}

/** What an object goes through after it was created, and how long we wait for it. */
export interface Settling {
  /** Field of the row, by the API's name. */
  readonly status: string;
  readonly running: readonly string[];
  readonly failed: readonly string[];
  /** Field of the row that says why it failed. */
  readonly error: string;
  /** Field of the row that counts what is done, and what it counts. */
  readonly progress: { readonly field: string; readonly of: string };
  /** The local input that, false, does not wait. */
  readonly unless: string;
  /** The local input with the longest wait in seconds, and its default. */
  readonly timeout: { readonly input: string; readonly seconds: number };
}
