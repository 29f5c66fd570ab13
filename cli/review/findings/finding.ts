import type { Level } from "pulumi-workspace-gateway/tools";
import type { RuleFinding } from "./context.js";
import { type Rule, ruleTable } from "./rules.js";

/** `none`: nothing was found. */
export type Risk = "none" | "low" | "medium" | "high";

export interface Finding extends RuleFinding {
  readonly rule: Rule;
  /** A `refused` finding passes a guard only with a permit. */
  readonly level: Level;
  /** The level for display: `refused` is shown as high. */
  readonly risk: Exclude<Risk, "none">;
  /** URNs of other resources with this name, which a permit must distinguish. Undefined if there are none. */
  readonly namesakes?: readonly string[];
  /** One of the numbers is a secret, so neither the amount nor the difference may be shown. */
  readonly hidesAmount?: true;
}

export function findingOf(rule: Rule, finding: RuleFinding): Finding {
  const level = finding.level ?? ruleTable[rule].level ?? "refused";
  return { rule, ...finding, level, risk: level === "refused" ? "high" : level };
}
