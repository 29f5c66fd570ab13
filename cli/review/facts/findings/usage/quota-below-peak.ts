import { howMany } from "pulumi-workspace-gateway/tools";
import { countText, numberText } from "../../../../text/numbers.js";
import { changedQuotas } from "../../../../usage/cost/limits/quota-effects.js";
import { weighed } from "../../../rules/finding.js";
import { isWhole, type UsageRule } from "./usage-rule.js";

const rule = "quota-below-peak";

/** Quotas that let fewer requests through than were made in the busiest window that was seen. */
export const quotaBelowPeak: UsageRule = {
  found: ({ quotas }) =>
    quotas
      .filter(({ isBelowPeak }) => isBelowPeak)
      .map(({ urn, name, most, peak, window: { minutes, isFixed } }) =>
        weighed("refused", {
          rule,
          urn,
          name,
          reason:
            `\`${name}\` lets ${countText(most, "request")} through in ${isFixed ? "a fixed" : "a sliding"} window of ` +
            `${howMany(minutes, "minute")}: the busiest that was seen had ${numberText(peak)}.`,
        }),
      ),
  open: ({ change, effects }) =>
    isWhole(effects)
      ? []
      : changedQuotas(change)
          .filter(({ urn }) => !effects?.quotas.some((quota) => quota.urn === urn && quota.isBelowPeak))
          .map(({ urn, name }) => ({
            rule,
            urn,
            name,
            reason: `\`${name}\` limits otherwise: whether the busiest window has more requests is not known.`,
          })),
};
