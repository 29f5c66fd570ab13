import type { AccountObject } from "../../account/account-object.js";
import { countText, numberText } from "../../text/numbers.js";
import { durationWords } from "../../text/time-words.js";
import { tallyOf } from "../cost/tally.js";
import type { TellableUsage } from "./tellable-usage.js";

/** What the models of an account were requested for. */
export interface AccountUse {
  /** What people call the account. */
  readonly called: string;
  readonly since: string;
  readonly until: string;
  readonly requests: number;
  readonly cost: number;
}

/** Counts the requests of the models that are in the account: others of its gateways do not belong to it. */
export function accountUse(
  { called, objects }: { readonly called: string; readonly objects: readonly AccountObject[] },
  { all: [read], at }: TellableUsage,
): AccountUse[] {
  const models = Map.groupBy(
    objects.filter(({ kind }) => kind === "Model"),
    ({ gateway }) => at(gateway),
  );
  const cells = [...models].flatMap(([usage, these]) => {
    const ids = new Set(these.map(({ id }) => id));
    return usage?.cells.filter(({ modelId }) => modelId !== null && ids.has(modelId)) ?? [];
  });
  const { requests, cost } = tallyOf(cells);
  return read === undefined ? [] : [{ called, since: read.since, until: read.until, requests, cost }];
}

/** `prod: 1,203 requests in 7 days, cost 3.2`. */
export function accountUseWords({ called, since, until, requests, cost }: AccountUse): string {
  const amount = numberText(Number(cost.toFixed(6)));
  return `${called}: ${countText(requests, "request")} in ${durationWords(since, until)}, cost ${amount}`;
}
