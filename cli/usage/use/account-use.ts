import { howMany } from "pulumi-workspace-gateway/tools";
import type { AccountObject } from "../../account/account-object.js";
import { numberText } from "../../text/numbers.js";
import { durationWords } from "../../text/time-words.js";
import { tallyOf } from "../cost/tally.js";
import type { Usage } from "../usage.js";

/** What the models of an account were requested for. */
export interface AccountUse {
  /** What people call the account. */
  readonly called: string;
  readonly since: string;
  readonly until: string;
  readonly requests: number;
  readonly cost: number;
}

/** Counts the requests of the models that are in the account: others of the gateway's account do not belong to it. */
export function accountUse(
  { called, objects }: { readonly called: string; readonly objects: readonly AccountObject[] },
  { since, until, cells }: Usage,
): AccountUse {
  const ids = new Set(objects.flatMap(({ kind, id }) => (kind === "Model" && id !== undefined ? [id] : [])));
  const { requests, cost } = tallyOf(cells.filter(({ modelId }) => modelId !== null && ids.has(modelId)));
  return { called, since, until, requests, cost };
}

/** `prod: 1203 requests in 7 days, cost 3.2`. */
export function accountUseWords({ called, since, until, requests, cost }: AccountUse): string {
  const amount = numberText(Number(cost.toFixed(6)));
  return `${called}: ${howMany(requests, "request")} in ${durationWords(since, until)}, cost ${amount}`;
}
