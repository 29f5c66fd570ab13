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

/** A review without changes to resources or their options always passes. */
export function guard(review: Review, rules: GuardRules): Verdict {
  const { findings } = review;
  const isChanged = review.changes.length + review.optionChanges.length > 0;
  const outcomeOf = (finding: Finding) => {
    if (isChanged && stops(finding, rules)) {
      return rules.allow.some((permit) => permits(permit, finding)) ? "allowed" : "refused";
    }
    return isChanged && stops(finding, safeRules) ? "raised" : "warned";
  };
  const byOutcome = Map.groupBy(findings, outcomeOf);
  const judgements = (outcome: ReturnType<typeof outcomeOf>) =>
    (byOutcome.get(outcome) ?? []).map(judgementOf);
  const over = overLimits(review, rules);
  const overRules = new Set(over.map(({ rule }) => rule));
  const raised = overLimits(review, safeRules).filter(({ rule }) => !overRules.has(rule));
  const refused = [...over, ...judgements("refused")];
  return {
    passes: refused.length === 0,
    refused,
    allowed: judgements("allowed"),
    raised: [...raised, ...judgements("raised")],
    warned: judgements("warned"),
    ambiguous: rules.allow.flatMap((permit) => ambiguity(permit, findings) ?? []),
    unused: rules.allow
      .filter((permit) => permit.rule !== "unknown" && !findings.some((each) => permits(permit, each)))
      .filter((permit) => ambiguity(permit, findings) === undefined)
      .map(permitText),
  };
}

function stops(finding: Finding, rules: GuardRules): boolean {
  const key = ruleTable[finding.rule].limit;
  const limit = finding.isNotKnown || key === undefined ? undefined : rules[key];
  const isRefused =
    limit === undefined
      ? finding.level === "refused"
      : isOver(limit, defined({ percent: finding.amount, amount: finding.difference }));
  const reached: readonly string[] = levels.slice(0, levels.indexOf(finding.level) + 1);
  return isRefused || rules.refuse.some((named) => named === finding.rule || reached.includes(named));
}

function overLimits({ changes, size, routes, findings }: Review, rules: GuardRules): Judgement[] {
  const count = (operation: "delete" | "replace") =>
    changes.filter((change) => change.operation === operation).length;
  const inUse = routes.filter(({ before }) => before !== undefined && before.is !== "nowhere");
  const moved = inUse.filter((route) => routeChange(route) !== "kept").length;
  return [
    ...over("max-deletes", rules.maxDeletes, count("delete"), size.before),
    ...over("max-replaces", rules.maxReplaces, count("replace"), size.before),
    ...over("max-moved-routes", rules.maxMovedRoutes, moved, inUse.length),
    ...summedRules.flatMap((rule) => overTogether(rule, findings, rules)),
  ];
}

/** The noun, the singular verb and the plural verb for each limit on a count, by option name. */
const countLimits = {
  "max-deletes": ["resource", "is deleted", "are deleted"],
  "max-replaces": ["resource", "is replaced", "are replaced"],
  "max-moved-routes": ["route", "moves", "move"],
} as const;

type CountName = keyof typeof countLimits;

/** Many small changes count as one large change. */
function overTogether(rule: SummedRule, findings: readonly Finding[], rules: GuardRules): Judgement[] {
  const { limit } = ruleTable[rule];
  const most = (limit && rules[limit]?.amount) ?? Number.POSITIVE_INFINITY;
  const changes = findings.filter((finding) => finding.rule === rule);
  const sum = changes.reduce((all, { difference = 0 }) => all + difference, 0);
  const isHidden = changes.some(({ hidesAmount }) => hidesAmount);
  const total = isHidden ? `more than the limit of ${most}` : `${sum}, but the limit is ${most}`;
  const reason = `${changes.length} changes add up to ${total}.`;
  const option = `--max-${rule} ${isHidden ? "AMOUNT" : sum}`;
  return changes.length < 2 || sum <= most ? [] : [{ rule: `max-${rule}`, reason, option }];
}

function over(rule: CountName, limit: Limit, count: number, total: number): Judgement[] {
  const [noun, happensToOne, happensToSeveral] = countLimits[rule];
  const allowed = allowedOf(limit, total);
  const isShare = limit.percent !== undefined && allowed !== limit.amount;
  const ofAll = isShare ? ` (${limit.percent}% of ${howMany(total, noun)})` : "";
  const happens = `${howMany(count, noun)} ${count === 1 ? happensToOne : happensToSeveral}`;
  const reason = `${happens}, but the limit is ${allowed}${ofAll}.`;
  return count <= allowed ? [] : [{ rule, reason, option: `--${rule} ${count}` }];
}

function judgementOf(finding: Finding): Judgement {
  const { rule, urn, name, reason } = finding;
  return { rule, urn, name, reason, option: allowOption(finding) };
}

const summedRules = ["budget-up", "budget-down", "quota-up", "quota-down"] as const satisfies readonly Rule[];

type SummedRule = (typeof summedRules)[number];

export interface Judgement {
  readonly rule: Rule | CountName | `max-${SummedRule}`;
  /** Undefined for a limit, which does not apply to a single resource. */
  readonly urn?: string;
  readonly name?: string;
  readonly reason: string;
  readonly option: string;
}

export interface Verdict {
  readonly passes: boolean;
  readonly refused: readonly Judgement[];
  /** Would be refused without a permit. */
  readonly allowed: readonly Judgement[];
  /** Pass only because a limit is raised above its default. */
  readonly raised: readonly Judgement[];
  readonly warned: readonly Judgement[];
  /** Permits that may refer to several resources and therefore allow none, one sentence each. */
  readonly ambiguous: readonly string[];
  /** The text of each permit that matches no finding. */
  readonly unused: readonly string[];
}

export function judged({ passes, refused, allowed, raised, ambiguous, unused }: Verdict): Judged {
  const items: Item[] = [
    ...refused.map((judgement) => ({
      risk: "high" as const,
      line: [...words(judgement), " To allow it: ", { look: "code", text: judgement.option } as const],
    })),
    ...allowed.map((judgement) => ({ line: ["Allowed by a permit: ", ...words(judgement)] })),
    ...raised.map((judgement) => ({ line: ["Allowed only by a raised limit: ", ...words(judgement)] })),
    ...ambiguous.map((sentence) => ({ line: asLine(sentence) })),
    ...unused.map((permit) => ({ line: [code(permit), " matches no finding. Remove it."] })),
  ];
  const title = passes ? "Allowed by the guard" : "Refused by the guard";
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
