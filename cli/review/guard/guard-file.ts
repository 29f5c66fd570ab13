import { messageOf } from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import { readYaml } from "../../text/yaml-file.js";
import { usageUnknowns } from "./guard-rules.js";
import { amountSchema, limitSchema } from "./limit.js";
import { permitOf, refusalNamed } from "./permit.js";

/** A list of texts, each of which `read` understands or refuses with a sentence. */
function listOf<T>(read: (text: string) => T) {
  return z.array(
    z.string().transform((text, context) => {
      try {
        return read(text);
      } catch (error) {
        context.addIssue({ code: "custom", message: messageOf(error) });
        return z.NEVER;
      }
    }),
  );
}

const noEvaluations =
  "the guard does not check evaluations of prompts, so this key would protect nothing. Make the evaluation a required status check " +
  "(docs/evaluations.md), and remove the key";

/** The file `gateway-guard.yaml`. Everything may be left out. */
const format = z.strictObject({
  /** How many objects may be deleted: a count, a percentage of the stack's resources, or both. */
  maxDeletes: limitSchema.optional(),
  /** How many objects may be replaced: a count, a percentage of the stack's resources, or both. */
  maxReplaces: limitSchema.optional(),
  /** How many routes may end elsewhere: a count, a percentage of those that end somewhere, or both. */
  maxMovedRoutes: limitSchema.optional(),
  /** By how much a cost may rise: percent, or `20%, 0.5`. */
  maxCostUp: amountSchema("percent").optional(),
  /** By how much money a month's requests may get dearer, by the usage that was read. */
  maxCostUpMoney: amountSchema("amount").optional(),
  /** Whether it passes what the rules about usage cannot know; left out, it does. */
  usageUnknown: z.enum(usageUnknowns).optional(),
  /** How many tokens a model's price is for. Without it, changes of cost are in percent. */
  usageUnit: z.number().positive().optional(),
  /** What prices and costs are in, for people: `USD`. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, "must be three capital letters, such as USD")
    .optional(),
  /** By how much a budget or a quota may rise and fall: an amount, a percentage, or both. */
  maxBudgetUp: amountSchema("amount").optional(),
  maxBudgetDown: amountSchema("amount").optional(),
  maxQuotaUp: amountSchema("amount").optional(),
  maxQuotaDown: amountSchema("amount").optional(),
  /** Rules that else only warn, and levels: `high` refuses all that is high. */
  refuse: listOf(refusalNamed).optional(),
  /** What may pass: `rule`, or `rule:logical name`. */
  allow: listOf(permitOf).optional(),
  /** Signed results of evaluations no longer exist. A file that relies on them must not pass without them. */
  promptsEvaluated: z.never(noEvaluations).optional(),
});

/** What a guard file says. */
export type WrittenRules = z.infer<typeof format>;

/** Reads the text of a guard file. */
export function readGuardFile(text: string, file: string): WrittenRules {
  const keysAt = () => Object.keys(format.shape).filter((key) => key !== "promptsEvaluated");
  return readYaml(text, file, { what: "guard file", schema: format, keysAt });
}
