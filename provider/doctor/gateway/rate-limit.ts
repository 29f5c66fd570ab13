import type { Reply } from "../../client/http/exchange.js";
import { allowanceLeft, retryAfter } from "../../client/limits/rate-headers.js";
import type { Settings } from "../../client/settings/settings.js";
import type { Io } from "../../io/io.js";
import { collectionOf } from "../../lifecycle/operation/target.js";
import type { StackResource } from "../../stack/stack-state.js";
import { howMany } from "../../text/words.js";
import { about, type Diagnosis } from "../diagnosis.js";

const check = about("rate limit");

/** How many requests a refresh of a stack needs, roughly: one, and one for each kind and workspace. */
function refreshRequests(resources: readonly StackResource[]): number {
  const lists = resources.flatMap(({ kind, inputs }) => {
    const { list, get } = kind.endpoints;
    return list === undefined && get === undefined ? [] : [collectionOf(kind, inputs)];
  });
  return 1 + new Set(lists).size;
}

/** Compares what is left of the limit with what a run would need. */
export function judgeLimit(
  reply: Reply,
  resources: readonly StackResource[] | undefined,
  { maxWait, named }: Settings,
  io: Io,
): Diagnosis {
  const left = allowanceLeft(reply, io);
  const needed = resources === undefined ? undefined : refreshRequests(resources);
  if (reply.status === 429 || (left !== undefined && left.remaining <= 0)) {
    return usedUp(
      (reply.status === 429 ? retryAfter(reply, io) : undefined) ?? left?.resetsIn ?? 0,
      maxWait,
      named,
    );
  }
  if (left === undefined) {
    return check.notChecked("the gateway's answers say nothing of a limit");
  }
  const limit = Number(reply.headers["x-ratelimit-limit"]);
  const resets = Math.ceil(left.resetsIn / 1000);
  const of = Number.isNaN(limit) ? "" : ` of ${limit}`;
  const needs = needed === undefined ? "" : ` A refresh of this stack needs about ${needed}.`;
  const said = {
    found: `${howMany(left.remaining, "request")}${of} are left for ${resets} s.${needs}`,
    facts: {
      remaining: left.remaining,
      limit: Number.isNaN(limit) ? undefined : limit,
      resetsInSeconds: resets,
      neededForRefresh: needed,
    },
  };
  if (needed === undefined || needed <= left.remaining) {
    return check.ok({ ...said, means: "An `up` needs one more for each change." });
  }
  if (left.resetsIn <= maxWait) {
    return check.warning({
      ...said,
      means: "A run does not fail, but it waits until there are more.",
      remedy: `Run it in ${resets} s.`,
    });
  }
  return check.problem({
    ...said,
    means: `A run waits at most ${maxWait / 1000} s, so it would fail.`,
    remedy: `Run it in ${resets} s, or raise ${named("maxWait")}.`,
  });
}

function usedUp(wait: number, maxWait: number, named: Settings["named"]): Diagnosis {
  const seconds = Math.ceil(wait / 1000);
  const said = {
    found: `The rate limit is used up for ${seconds} s.`,
    facts: { remaining: 0, resetsInSeconds: seconds },
  };
  return wait > maxWait
    ? check.problem({
        ...said,
        means: `A run waits at most ${maxWait / 1000} s, so it would fail.`,
        remedy: `Run it in ${seconds} s, or raise ${named("maxWait")}.`,
      })
    : check.warning({ ...said, means: "A run waits that long first.", remedy: `Run it in ${seconds} s.` });
}
