import type { Json, Values } from "pulumi-workspace-gateway/tools";
import { DecimalSum, isCost } from "./decimal-sum.js";
import type { LastSeen, UsageCell, UsageSums } from "./usage.js";

export const minuteMs = 60_000;

type Key = Pick<UsageCell, "minute" | "modelId" | "providerId" | "keyId" | "status">;

interface Tally {
  readonly key: Key;
  requests: number;
  tokensInput: number;
  tokensOutput: number;
  withoutCost: number;
  readonly cost: DecimalSum;
}

/** Adds rows to cells. It keeps no row. */
export class UsageSum {
  private readonly tallies = new Map<string, Tally>();
  private readonly seen = {
    model: new Map<string, string>(),
    provider: new Map<string, string>(),
    key: new Map<string, string>(),
  } satisfies LastSeen;
  /** Each id once: as it stands in rows, every cell would keep a text of its own. */
  private readonly ids = new Map<string, string>();

  /** @param at - when it was recorded, in milliseconds since the epoch */
  addRow(row: Values, at: number): void {
    const [modelId, providerId, keyId] = [
      this.idIn(row.modelId),
      this.idIn(row.providerId),
      this.idIn(row.keyId),
    ];
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

  get sums(): UsageSums {
    const cells = [...this.tallies.values()].map(
      ({ key, cost, requests, tokensInput, tokensOutput, withoutCost }): UsageCell => ({
        minute: key.minute,
        modelId: key.modelId,
        providerId: key.providerId,
        keyId: key.keyId,
        status: key.status,
        requests,
        tokensInput,
        tokensOutput,
        cost: cost.value,
        withoutCost,
      }),
    );
    return { cells: cells.sort((a, b) => a.minute - b.minute), lastSeen: this.seen };
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

  private idIn(value: Json | undefined): string | null {
    if (value === undefined || value === null) {
      return null;
    }
    const id = String(value);
    const known = this.ids.get(id);
    if (known === undefined) {
      this.ids.set(id, id);
    }
    return known ?? id;
  }
}

function sawAt(seen: Map<string, string>, id: string | null, time: string): void {
  if (id !== null && time > (seen.get(id) ?? "")) {
    seen.set(id, time);
  }
}

function amountIn(value: Json | undefined): number {
  return typeof value === "number" ? value : 0;
}
