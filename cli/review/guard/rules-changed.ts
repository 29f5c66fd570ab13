/** What the guard file says here, and not at the commit whose rules hold. It does not count. */
export interface RulesChanged {
  /** The commit whose rules hold, as it was named. */
  readonly ref: string;
  readonly file: string;
  readonly changes: readonly RuleChange[];
}

export interface RuleChange {
  /** The key of the file; `file` for all of it. */
  readonly key: string;
  /** `10% → 50%`, `workspace-delete is added`. */
  readonly words: string;
  /** Whether more passes by what it says here. What is not sure counts as looser. */
  readonly isLooser: boolean;
}
