/** What an object may hold that would be lost with it. */
export interface Guard {
  /** The local input that, applied before, allows to delete it with all that is in it. */
  readonly unless: string;
  readonly holds: readonly Holding[];
}

export interface Holding {
  /** What people call the things held. */
  readonly what: string;
  /** The list of them: a path with `{id}`, or one that takes the id as `workspace_id`. */
  readonly list: string;
  readonly scope: string;
  /** Their count in `stats` of the object's own list row, where that has it. */
  readonly stat?: string;
  /** How many belong to an empty object. */
  readonly own?: number;
  /** They are named, but do not stand in the way. */
  readonly harmless?: true;
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
