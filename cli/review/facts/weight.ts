import { isUnknown } from "pulumi-workspace-gateway/tools";
import type { Operation } from "../plan/plan.js";
import type { FieldDifference } from "./differences.js";
import { labels, ranks } from "./fields/field-words.js";
import type { Finding, Rule } from "./review.js";

const ofOperation: Readonly<Record<Operation, number>> = {
  delete: 40,
  replace: 30,
  update: 20,
  create: 10,
  other: 5,
  same: 0,
  read: 0,
};

const ofRisk: Readonly<Record<Finding["risk"], number>> = { high: 300, medium: 200, low: 100 };

/** What else is lost with a workspace is told by the workspace. */
const ofRule: Partial<Record<Rule, number>> = { "workspace-delete": 50 };

/**
 * How important a change is for a reviewer. One that only concerns this package, or only a
 * label, or that may be none, is not.
 */
export function weightOf(
  operation: Operation,
  differences: readonly FieldDifference[],
  findings: readonly Finding[],
): number {
  const risk = Math.max(0, ...findings.map((finding) => ofRisk[finding.risk] + (ofRule[finding.rule] ?? 0)));
  const isLight =
    operation === "update" &&
    differences.every(({ field, after }) => field.local || labels.has(field.name) || isUnknown(after));
  return risk + (isLight ? 1 : ofOperation[operation] + extentOf(differences));
}

/** Below 9, so that it only orders what is equal otherwise: the greatest change of a number, as a share of what it was. */
function extentOf(differences: readonly FieldDifference[]): number {
  const isRank = ({ field }: FieldDifference) => [...ranks].some((place) => place.endsWith(`.${field.name}`));
  const telling = differences.filter((each) => !isRank(each));
  const shares = telling.flatMap(({ before, after }) => {
    const share =
      typeof before === "number" && typeof after === "number" && Math.abs(after - before) / before;
    return share === false ? [] : share === Number.POSITIVE_INFINITY ? 1 : share / (share + 1);
  });
  return telling.length === 0 ? 0 : (shares.length === 0 ? 1 : Math.max(...shares)) * 8.9;
}
