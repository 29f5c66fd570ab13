import { defined, howMany, levels } from "pulumi-workspace-gateway/tools";
import { asLine, code, type Item, type Line, listSection } from "../review/document/block.js";
import type { Judged } from "../review/document/document.js";
import type { Finding, Review, Rule } from "../review/facts/review.js";
import { ruleTable } from "../review/findings/rules.js";
import { routeChange } from "../routing/compare-routes.js";
import {
  allowedOf,
  allowOption,
  ambiguity,
  type GuardRules,
  isOver,
  type Limit,
  permits,
  permitText,
  safeRules,
} from "./rules.js";

/** Judges a review by the rules. A review without changes, also of options, always passes: there is nothing to stop. */
export function guard(review: Review, rules: GuardRules): Verdict {
  const { findings } = review;
  const isChanged = review.changes.length + review.optionChanges.length > 0;
  const isRefused = (finding: Finding) => isChanged && stops(finding, rules);
  const wouldBe = (finding: Finding) => isChanged && stops(finding, safeRules);
  const permitted = (finding: Finding) => rules.allow.some((permit) => permits(permit, finding));
  const stopping = findings.filter(isRefused);
  const over = overLimits(review, rules);
  const overRules = new Set(over.map(({ rule }) => rule));
  const refused = [...over, ...stopping.filter((finding) => !permitted(finding)).map(judgementOf)];
  return {
    passes: refused.length === 0,
    refused,
    allowed: stopping.filter(permitted).map(judgementOf),
    raised: [
      ...overLimits(review, safeRules).filter(({ rule }) => !overRules.has(rule)),
      ...findings.filter((finding) => wouldBe(finding) && !isRefused(finding)).map(judgementOf),
    ],
    warned: findings.filter((finding) => !isRefused(finding) && !wouldBe(finding)).map(judgementOf),
    ambiguous: rules.allow.flatMap((permit) => ambiguity(permit, findings) ?? []),
    unused: rules.allow
      .filter((permit) => permit.rule !== "unknown" && !findings.some((each) => permits(permit, each)))
      .filter((permit) => ambiguity(permit, findings) === undefined)
      .map(permitText),
  };
}

/** A rule whose amount has a limit is judged by it. What else a table calls refused always is. */
function stops(finding: Finding, rules: GuardRules): boolean {
  const key = ruleTable[finding.rule].limit;
  const limit = finding.isNotKnown || key === undefined ? undefined : rules[key];
  const isRefused =
    limit === undefined
      ? finding.level === "refused"
      : isOver(limit, defined({ percent: finding.amount, amount: finding.difference }));
  return isRefused || rules.refuse.some((named) => named === finding.rule || isAtLeast(finding, named));
}

function isAtLeast({ level }: Finding, named: string): boolean {
  return levels.some((each, at) => each === named && levels.indexOf(level) >= at);
}

function overLimits({ changes, size, routes, findings }: Review, rules: GuardRules): Judgement[] {
  const count = (operation: "delete" | "replace") =>
    changes.filter((change) => change.operation === operation).length;
  const inUse = routes.filter(({ before }) => before !== undefined && before.is !== "nowhere");
  return [
    ...over("max-deletes", rules.maxDeletes, { count: count("delete"), total: size.before }, "resource"),
    ...over("max-replaces", rules.maxReplaces, { count: count("replace"), total: size.before }, "resource"),
    ...over(
      "max-moved-routes",
      rules.maxMovedRoutes,
      { count: inUse.filter((route) => routeChange(route) !== "kept").length, total: inUse.length },
      "route",
    ),
    ...summedRules.flatMap((rule) => overTogether(rule, findings, rules)),
  ];
}

/** Many small changes are as much as a large one. */
function overTogether(rule: SummedRule, findings: readonly Finding[], rules: GuardRules): Judgement[] {
  const { limit } = ruleTable[rule];
  const most = (limit && rules[limit]?.amount) ?? Number.POSITIVE_INFINITY;
  const amounts = findings.flatMap((finding) => (finding.rule === rule ? (finding.difference ?? 0) : []));
  const sum = amounts.reduce((all, amount) => all + amount, 0);
  const isHidden = findings.some((finding) => finding.rule === rule && finding.hidesAmount);
  const words = isHidden ? "more" : `${sum}`;
  const reason = `${amounts.length} changes make ${words} together: at most ${most} may be.`;
  const isOne = amounts.length < 2;
  const option = `--max-${rule} ${isHidden ? "AMOUNT" : sum}`;
  return isOne || sum <= most ? [] : [{ rule: `max-${rule}`, reason, option }];
}

