import {
  type Client,
  defined,
  type Json,
  messageOf,
  metricRow,
  resultReader,
  unlessAnswer,
  type Values,
} from "pulumi-workspace-gateway/tools";
import { dayMs, numberText, startOfDay, timeOf } from "../text/words.js";

const minuteMs = 60_000;

/** The sum of metric rows with the same minute, model, provider, key, and status (API section "Metric"). */
export interface UsageCell {
  /** Minutes since the epoch, UTC. */
  readonly minute: number;
  readonly modelId: string | null;
  readonly providerId: string | null;
  readonly keyId: string | null;
  readonly status: number | null;
  readonly requests: number;
  readonly tokensInput: number;
  readonly tokensOutput: number;
  readonly cost: number;
  /** Number of requests without a cost. */
  readonly withoutCost: number;
}

export interface Usage {
  /** ISO 8601. */
  readonly since: string;
  readonly until: string;
  readonly cells: readonly UsageCell[];
  /** A sentence that explains why the usage is incomplete. All figures are then lower bounds. */
  readonly cut?: string;
}

export type Tally = Readonly<ReturnType<typeof tallyOf>>;

/** `lastUse` is the minute of the newest request, ISO 8601. */
export function tallyOf(cells: readonly UsageCell[]) {
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

/** Tallies by id. Empty without an id, because a new object has no requests. */
export function talliesBy(
  { cells }: Pick<Usage, "cells">,
  part: "modelId" | "providerId",
): (id: string | undefined) => Tally {
  const byId = Map.groupBy(cells, (cell) => cell[part]);
  return (id) => tallyOf(id === undefined ? [] : (byId.get(id) ?? []));
}

const digits = 12;

/** A missing value counts as 0. */
export class RowSum {
  requests = 0;
  errors = 0;
  tokensInput = 0;
  tokensOutput = 0;
  withoutCost = 0;
  /** Decimal digits as an integer, so that 0.1 + 0.2 is 0.3 and the order of addition does not matter. */
  private costs = 0n;
  private duration = 0;
  private timed = 0;

  add({ statusCode, tokensInput, tokensOutput, cost, durationMs }: Values): void {
    this.requests++;
    this.errors += amountIn(statusCode) >= 400 ? 1 : 0;
    this.tokensInput += amountIn(tokensInput);
    this.tokensOutput += amountIn(tokensOutput);
    this.duration += amountIn(durationMs);
    this.timed += typeof durationMs === "number" ? 1 : 0;
    // No request costs more than this.
    if (typeof cost === "number" && Math.abs(cost) < 1e15) {
      this.costs += BigInt(cost.toFixed(digits).replace(".", ""));
    } else {
      this.withoutCost++;
    }
  }

  get cost(): number {
    return Number(`${this.costs}e-${digits}`);
  }

  /** Whole milliseconds. Null if no row has a duration. */
  get meanDurationMs(): number | null {
    return this.timed === 0 ? null : Math.round(this.duration / this.timed);
  }

  toJSON() {
    const { requests, errors, tokensInput, tokensOutput, cost, meanDurationMs, withoutCost } = this;
    return { requests, errors, tokensInput, tokensOutput, cost, meanDurationMs, withoutCost };
  }
}

/** A cell may represent a single row, and all cells are kept in memory. */
const mostRowsRead = 200_000;

export interface UsageReading {
  /** Milliseconds before the gateway's current time. */
  readonly time: number;
  /** Time limit in milliseconds. */
  readonly mostTime: number;
  readonly mostRows?: number;
  onRows?(rows: number): void;
}

const toResult = resultReader(metricRow);

/**
 * Adds up the account's recorded requests. Counts each row once, even if pages shift during the read. Reads
 * the newest day first, so a limit or an error cuts off older rows. Fails if the newest day cannot be read.
 */
export async function readUsage(
  client: Client,
  { time, mostTime, mostRows = mostRowsRead, onRows }: UsageReading,
): Promise<Usage> {
  await client.account().catch(unlessAnswer); // every response includes the gateway's time
  const now = Math.floor(client.serverTime(client.io.now()));
  const since = Math.floor((now - time) / minuteMs) * minuteMs;
  const bound = new TimeBound(client, mostTime);
  const days: UsageCell[][] = [];
  let rowCount = 0;
  let hasUndated = false;

  /** Returns the reason if a limit ended the read. */
  const readDay = async (from: number, until: number, sum: UsageSum): Promise<string | undefined> => {
    const filter = { startDate: new Date(from).toISOString(), endDate: new Date(until).toISOString() };
    const rows = client.metricRows(filter, { onRows: () => onRows?.(rowCount) });
    for (;;) {
      const next = await bound.before(() => rows.next());
      if (next === undefined) {
        return `reading took more than ${Math.round(mostTime / 1000)} seconds (--usage-time).`;
      }
      if (next.done) {
        return undefined;
      }
      if (rowCount >= mostRows) {
        return `there are more than ${numberText(mostRows)} rows. Choose a shorter period.`;
      }
      rowCount++;
      const created = timeOf(next.value.created_at);
      hasUndated ||= created === undefined;
      // The gateway includes both ends of the range, and may ignore the filter. Each row is counted only on
      // its own day.
      if (created !== undefined && created >= from && created < until) {
        sum.add(toResult(next.value), created);
      }
    }
  };

  const readAll = async (): Promise<string | undefined> => {
    for (const { from, until } of daysOf(since, now)) {
      const sum = new UsageSum();
      const reason = await readDay(from, until, sum).catch((error: unknown) => {
        if (days.length === 0) {
          throw error;
        }
        return messageOf(error);
      });
      days.push(sum.cells);
      if (reason !== undefined) {
        const end = new Date(until).toISOString().slice(0, 16).replace("T", " ");
        return `Usage before ${end} UTC is incomplete: ${reason}`;
      }
    }
    return hasUndated ? "Rows without a time were not counted." : undefined;
  };

  const cut = await readAll();
  return {
    since: new Date(since).toISOString(),
    until: new Date(now).toISOString(),
    cells: days.toReversed().flat(),
    ...defined({ cut }),
  };
}

/** Days in UTC, newest first, in milliseconds since the epoch. `until` is exclusive. */
function daysOf(since: number, now: number): { readonly from: number; readonly until: number }[] {
  const parts: ReturnType<typeof daysOf> = [];
  for (let start = startOfDay(now); start + dayMs > since; start -= dayMs) {
    parts.push({ from: Math.max(since, start), until: Math.min(now, start + dayMs) });
  }
  return parts;
}

/** Limits the duration of an operation, even while the gateway makes the client wait. */
class TimeBound {
  private isOver = false;
  private end = () => {};

  constructor({ io }: Pick<Client, "io">, milliseconds: number) {
    void io.sleep(milliseconds).then(() => {
      this.isOver = true;
      this.end();
    });
  }

  /** Undefined once the time is up. */
  before<T>(step: () => Promise<T>): Promise<T | undefined> {
    if (this.isOver) {
      return Promise.resolve(undefined);
    }
    // Promise.race would keep every step in memory until the time is up.
    return new Promise((resolve, reject) => {
      this.end = () => resolve(undefined);
      step().then(resolve, reject);
    });
  }
}

/** Keeps only sums, not rows. */
export class RowSums<Key extends object> {
  readonly byName = new Map<string, { readonly key: Key; readonly sums: RowSum }>();

  add(key: Key, row: Values): void {
    const name = JSON.stringify(Object.values(key));
    const group = this.byName.get(name) ?? { key, sums: new RowSum() };
    this.byName.set(name, group);
    group.sums.add(row);
  }
}

class UsageSum {
  private readonly sums = new RowSums<
    Pick<UsageCell, "minute" | "modelId" | "providerId" | "keyId" | "status">
  >();
  /** Interned ids. Otherwise, every cell would keep its own copy of each id. */
  private readonly ids = new Map<string, string>();

  add(row: Values, at: number): void {
    const key = {
      minute: Math.floor(at / minuteMs),
      modelId: this.idIn(row.modelId),
      providerId: this.idIn(row.providerId),
      keyId: this.idIn(row.keyId),
      status: typeof row.statusCode === "number" ? row.statusCode : null,
    };
    this.sums.add(key, row);
  }

  get cells(): UsageCell[] {
    const cells = [...this.sums.byName.values()].map(({ key, sums }) => {
      const { requests, tokensInput, tokensOutput, cost, withoutCost } = sums;
      return { ...key, requests, tokensInput, tokensOutput, cost, withoutCost };
    });
    return cells.sort((a, b) => a.minute - b.minute);
  }

  private idIn(value: Json = null): string | null {
    if (value === null) {
      return null;
    }
    const id = String(value);
    const known = this.ids.get(id) ?? id;
    this.ids.set(id, known);
    return known;
  }
}

function amountIn(value: Json | undefined): number {
  return typeof value === "number" ? value : 0;
}
