import { levels } from "pulumi-workspace-gateway/tools";
import { isMappingRule } from "../../routing/findings.js";
import { declaredAt, plannedWorkspaces, type Resources, wholeWorkspaces } from "../facts/resources.js";
import { type Finding, type Risk, rules } from "../facts/review.js";
import { isChange } from "../plan/plan.js";
import { accessKept, gatewayKeyAdded, indexAdded, modelsExposed, optionWeakened } from "./additions.js";
import type { Changed, ChangeRule } from "./change-rule.js";
import { dangers } from "./dangers.js";
import { weighed } from "./finding.js";
import { gatewaySettings, workspaceNameMoved } from "./gateway-settings.js";
import {
  routeCosts,
  routeLost,
  routeMoved,
  routeOtherwise,
  routeToNewHost,
  routeToRetired,
  targetUnknown,
} from "./routes.js";
import { setupFindings } from "./setup.js";
import { expectationFindings, invitationsBeyond, unjudged } from "./unjudged.js";
import { usageFindings } from "./usage.js";

const changeRules: readonly ChangeRule[] = [
  dangers,
  invitationsBeyond,
  routeLost,
  routeToNewHost,
  targetUnknown,
  routeMoved,
  routeOtherwise,
  routeCosts,
  routeToRetired,
  ({ expectations }) => expectationFindings(expectations),
  ({ used }) => (used === undefined ? [] : usageFindings(used)),
  gatewaySettings,
  workspaceNameMoved,
  gatewayKeyAdded,
  indexAdded,
  modelsExposed,
  optionWeakened,
  accessKept,
  unjudged,
];

const severity: readonly Risk[] = ["none", "low", "medium", "high"];

/** What is refused comes before what is only high. */
function weightOf({ level }: Finding): number {
  return levels.indexOf(level);
}

/** What a reviewer should look at, the most severe first. */
export function reviewFindings(changed: Changed): Finding[] {
  const ofChanges = changeRules.flatMap((rule) => rule(changed));
  const isFound = ({ rule, urn }: Finding) =>
    ofChanges.some((other) => other.rule === rule && other.urn === urn);
  const ofSetup = newSetupFindings(changed).filter((finding) => !isFound(finding));
  const all = [...ofChanges, ...ofSetup].toSorted(
    (a, b) => weightOf(b) - weightOf(a) || rules.indexOf(a.rule) - rules.indexOf(b.rule),
  );
  return withNamesakes(all, changed.resources);
}

/** The findings, each with the other resources of the stack that have the name of the one that it is about. */
function withNamesakes(findings: readonly Finding[], { plan, byUrn }: Resources): Finding[] {
  const byName = Map.groupBy(plan.steps, ({ name }) => name);
  return findings.map((finding) => {
    const { urn, name } = finding;
    const step = byUrn(urn);
    const alike = step?.name === name ? (byName.get(name) ?? []) : [];
    // What only the gateway has takes no name away from a resource of the program.
    const others = alike.filter((each) => each.urn !== urn && (step?.isUndeclared || !each.isUndeclared));
    const namesakes = [...new Set(others.map((each) => each.urn))];
    return namesakes.length === 0 ? finding : { ...finding, namesakes };
  });
}

/** The greatest risk that was found. A change without a finding has a low one. */
export function riskOf(findings: readonly Finding[], isChanged: boolean): Risk {
  const risks: Risk[] = [isChanged ? "low" : "none", ...findings.map(({ risk }) => risk)];
  return isChanged
    ? (risks.toSorted((a, b) => severity.indexOf(b) - severity.indexOf(a))[0] ?? "none")
    : "none";
}

/**
 * What is odd about the setup as it will be. A finding is left out if it was there before with the same
 * reason, and its resource stays as it is: this change has nothing to do with it. Only a mapping that cannot work is found
 * in every review, with a low risk then.
 */
function newSetupFindings({ resources, today }: Changed): Finding[] {
  const before = declaredAt("before", resources);
  const { plan } = resources;
  const whole = new Set([...wholeWorkspaces(plan), ...plannedWorkspaces(plan)]);
  const old = new Set(setupFindings(before, today, undefined, whole).map(keyOf));
  return setupFindings(declaredAt("after", resources), today, before, whole).flatMap((finding) => {
    const operation = resources.byUrn(finding.urn)?.operation;
    const stays = operation !== undefined && !isChange(operation);
    const isOld = stays && old.has(keyOf(finding));
    return !isOld ? finding : isMappingRule(finding.rule) ? weighed("low", finding) : [];
  });
}

function keyOf({ rule, urn, reason }: Finding): string {
  return JSON.stringify([rule, urn, reason]);
}
