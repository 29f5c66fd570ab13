import type { Level } from "pulumi-workspace-gateway/tools";
import type { RuleFinding } from "./context.js";
import { type Rule, ruleTable } from "./rules.js";

/** How much harm a change can do; `none`: nothing was found. */
export type Risk = "none" | "low" | "medium" | "high";

/** What a reviewer should look at, and why. */
export interface Finding extends RuleFinding {
  readonly rule: Rule;
  /** What is `refused` passes a guard only by its name. */
  readonly level: Level;
  /** The level as people read it: what is refused is high. */
  readonly risk: Exclude<Risk, "none">;
  /** The URNs of other resources that have this name: a permit has to say which one it means. Undefined if there are none. */
  readonly namesakes?: readonly string[];
  /** A secret is among the numbers: neither amount nor difference may be written. */
  readonly hidesAmount?: true;
}

export function findingOf(rule: Rule, finding: RuleFinding): Finding {
  const level = finding.level ?? ruleTable[rule].level ?? "refused";
  return { rule, ...finding, level, risk: level === "refused" ? "high" : level };
}
