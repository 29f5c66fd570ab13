import { defined } from "pulumi-workspace-gateway/tools";

export const minuteMs = 60_000;

/** The sum of all metric rows of one minute, model, provider, key and status (the API's section "Metric"). */
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
  /** How many of the requests have no cost. */
  readonly withoutCost: number;
}

/** The usage of an account in a time. */
export interface Usage {
  /** ISO 8601. */
  readonly since: string;
  readonly until: string;
  readonly cells: readonly UsageCell[];
  /** Why not all of it was read, as a sentence. All figures are lower bounds then. */
  readonly cut?: string;
}

/** What some cells add up to. */
export interface Tally {
  readonly requests: number;
  readonly tokensInput: number;
  readonly tokensOutput: number;
  readonly cost: number;
  /** The ids of the keys, sorted. */
  readonly keyIds: readonly string[];
  /** The minute of the newest request, ISO 8601. Undefined if there is none. */
  readonly lastUse?: string;
}

export function tallyOf(cells: readonly UsageCell[]): Tally {
  const sum = (amount: (cell: UsageCell) => number) => cells.reduce((all, cell) => all + amount(cell), 0);
  const newest = cells.reduce((latest, { minute }) => Math.max(latest, minute), 0);
  return {
    requests: sum(({ requests }) => requests),
    tokensInput: sum(({ tokensInput }) => tokensInput),
    tokensOutput: sum(({ tokensOutput }) => tokensOutput),
    cost: sum(({ cost }) => cost),
    keyIds: [...new Set(cells.flatMap(({ keyId }) => keyId ?? []))].toSorted(),
    ...defined({ lastUse: newest === 0 ? undefined : new Date(newest * minuteMs).toISOString() }),
  };
}

/** The tallies of all models or providers by id. An object without an id was never called. */
export function talliesBy(
  { cells }: Pick<Usage, "cells">,
  part: "modelId" | "providerId",
): (id: string | undefined) => Tally {
  const byId = Map.groupBy(cells, (cell) => cell[part]);
  return (id) => tallyOf(id === undefined ? [] : (byId.get(id) ?? []));
}

/** Digits after the point that count. */
const digits = 12;

/** More than any request costs: what is larger is no cost. */
const largest = 1e15;

/**
 * Adds costs as decimal numbers, to twelve digits after the point: 0.1 and 0.2 are 0.3, and the order and the number of the
 * costs do not matter.
 */
export class DecimalSum {
  private units = 0n;

  add(cost: number): void {
    this.units += BigInt(cost.toFixed(digits).replace(".", ""));
  }

  get value(): number {
    return Number(`${this.units}e-${digits}`);
  }
}

/** Whether a value of a row is a cost that can be added. */
export function isCost(value: unknown): value is number {
  return typeof value === "number" && Math.abs(value) < largest;
}
