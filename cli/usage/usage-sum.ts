import type { Json, Values } from "pulumi-workspace-gateway/tools";
import { DecimalSum, isCost } from "./decimal-sum.js";
import type { LastSeen, UsageCell, UsageSums } from "./usage.js";

const minuteMs = 60_000;

type Key = Pick<UsageCell, "minute" | "modelId" | "providerId" | "keyId" | "status">;

interface Tally {
  readonly key: Key;
  requests: number;
  tokensInput: number;
  tokensOutput: number;
  withoutCost: number;
  readonly cost: DecimalSum;
}

/** Adds rows, and what was added before, to cells. It keeps no row. */
export class UsageSum {
  private readonly tallies = new Map<string, Tally>();
  private readonly seen = {
    model: new Map<string, string>(),
    provider: new Map<string, string>(),
    key: new Map<string, string>(),
  } satisfies LastSeen;

  /** @param unless - where a row counts that does not say when it was recorded, in milliseconds since the epoch */
  addRow(row: Values, unless: number): void {
    const created = Date.parse(String(row.createdAt));
    const at = Number.isNaN(created) ? unless : created;
    const [modelId, providerId, keyId] = [textIn(row.modelId), textIn(row.providerId), textIn(row.keyId)];
    const status = typeof row.statusCode === "number" ? row.statusCode : null;
    const tally = this.tallyOf({ minute: Math.floor(at / minuteMs), modelId, providerId, keyId, status });
    tally.requests++;
    tally.tokensInput += amountIn(row.tokensInput);
    tally.tokensOutput += amountIn(row.tokensOutput);
    if (isCost(row.cost)) {
      tally.cost.add(row.cost);
    } else {
      tally.withoutCost++;
    }
    const time = new Date(at).toISOString();
    sawAt(this.seen.model, modelId, time);
    sawAt(this.seen.provider, providerId, time);
    sawAt(this.seen.key, keyId, time);
  }

  add({ cells, lastSeen }: UsageSums): void {
    for (const { requests, tokensInput, tokensOutput, cost, withoutCost, ...key } of cells) {
      const tally = this.tallyOf(key);
      tally.requests += requests;
      tally.tokensInput += tokensInput;
      tally.tokensOutput += tokensOutput;
      tally.withoutCost += withoutCost;
      tally.cost.add(cost);
    }
    for (const of of ["model", "provider", "key"] as const) {
      for (const [id, time] of lastSeen[of]) {
        sawAt(this.seen[of], id, time);
      }
    }
  }

  get sums(): UsageSums {
    const cells = [...this.tallies.values()].map(({ key, cost, ...counts }) => ({
      ...key,
      ...counts,
      cost: cost.value,
    }));
    return { cells: cells.toSorted((a, b) => a.minute - b.minute), lastSeen: this.seen };
  }

  private tallyOf(key: Key): Tally {
    const name = JSON.stringify([key.minute, key.modelId, key.providerId, key.keyId, key.status]);
    const there = this.tallies.get(name);
    if (there !== undefined) {
      return there;
    }
    const cost = new DecimalSum();
    const made = { key, requests: 0, tokensInput: 0, tokensOutput: 0, withoutCost: 0, cost };
    this.tallies.set(name, made);
    return made;
  }
}

function sawAt(seen: Map<string, string>, id: string | null, time: string): void {
  if (id !== null && time > (seen.get(id) ?? "")) {
    seen.set(id, time);
  }
}

function textIn(value: Json | undefined): string | null {
  return value === undefined || value === null ? null : String(value);
}

function amountIn(value: Json | undefined): number {
  return typeof value === "number" ? value : 0;
}
