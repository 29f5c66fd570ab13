import { durationWords } from "../../../../text/time-words.js";
import { type Loss, lossesIn } from "../../../../usage/cost/losses.js";
import { useWords } from "../../../../usage/use/use-words.js";
import { weighed } from "../../../rules/finding.js";
import { isWhole, type UsageRule } from "./usage-rule.js";

const rule = "model-in-use";

const words: Readonly<Record<Loss["how"], string>> = {
  deleted: "is deleted",
  unreachable: "loses its last route, and its callers get no answer",
  bypassed: "loses its last route to other models",
};

/** Models that are taken away from those who call them. */
export const modelInUse: UsageRule = {
  found: ({ losses, since, until }) =>
    losses.map((loss) => {
      const { urn, name, model, how } = loss;
      const during = durationWords(since, until);
      const reason = `\`${model}\` ${words[how]}: in ${during} it answered ${useWords(loss, until)}.`;
      return weighed(how === "bypassed" ? "medium" : "refused", { rule, urn, name, reason });
    }),
  open: ({ change, effects }) =>
    isWhole(effects)
      ? []
      : lossesIn(change)
          .filter(({ urn }) => !effects?.losses.some((loss) => loss.urn === urn))
          .map(({ urn, name, model, how }) => ({
            rule,
            urn,
            name,
            reason: `\`${model}\` ${words[how]}: whether anybody calls it is not known.`,
          })),
};
