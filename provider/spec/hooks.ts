/**
 * For a kind whose objects hold others: deleting an object deletes what it holds.
 * It holds the objects of every kind whose `parent.list` is the list of this kind.
 */
export interface Guard {
  /**
   * The local input that allows a delete together with all that is in the object.
   * It must be applied before.
   */
  readonly unless: string;
  /**
   * Names of the counts in `stats` of the object's own list row.
   * The key of each is the list of what it counts.
   */
  readonly counts: Readonly<Record<string, string>>;
  /** What it may hold that belongs to no kind. Messages name it, but it does not stop the delete. */
  readonly harmless: readonly Harmless[];
}

interface Harmless {
  /** The word for one of them in messages. */
  readonly what: string;
  /**
   * The list of them.
   * It takes the id of the object that holds them in the same way as the lists of kinds.
   */
  readonly list: string;
  readonly scope: string;
}

/**
 * If this local input has this value, a replacement is created before the old object is deleted, although
 * both have the same name.
 */
export interface Overlap {
  readonly input: string;
  readonly value: string;
}

/** Work that goes on in an object after its creation, and how long we wait for it. */
export interface Wait {
  /** Field of the row that has the status, by the API's name. */
  readonly status: string;
  readonly running: readonly string[];
  readonly failed: readonly string[];
  /** Field of the row that says why it failed. */
  readonly error: string;
  /** Field of the row that counts what is done, and the word for what it counts. */
  readonly progress: { readonly field: string; readonly of: string };
  /** The local input that switches the waiting off if it is false. */
  readonly unless: string;
  /** The local input with the longest wait in seconds, and its default. */
  readonly timeout: { readonly input: string; readonly seconds: number };
}
