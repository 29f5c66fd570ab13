import { defined, levels } from "pulumi-workspace-gateway/tools";
import type { AccountObject } from "../../account/account-object.js";
import { isMappingRule, routingFindings } from "../../routing/findings.js";
import { routedSetup } from "../../routing/setup.js";
import { changedFields, hidesNumber } from "../facts/differences.js";
import { plannedWorkspaces, type Resources, wholeWorkspaces } from "../facts/resources.js";
import { isChange } from "../plan/plan.js";
import type { ChangeContext, RuleFinding, RuleRow } from "./context.js";
import { dangers } from "./dangers.js";
import { type Finding, findingOf, type Risk } from "./finding.js";
import { ruleNames, ruleTable } from "./rules.js";

/** Most severe first. */
export function reviewFindings(context: ChangeContext): Finding[] {
  const ofChanges = [
    ...dangers(context).map(({ rule, ...finding }) => findingOf(rule, finding)),
    ...byRules(({ find }) => find?.(context)),
  ];
  const ofSetup = newSetupFindings(context).filter(
    ({ rule, urn }) => !ofChanges.some((other) => other.rule === rule && other.urn === urn),
  );
  const all = [...ofChanges, ...ofSetup].toSorted(
    (a, b) => bySeverity(a, b) || ruleNames.indexOf(a.rule) - ruleNames.indexOf(b.rule),
  );
  return withStepFacts(all, context.resources);
}

function byRules(find: (row: RuleRow) => readonly RuleFinding[] | undefined): Finding[] {
  return ruleNames.flatMap((rule) =>
    (find(ruleTable[rule]) ?? []).map((finding) => findingOf(rule, finding)),
  );
}

function bySeverity(a: Finding, b: Finding): number {
  return levels.indexOf(b.level) - levels.indexOf(a.level);
}

function withStepFacts(findings: readonly Finding[], { plan, byUrn, kindOf, mask }: Resources): Finding[] {
  const byName = Map.groupBy(plan.steps, ({ name }) => name);
  return findings.map((finding) => {
    const { urn, name } = finding;
    const step = byUrn(urn);
    const alike = step?.name === name ? (byName.get(name) ?? []) : [];
    // An unmanaged object does not make the name of a declared resource ambiguous.
    const others = alike.filter((each) => each.urn !== urn && (step?.isUndeclared || !each.isUndeclared));
    const namesakes = [...new Set(others.map((each) => each.urn))];
    const isHidden = step && changedFields(kindOf(step), step).some((each) => hidesNumber(each, mask));
    return {
      ...finding,
      ...defined({
        namesakes: namesakes.length === 0 ? undefined : namesakes,
        hidesAmount: isHidden || undefined,
      }),
    };
  });
}

/** A change without findings has a low risk. */
export function riskOf(findings: readonly Finding[], isChanged: boolean): Risk {
  const risks = new Set<Risk>(findings.map(({ risk }) => risk));
  return isChanged ? ((["high", "medium"] as const).find((risk) => risks.has(risk)) ?? "low") : "none";
}

/** Omits findings that this change did not cause, except those about mappings, which have a low risk. */
function newSetupFindings({ resources, before, after, today }: ChangeContext): Finding[] {
  const { plan } = resources;
  const whole = new Set([...wholeWorkspaces(plan), ...plannedWorkspaces(plan)]);
  const keyOf = ({ rule, urn, reason }: Finding) => JSON.stringify([rule, urn, reason]);
  const old = new Set(setupFindings(before, today, undefined, whole).map(keyOf));
  return setupFindings(after, today, before, whole).flatMap((finding) => {
    const operation = resources.byUrn(finding.urn)?.operation;
    const stays = operation !== undefined && !isChange(operation);
    return !stays || !old.has(keyOf(finding))
      ? finding
      : isMappingRule(finding.rule)
        ? findingOf(finding.rule, { ...finding, level: "low" })
        : [];
  });
}

/** @param whole - workspaces whose models and providers are all declared: ids, or URNs of new ones */
export function setupFindings(
  declared: readonly AccountObject[],
  today: string,
  formerly?: readonly AccountObject[],
  whole?: ReadonlySet<string>,
): Finding[] {
  // The engine lists resources in the order in which they become ready.
  const objects = declared.toSorted((a, b) => (a.urn < b.urn ? -1 : a.urn > b.urn ? 1 : 0));
  const ofRouting = routingFindings(routedSetup(objects, whole), formerly && routedSetup(formerly));
  return [
    ...ofRouting.map(({ rule, ...finding }) => findingOf(rule, finding)),
    ...byRules(({ findInSetup }) => findInSetup?.(objects, today)),
  ].toSorted(bySeverity);
}
