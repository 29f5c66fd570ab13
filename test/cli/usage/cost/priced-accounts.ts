import type { AccountObject } from "../../../../cli/account/account-object.js";
import type { Usage, UsageCell } from "../../../../cli/usage/usage.js";
import { createRandom } from "../../../gateway/faults/random.ts";

const [since, until] = ["2026-11-13T00:00:00.000Z", "2026-11-20T12:00:00.000Z"];
const [first, minutes] = [Date.parse(since) / 60_000, (Date.parse(until) - Date.parse(since)) / 60_000];

/** What is true of an account, and nobody says. */
export interface PricedAccount {
  readonly unit: number;
  readonly usage: Usage;
  /** The models as they are known. */
  readonly objects: readonly AccountObject[];
}

/** How prices have changed: within the time, as the gateway says of each model; or unseen, so that all that is known is old. */
export type PriceChange = "none" | "stamped" | "unseen";

/**
 * An account whose gateway reckons as gateways do: it rounds costs to six digits, or not; takes nothing for what failed; has a free
 * model, one that was renamed in that time, and one with a discount of its own, which few call.
 */
export function pricedAccount(seed: number, change: PriceChange): PricedAccount {
  const random = createRandom(seed);
  const between = (least: number, most: number) => least + random() * (most - least);
  const unit = [1, 1_000, 1_000_000][seed % 3] ?? 1;
  const isRounded = random() < 0.5;
  const round = (cost: number) => (isRounded ? Number(cost.toFixed(6)) : cost);
  const models = Array.from({ length: 4 + Math.floor(random() * 8) }, (_, at) => {
    const isFree = at === 0;
    const input = isFree ? 0 : (between(0.2, 20) * unit) / 1_000_000;
    const output = isFree ? 0 : input * between(0, 5);
    const factor = random() < 0.5 ? 0.7 : between(1.1, 3);
    const far = change === "stamped" && at % 3 === 0 ? 1000 : 1; // what only the stamp tells
    const changedAt = change === "stamped" ? between(0.05, 0.95) * minutes : 0;
    return { id: `model-${at}`, at, input, output, factor: factor * far, changedAt };
  });
  const cellOf = (model: (typeof models)[number]): UsageCell => {
    const at = Math.floor(random() * minutes);
    const [tokensInput, tokensOutput] = [Math.floor(between(200, 20_000)), Math.floor(between(10, 2_000))];
    const price = change === "none" || at < model.changedAt ? 1 : model.factor;
    const list = (tokensInput * model.input + tokensOutput * model.output) * price;
    const failed = random() < 0.05;
    const discount = model.at === 2 ? between(0.3, 1) : 1;
    const who = { modelId: model.id, providerId: "p", keyId: "k", status: failed ? 503 : 200 };
    const cost = failed ? 0 : round((list * discount) / unit);
    return { minute: first + at, ...who, requests: 1, tokensInput, tokensOutput, cost, withoutCost: 0 };
  };
  const cells = models.flatMap((model) =>
    Array.from({ length: model.at === 2 ? 10 : 30 + 10 * model.at }, () => cellOf(model)),
  );
  const objects = models.map(({ id, at, input, output, factor, changedAt }): AccountObject => {
    const isWritten = change === "stamped" || at === 1;
    const known = change === "stamped" ? factor : 1;
    return {
      kind: "Model",
      urn: `urn::${id}`,
      name: id,
      id,
      inputs: { inputCost: input * known, outputCost: output * known },
      outputs: {
        createdAt: "2026-01-01T00:00:00Z",
        updatedAt: isWritten ? new Date((first + changedAt) * 60_000).toISOString() : "2026-06-01T00:00:00Z",
      },
    };
  });
  const lastSeen = { model: new Map(), provider: new Map(), key: new Map() };
  return { unit, objects, usage: { since, until, cells, lastSeen } };
}
