import { didYouMean, type Level, levels, quoted, shellWord } from "pulumi-workspace-gateway/tools";
import { type Rule, rules } from "../facts/review.js";
import type { Permit } from "./guard-rules.js";

/** The rule or the level that a text names. */
export function refusalNamed(text: string): Rule | Level {
  return namedIn(text, [...rules, ...levels]);
}

/** The name that a text is. Throws if there is none, with the closest name. */
function namedIn<N extends string>(text: string, names: readonly N[]): N {
  const name = names.find((each) => each === text);
  if (name === undefined) {
    throw new Error(`there is no rule ${quoted(text)}.${didYouMean(text, names, "The rules")}`);
  }
  return name;
}

const permitted = [...rules, "unknown"] as const;

/** Reads `rule` or `rule:logical name`; the name may hold colons. */
export function permitOf(text: string): Permit {
  const colon = text.indexOf(":");
  if (colon < 0) {
    return { rule: namedIn(text, permitted) };
  }
  const name = text.slice(colon + 1);
  if (name === "") {
    throw new Error(`${JSON.stringify(text)} has no name after the colon`);
  }
  return { rule: namedIn(text.slice(0, colon), permitted), name };
}

export function permitText({ rule, name }: Permit): string {
  return name === undefined ? rule : `${rule}:${name}`;
}

/** The option that lets one finding through, as a person can copy it. */
export function allowOption(permit: Permit): string {
  return `--allow ${shellWord(permitText(permit))}`;
}
