import {
  didYouMean,
  kindNameOf,
  type Level,
  levels,
  quoted,
  shellWord,
} from "pulumi-workspace-gateway/tools";
import { partsOf } from "../../stack/urn.js";
import { type Finding, type Rule, rules } from "../facts/review.js";
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

/** Reads `rule` or `rule:name`. The name is a logical name, `Kind:logical name` or a URN; it may contain colons. */
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

type Named = Pick<Finding, "rule" | "urn" | "name" | "namesakes">;

/** The permits that let one finding through and no other resource, the shortest first. */
function permitsFor({ rule, urn, name, namesakes = [] }: Named): [Permit, ...Permit[]] {
  const kind = kindIn(urn);
  const isOnlyOfKind = kind !== "" && !namesakes.some((other) => kindIn(other) === kind);
  const byKind = isOnlyOfKind ? [{ rule, name: `${kind}:${name}` }] : [];
  const byUrn = { rule, name: urn };
  if (namesakes.length > 0) {
    const [first = byUrn, ...others] = [...byKind, byUrn];
    return [first, ...others];
  }
  return [{ rule, name }, ...byKind, byUrn];
}

/** The kind that a URN is of, or the type of another package; empty for what no program declares. */
function kindIn(urn: string): string {
  const { type } = partsOf(urn);
  return kindNameOf(type) ?? type;
}

/** Whether a permit lets a finding through. A name that several resources have lets none of them through. */
export function permits(permit: Permit, finding: Named): boolean {
  const isNamed = permit.name === undefined || permitsFor(finding).some(({ name }) => name === permit.name);
  return permit.rule === finding.rule && isNamed;
}

/** Says how to write a permit that may mean several resources. Undefined if it means no more than one. */
export function ambiguity(permit: Permit, findings: readonly Named[]): string | undefined {
  const meant = findings.filter((finding) => permit.rule === finding.rule && isAmbiguous(permit, finding));
  if (meant.length === 0) {
    return undefined;
  }
  const ways = [...new Set(meant.map((finding) => `\`${permitText(permitsFor(finding)[0])}\``))];
  return `\`${permitText(permit)}\` may mean several resources, so it lets none through. Write ${ways.join(" or ")}.`;
}

function isAmbiguous({ name: named = "" }: Permit, { urn, name, namesakes = [] }: Named): boolean {
  const names = [name, `${kindIn(urn)}:${name}`];
  const isMeant = (other: string) => named === name || kindIn(other) === kindIn(urn);
  return names.includes(named) && namesakes.some(isMeant);
}

/** The option that lets one finding through, as a person can copy it. */
export function allowOption(finding: Named): string {
  return `--allow ${shellWord(permitText(permitsFor(finding)[0]))}`;
}
