import { howMany } from "pulumi-workspace-gateway/tools";
import { durationWords } from "../../../../text/time-words.js";
import { type Loss, lossesIn } from "../../../../usage/cost/losses.js";
import { weighed } from "../../../rules/finding.js";
import type { UsageRule } from "./usage-rule.js";

const rule = "model-in-use";

const words: Readonly<Record<Loss["how"], string>> = {
  deleted: "is deleted",
  unreachable: "loses its last route, and its callers get no answer",
  bypassed: "loses its last route to other models",
};

/** Models that are taken away from those who call them. */
export const modelInUse: UsageRule = {
  found: ({ losses, since, until }) =>
    losses.map(({ urn, name, model, how, requests, keys, lastUse = until }) =>
      weighed(how === "bypassed" ? "medium" : "refused", {
        rule,
        urn,
        name,
        reason:
          `\`${model}\` ${words[how]}: it answered ${howMany(requests, "request")} of ${howMany(keys, "key")} in ` +
          `${durationWords(since, until)}, the last one ${durationWords(lastUse, until)} ago.`,
      }),
    ),
  open: ({ change, effects }) =>
    effects === undefined
      ? lossesIn(change).map(({ urn, name, model, how }) => ({
          rule,
          urn,
          name,
          reason: `\`${model}\` ${words[how]}: whether anybody calls it is not known.`,
        }))
      : [],
};
