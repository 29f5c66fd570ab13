import path from "node:path";
import { messageOf } from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import { readYaml } from "../../text/yaml-file.js";
import { environments } from "../evidence/evidence-terms.js";
import { ageSchema } from "../evidence/max-age.js";
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

/** What results of evaluations have to be. Everything may be left out. */
const promptsEvaluated = z.strictObject({
  /** How old they may be: `14d`, `36h`. */
  maxAge: ageSchema.optional(),
  /** The file with the public keys of those whose signature counts, beside this one. Without it, none is needed. */
  key: z
    .string()
    .min(1)
    .refine((file) => !path.isAbsolute(file), "must be a path from the folder of this file")
    .optional(),
  /** Whose prompts need them. */
  environments: z.array(z.enum(environments)).min(1).optional(),
});

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
  /** Changed prompts need results of evaluations; left out, they need none. */
  promptsEvaluated: promptsEvaluated.optional(),
});

/** What a guard file says: keys are only named. */
export type WrittenRules = z.infer<typeof format>;

/** Reads the text of a guard file. */
export function readGuardFile(text: string, file: string): WrittenRules {
  const keysAt = ([first]: readonly PropertyKey[]) =>
    Object.keys((first === "promptsEvaluated" ? promptsEvaluated : format).shape);
  return readYaml(text, file, { what: "guard file", schema: format, keysAt });
}
