/** What the metric rows of one minute, model, provider, key and status add up to (the API's section "Metric"). */
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

/** When something was used last: the time of its newest row, ISO 8601, by its id. */
export interface LastSeen {
  readonly model: ReadonlyMap<string, string>;
  readonly provider: ReadonlyMap<string, string>;
  readonly key: ReadonlyMap<string, string>;
}

/** What was used in some time, whenever that was. */
export interface UsageSums {
  readonly cells: readonly UsageCell[];
  readonly lastSeen: LastSeen;
}

/** What was not read: figures are then "at least". */
export interface UsageCut {
  /** What was read until then, and why no more, as a sentence. */
  readonly why: string;
}

/** The usage of an account in a time. */
export interface Usage extends UsageSums {
  /** ISO 8601. */
  readonly since: string;
  readonly until: string;
  readonly cut?: UsageCut;
}
