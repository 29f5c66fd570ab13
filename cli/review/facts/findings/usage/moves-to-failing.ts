import { countText, percentText } from "../../../../text/numbers.js";
import { type ErrorShare, type MoveErrors, movedRoutes } from "../../../../usage/cost/failing-moves.js";
import { weighed } from "../../../rules/finding.js";
import type { Finding } from "../../review.js";
import type { UsageRule } from "./usage-rule.js";

const rule = "moves-to-failing";

/** From these shares of errors on it is told, and refused. Of fewer requests, a share says little. */
const shares = { told: 0.1, refused: 0.5 };
const fewestRequests = 10;

/** Routes that move to a model, or to a provider, that answered many requests with errors of late. */
export const movesToFailing: UsageRule = {
  found: ({ moves }) => moves.flatMap(judged),
  open: ({ change, effects }) =>
    effects === undefined
      ? movedRoutes(change).map(({ incoming, to, decider }) => ({
          rule,
          ...decider,
          reason: `\`${incoming}\` moves to \`${to.name}\`: how often that one fails is not known.`,
        }))
      : [],
};

/** The model itself says more than its provider. */
function judged({ incoming, to, decider, model, provider, before }: MoveErrors): Finding[] {
  const isEnough = (share: ErrorShare | undefined) => (share?.requests ?? 0) >= fewestRequests;
  const [share, whose] = isEnough(model) ? [model, `\`${to}\``] : [provider, `the provider of \`${to}\``];
  if (share === undefined || !isEnough(share)) {
    return [];
  }
  const errors = errorsOf(share);
  if (errors < shares.told || errors <= errorsOf(before)) {
    return [];
  }
  return [
    weighed(errors < shares.refused ? "high" : "refused", {
      rule,
      ...decider,
      reason:
        `\`${incoming}\` moves to \`${to}\`: of ${countText(share.requests, "request")}, ${whose} answered ` +
        `${shareText(share.refused)} with a status of 4xx and ${shareText(share.failed)} with one of 5xx.`,
    }),
  ];
}

function errorsOf(share: ErrorShare | undefined): number {
  return share === undefined ? 0 : share.refused + share.failed;
}

function shareText(share: number): string {
  return share === 0 ? "none" : percentText(share * 100).replace("+", "");
}
