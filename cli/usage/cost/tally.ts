import type { UsageCell } from "../usage.js";

/** What some cells add up to, and whose requests they are. */
export interface Tally {
  readonly requests: number;
  readonly tokensInput: number;
  readonly tokensOutput: number;
  readonly cost: number;
  /** Of the requests, how many said no cost. */
  readonly withoutCost: number;
  /** Answers with a status of 400 to 499, and of 500 and more. */
  readonly refused: number;
  readonly failed: number;
  /** The ids of the keys. */
  readonly keys: ReadonlySet<string>;
}

export function tallyOf(cells: readonly UsageCell[]): Tally {
  const sum = (amount: (cell: UsageCell) => number) => cells.reduce((all, cell) => all + amount(cell), 0);
  const requestsIf = (holds: (status: number) => boolean) =>
    sum(({ status, requests }) => (status !== null && holds(status) ? requests : 0));
  return {
    requests: sum(({ requests }) => requests),
    tokensInput: sum(({ tokensInput }) => tokensInput),
    tokensOutput: sum(({ tokensOutput }) => tokensOutput),
    cost: sum(({ cost }) => cost),
    withoutCost: sum(({ withoutCost }) => withoutCost),
    refused: requestsIf((status) => status >= 400 && status < 500),
    failed: requestsIf((status) => status >= 500),
    keys: new Set(cells.flatMap(({ keyId }) => keyId ?? [])),
  };
}

/** The tallies of all models, or of all providers, by the ids that the rows name. */
export function talliesBy(
  cells: readonly UsageCell[],
  part: "modelId" | "providerId",
): ReadonlyMap<string | null, Tally> {
  return new Map(
    [...Map.groupBy(cells, (cell) => cell[part])].map(([id, some]) => [id, tallyOf(some)] as const),
  );
}