const verbs: Readonly<Record<CountName, readonly [one: string, many: string]>> = {
  "max-deletes": ["is deleted", "are deleted"],
  "max-replaces": ["is replaced", "are replaced"],
  "max-moved-routes": ["ends elsewhere", "end elsewhere"],
};

function over(
  rule: CountName,
  limit: Limit,
  { count, total }: { readonly count: number; readonly total: number },
  noun: string,
): Judgement[] {
  const allowed = allowedOf(limit, total);
  if (count <= allowed) {
    return [];
  }
  const isShare = limit.percent !== undefined && allowed !== limit.amount;
  const ofAll = isShare ? `, ${limit.percent} % of ${howMany(total, noun)}` : "";
  const [one, many] = verbs[rule];
  const reason = `${howMany(count, noun)} ${count === 1 ? one : many}: at most ${allowed} may${ofAll}.`;
  return [{ rule, reason, option: `--${rule} ${count}` }];
}

function judgementOf(finding: Finding): Judgement {
  const { rule, urn, name, reason } = finding;
  return { rule, urn, name, reason, option: allowOption(finding) };
}

/** The limits of counts, by the names of their options. */
type CountName = "max-deletes" | "max-replaces" | "max-moved-routes";

/** The rules whose amounts count together, too. */
const summedRules = ["budget-up", "budget-down", "quota-up", "quota-down"] as const satisfies readonly Rule[];

type SummedRule = (typeof summedRules)[number];

/** What a guard says of one finding or of one limit. */
export interface Judgement {
  readonly rule: Rule | CountName | `max-${SummedRule}`;
  /** The resource that it is about, and its logical name; a limit is about none. */
  readonly urn?: string;
  readonly name?: string;
  /** A sentence. */
  readonly reason: string;
  /** The option that lets it through. */
  readonly option: string;
}

/** What a guard makes of a review. */
export interface Verdict {
  /** Whether nothing was refused. */
  readonly passes: boolean;
  readonly refused: readonly Judgement[];
  /** What would have been refused, had it not been named. */
  readonly allowed: readonly Judgement[];
  /** What the limits let through, and those that hold if nobody says others would not: these were raised. */
  readonly raised: readonly Judgement[];
  /** Findings that do not stop anything. */
  readonly warned: readonly Judgement[];
  /** Permits that may mean several resources and so let none through, a sentence each. */
  readonly ambiguous: readonly string[];
  /** Permits that matched nothing, as they were written. */
  readonly unused: readonly string[];
}

/** A verdict as the first part of a document: what is refused, and what passes only because somebody said so. */
export function judged({ passes, refused, allowed, raised, ambiguous, unused }: Verdict): Judged {
  const items: Item[] = [
    ...refused.map((judgement) => ({
      risk: "high" as const,
      line: [...words(judgement), " To let it through: ", { look: "code", text: judgement.option } as const],
    })),
    ...allowed.map((judgement) => ({ line: ["Allowed by name: ", ...words(judgement)] })),
    ...raised.map((judgement) => ({ line: ["Only a raised limit lets this pass: ", ...words(judgement)] })),
    ...ambiguous.map((sentence) => ({ line: asLine(sentence) })),
    ...unused.map((permit) => ({ line: [code(permit), " matches no finding. Remove it."] })),
  ];
  const title = passes ? "What the guard let pass" : "The guard refuses this";
  const keys = new Set(refused.map(keyOf));
  return {
    passes,
    has: (finding) => keys.has(keyOf(finding)),
    section: listSection(title, items),
  };
}

function keyOf({ rule, urn, reason }: Pick<Judgement, "rule" | "urn" | "reason">): string {
  return JSON.stringify([rule, urn, reason]);
}

function words({ rule, name, reason }: Judgement): Line {
  const about = name === undefined ? [] : [" ", code(name)];
  return [{ look: "strong", text: rule }, ...about, ": ", ...asLine(reason)];
}
