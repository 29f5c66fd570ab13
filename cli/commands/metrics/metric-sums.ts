import type { Json, Values } from "pulumi-workspace-gateway/tools";
import { timeOf, utcDay } from "../../text/utc-day.js";
import { DecimalSum, isCost } from "../../usage/decimal-sum.js";

/** What rows can be grouped by. */
export const parts = ["model", "provider", "day", "key"] as const;
export type Part = (typeof parts)[number];

/** The sums of some rows. What a row does not say counts as nothing. */
export interface Sums {
  readonly requests: number;
  /** Requests that were answered with a status of 400 or more. */
  readonly errors: number;
  readonly tokensInput: number;
  readonly tokensOutput: number;
  readonly cost: number;
  /** Over the rows that say how long they took, in whole milliseconds; null if none does. */
  readonly meanDurationMs: number | null;
  /** How many rows do not say what they cost. */
  readonly withoutCost: number;
}

/** What all rows of a group have in common; null where they do not say it. */
export type GroupKey = { readonly [P in Part]?: string | null };

export interface Group {
  readonly key: GroupKey;
  readonly sums: Sums;
}

/** Adds rows up, by group and in all. It keeps no row. */
export class MetricSums {
  private readonly total = new Tally();
  private readonly groups = new Map<string, { readonly key: GroupKey; readonly tally: Tally }>();

  constructor(private readonly by: readonly Part[]) {}

  add(row: Values): void {
    this.total.add(row);
    if (this.by.length === 0) {
      return;
    }
    const key = Object.fromEntries(this.by.map((part) => [part, partOf[part](row)]));
    const name = JSON.stringify(Object.values(key));
    const group = this.groups.get(name) ?? { key, tally: new Tally() };
    this.groups.set(name, group);
    group.tally.add(row);
  }

  inAll(): Sums {
    return this.total.sums();
  }

  /** Days come in their order, as they were asked for; without days, the dearest group comes first. */
  byGroup(): Group[] {
    const all = [...this.groups.values()].map(({ key, tally }) => ({ key, sums: tally.sums() }));
    const inOrder = this.by.includes("day");
    return all.toSorted((a, b) => (inOrder ? 0 : dearestFirst(a.sums, b.sums)) || byKey(a.key, b.key));
  }
}

class Tally {
  private requests = 0;
  private errors = 0;
  private tokensInput = 0;
  private tokensOutput = 0;
  private readonly cost = new DecimalSum();
  private withoutCost = 0;
  private duration = 0;
  private timed = 0;

  add({ statusCode, tokensInput, tokensOutput, cost, durationMs }: Values): void {
    this.requests++;
    this.errors += amount(statusCode) >= 400 ? 1 : 0;
    this.tokensInput += amount(tokensInput);
    this.tokensOutput += amount(tokensOutput);
    if (isCost(cost)) {
      this.cost.add(cost);
    } else {
      this.withoutCost++;
    }
    if (typeof durationMs === "number") {
      this.duration += durationMs;
      this.timed++;
    }
  }

  sums(): Sums {
    const { requests, errors, tokensInput, tokensOutput, withoutCost } = this;
    const meanDurationMs = this.timed === 0 ? null : Math.round(this.duration / this.timed);
    return {
      requests,
      errors,
      tokensInput,
      tokensOutput,
      cost: this.cost.value,
      meanDurationMs,
      withoutCost,
    };
  }
}

function amount(value: Json | undefined): number {
  return typeof value === "number" ? value : 0;
}

const partOf: Readonly<Record<Part, (row: Values) => string | null>> = {
  model: ({ modelId }) => textOf(modelId),
  provider: ({ providerId }) => textOf(providerId),
  key: ({ keyId }) => textOf(keyId),
  day: ({ createdAt }) => dayOf(createdAt),
};

function textOf(value: Json | undefined): string | null {
  return value === undefined || value === null ? null : String(value);
}

/** The day in UTC. */
function dayOf(createdAt: Json | undefined): string | null {
  const at = timeOf(createdAt);
  return at === undefined ? null : utcDay(at);
}

function dearestFirst(a: Sums, b: Sums): number {
  return b.cost - a.cost || b.requests - a.requests;
}

function byKey(a: GroupKey, b: GroupKey): number {
  const [one, other] = [a, b].map((key) => JSON.stringify(Object.values(key)));
  return one === other ? 0 : (one ?? "") < (other ?? "") ? -1 : 1;
}
