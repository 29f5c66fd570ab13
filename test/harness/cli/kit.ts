/** Programs that are kept in the cache together. */
export interface Kit {
  readonly title: string;
  readonly version: string;
  /** The name of its folder in the cache, another one for every version of every program in it. */
  readonly folder: string;
  /** The first of them tells, in the first line of what it prints for `version`, whether the kit is fit. */
  readonly files: readonly [string, ...string[]];
  readonly prints: string;
}
