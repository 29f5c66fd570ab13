import { messageOf } from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import { readYaml } from "../../text/yaml-file.js";
import type { SomeGuardRules } from "./guard-rules.js";
import { limitSchema, percentSchema } from "./limit.js";
import { permitOf, ruleNamed } from "./permit.js";

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
  /** How many objects may be deleted: a count, or a percentage of the stack's resources. */
  maxDeletes: limitSchema.optional(),
  /** How many objects may be replaced: a count, or a percentage of the stack's resources. */
  maxReplaces: limitSchema.optional(),
  /** How many routes may end elsewhere: a count, or a percentage of those that end somewhere. */
  maxMovedRoutes: limitSchema.optional(),
  /** By how many percent a cost may rise. */
  maxCostUp: percentSchema.optional(),
  /** Rules that else only warn. */
  refuse: listOf(ruleNamed).optional(),
  /** What may pass: `rule`, or `rule:logical name`. */
  allow: listOf(permitOf).optional(),
});

/** Reads the text of a guard file. */
export function readGuardFile(text: string, file: string): SomeGuardRules {
  const keysAt = () => Object.keys(format.shape);
  return readYaml(text, file, { what: "guard file", schema: format, keysAt });
}
