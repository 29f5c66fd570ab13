/** What the metric rows of one minute, model, provider, key and status add up to. */
export interface UsageCell {
  /** Whole minutes since the epoch, UTC. */
  readonly minute: number;
  readonly modelId: string | null;
  readonly providerId: string | null;
  readonly keyId: string | null;
  readonly status: number | null;
  readonly requests: number;
  readonly tokensInput: number;
  readonly tokensOutput: number;
  readonly cost: number;
  /** Of the requests, how many said no cost. */
  readonly withoutCost: number;
}
export interface UsageCut {
  readonly why: string;
}
/** The usage of an account in a time. */
export interface Usage {
  /** ISO 8601. */
  readonly since: string;
  readonly until: string;
  readonly cells: readonly UsageCell[];
  /** The time of the last row of each id. */
  readonly lastSeen: {
    readonly model: ReadonlyMap<string, string>;
    readonly provider: ReadonlyMap<string, string>;
    readonly key: ReadonlyMap<string, string>;
  };
  /** What was not read and why: figures are then "at least". */
  readonly cut?: UsageCut;
}
