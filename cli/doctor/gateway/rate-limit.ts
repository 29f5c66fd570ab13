import { allowanceLeft, defined, howMany, retryAfter } from "pulumi-workspace-gateway/tools";
import { needsOf } from "../../review/facts/needs/needs.js";
import { gatewayRow } from "../known.js";

/** Compares what is left of the limit with what the next `up` needs. */
export const limitCheck = gatewayRow(
  "rate limit",
  ["session", "work", "settings", "io"],
  ({ session, work, settings, io }, check) => {
    const { maxWait, named } = settings;
    const reply = session.latest();
    const left = reply && allowanceLeft(reply, io);
    const isUsedUp = reply?.status === 429 || (left !== undefined && left.remaining <= 0);
    if (reply === undefined || (left === undefined && !isUsedUp)) {
      return check.notChecked("the gateway's answers say nothing of a limit");
    }
    const { writes, reads } = needsOf(work.planned);
    const remaining = isUsedUp ? 0 : (left?.remaining ?? 0);
    const asked = reply.status === 429 ? retryAfter(reply, io) : undefined;
    const wait = asked ?? left?.resetsIn ?? 0;
    const seconds = Math.ceil(wait / 1000);
    const limit = Number(reply.headers["x-ratelimit-limit"]);
    const facts = {
      remaining,
      limit: Number.isNaN(limit) ? undefined : limit,
      resetsInSeconds: seconds,
      ...defined({
        neededForWrites: work.from === "plan" ? writes : undefined,
        neededAtMost: work.from === "plan" ? writes + reads : undefined,
      }),
    };
    const needs = work.from === "plan" ? ` The next \`up\` needs ${writes} to ${writes + reads}.` : "";
    const found = isUsedUp
      ? `The rate limit is used up for ${seconds} s.`
      : `${howMany(remaining, "request")}${facts.limit === undefined ? "" : ` of ${limit}`} are left for ${seconds} s.${needs}`;
    if (!isUsedUp && writes + reads <= remaining) {
      return check.ok({ found, facts });
    }
    const remedy = `Run it in ${seconds} s`;
    return wait > maxWait && (isUsedUp || writes > remaining)
      ? check.problem({
          found,
          means: `A run waits at most ${maxWait / 1000} s, so it would fail.`,
          remedy: `${remedy}, or raise ${named("maxWait")}.`,
          facts,
        })
      : check.warning({ found, means: "A run waits until there are more.", remedy: `${remedy}.`, facts });
  },
);
