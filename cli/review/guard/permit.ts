import { likely, shellWord } from "pulumi-workspace-gateway/tools";
import { type Rule, rules } from "../facts/review.js";
import type { Permit } from "./guard-rules.js";

/** The rule that a text names. Throws a sentence with the likely one if there is no such rule. */
export function ruleNamed(text: string): Rule {
  const rule = rules.find((each) => each === text);
  if (rule === undefined) {
    const meant = likely(text, rules);
    const hint = meant === undefined ? `the rules are ${rules.join(", ")}` : `did you mean ${meant}?`;
    throw new Error(`there is no rule ${JSON.stringify(text)}: ${hint}`);
  }
  return rule;
}

/** Reads `rule` or `rule:logical name`; the name may hold colons. */
export function permitOf(text: string): Permit {
  const colon = text.indexOf(":");
  if (colon < 0) {
    return { rule: ruleNamed(text) };
  }
  const name = text.slice(colon + 1);
  if (name === "") {
    throw new Error(`${JSON.stringify(text)} has no name after the colon`);
  }
  return { rule: ruleNamed(text.slice(0, colon)), name };
}

export function permitText({ rule, name }: Permit): string {
  return name === undefined ? rule : `${rule}:${name}`;
}

/** The option that lets one finding through, as a person can copy it. */
export function allowOption(permit: Permit): string {
  return `--allow ${shellWord(permitText(permit))}`;
}
