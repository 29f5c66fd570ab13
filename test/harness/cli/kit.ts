/** Programs that are kept together in the cache. */
export interface Kit {
  readonly title: string;
  readonly version: string;
  /** Name of its folder in the cache. If the version of one program changes, the name must change too. */
  readonly folder: string;
  /** The files. The first one is asked for its version: the kit is usable if the first line is `prints`. */
  readonly files: readonly [string, ...string[]];
  /** How it is asked, if not by `version`. */
  readonly ask?: string;
  readonly prints: string;
}
