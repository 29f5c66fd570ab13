import type { UsageInput } from "../../../cli/review/facts/review.js";
import type { Usage, UsageCell } from "../../../cli/usage/usage.js";

const until = "2026-11-20T12:00:00.000Z";
const last = Date.parse(until) / 60_000;

/** Seven days with these cells; fields that are left out have usual values, and each is of its own minute, the last one 5 minutes ago. */
export function usageOf(cells: readonly Partial<UsageCell>[]): Usage {
  const all = cells.map(
    (cell, at): UsageCell => ({
      minute: last - 5 - 60 * (cells.length - 1 - at),
      modelId: "gpt-id",
      providerId: "openai-id",
      keyId: `key-canary-${at % 3}`,
      status: 200,
      requests: 100,
      tokensInput: 100_000,
      tokensOutput: 10_000,
      cost: 0.28,
      withoutCost: 0,
      ...cell,
    }),
  );
  return { since: "2026-11-13T12:00:00.000Z", until, cells: all };
}

export function usageInput(usage: Usage | undefined, more: Partial<UsageInput> = {}): UsageInput {
  return {
    usage,
    why: "The usage of the account could not be read.",
    money: { unit: 1_000_000, currency: "USD" },
    spending: new Map(),
    showsKeys: false,
    isRequired: false,
    ...more,
  };
}
