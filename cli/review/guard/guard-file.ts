import { messageOf } from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import { readYaml } from "../../text/yaml-file.js";
import type { SomeGuardRules } from "./guard-rules.js";
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
  /** By how much a budget or a quota may rise and fall: an amount, a percentage, or both. */
  maxBudgetUp: amountSchema("amount").optional(),
  maxBudgetDown: amountSchema("amount").optional(),
  maxQuotaUp: amountSchema("amount").optional(),
  maxQuotaDown: amountSchema("amount").optional(),
  /** Rules that else only warn, and levels: `high` refuses all that is high. */
  refuse: listOf(refusalNamed).optional(),
  /** What may pass: `rule`, or `rule:logical name`. */
  allow: listOf(permitOf).optional(),
});

/** Reads the text of a guard file. */
export function readGuardFile(text: string, file: string): SomeGuardRules {
  const keysAt = () => Object.keys(format.shape);
  return readYaml(text, file, { what: "guard file", schema: format, keysAt });
}
