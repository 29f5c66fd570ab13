import { howMany } from "pulumi-workspace-gateway/tools";
import type { Finding, Review } from "../facts/review.js";
import { routeChange } from "../routing/route-change.js";
import {
  alwaysRefused,
  costRule,
  type GuardRules,
  type Limit,
  type Permit,
  safeRules,
} from "./guard-rules.js";
import { allowedOf } from "./limit.js";
import { allowOption, permitText } from "./permit.js";
import type { Judgement, LimitName, Verdict } from "./verdict.js";

/** Judges a review by the rules. A review without changes always passes: there is nothing to stop. */
export function guard(review: Review, rules: GuardRules): Verdict {
  const { findings } = review;
  const isRefused = (finding: Finding) => review.changes.length > 0 && stops(finding, rules);
  const wouldBe = (finding: Finding) => review.changes.length > 0 && stops(finding, safeRules);
  const permitted = (finding: Finding) => rules.allow.some((permit) => matches(permit, finding));
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
    unused: rules.allow.filter((permit) => !findings.some((each) => matches(permit, each))).map(permitText),
  };
}

function stops(finding: Finding, { refuse, maxCostUp }: GuardRules): boolean {
  if (finding.rule === costRule && !refuse.includes(costRule)) {
    return finding.amount === undefined || finding.amount > maxCostUp;
  }
  return alwaysRefused.includes(finding.rule) || refuse.includes(finding.rule);
}

function overLimits({ changes, size, routes }: Review, rules: GuardRules): Judgement[] {
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
  ];
}

const verbs: Readonly<Record<LimitName, readonly [one: string, many: string]>> = {
  "max-deletes": ["is deleted", "are deleted"],
  "max-replaces": ["is replaced", "are replaced"],
  "max-moved-routes": ["ends elsewhere", "end elsewhere"],
};

function over(
  rule: LimitName,
  limit: Limit,
  { count, total }: { readonly count: number; readonly total: number },
  noun: string,
): Judgement[] {
  const allowed = allowedOf(limit, total);
  if (count <= allowed) {
    return [];
  }
  const share = typeof limit === "number" ? "" : `, ${limit.replace("%", " %")} of ${howMany(total, noun)}`;
  const [one, many] = verbs[rule];
  const reason = `${howMany(count, noun)} ${count === 1 ? one : many}: at most ${allowed} may${share}.`;
  return [{ rule, reason, option: `--${rule} ${count}` }];
}

function matches(permit: Permit, { rule, name }: Finding): boolean {
  return permit.rule === rule && (permit.name === undefined || permit.name === name);
}

function judgementOf({ rule, urn, name, reason }: Finding): Judgement {
  return { rule, urn, name, reason, option: allowOption({ rule, name }) };
}
