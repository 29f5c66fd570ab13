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

/** What a reviewer should look at, the most severe first. */
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

/** The findings, with what permits and printers need to know of their resources. */
function withStepFacts(findings: readonly Finding[], { plan, byUrn, kindOf, mask }: Resources): Finding[] {
  const byName = Map.groupBy(plan.steps, ({ name }) => name);
  return findings.map((finding) => {
    const { urn, name } = finding;
    const step = byUrn(urn);
    const alike = step?.name === name ? (byName.get(name) ?? []) : [];
    // What only the gateway has takes no name away from a resource of the program.
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

/** The greatest risk of the findings. A change without a finding has a low one. */
export function riskOf(findings: readonly Finding[], isChanged: boolean): Risk {
  const risks = new Set<Risk>(findings.map(({ risk }) => risk));
  return isChanged ? ((["high", "medium"] as const).find((risk) => risks.has(risk)) ?? "low") : "none";
}

/**
 * What is odd about the setup as it will be. A finding is left out if it was there before with the same
 * reason, and its resource stays as it is: this change has nothing to do with it. Only a mapping that cannot work is found
 * in every review, with a low risk then.
 */
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

/**
 * What is odd about a setup by itself on a day, the most severe first. With what was there `formerly`, also which
 * mappings lead to a model that goes away.
 *
 * @param whole - the workspaces of which all models and providers are declared: ids, or URNs of new ones
 */
export function setupFindings(
  declared: readonly AccountObject[],
  today: string,
  formerly?: readonly AccountObject[],
  whole?: ReadonlySet<string>,
): Finding[] {
  // The engine names resources in the order in which they are ready.
  const objects = declared.toSorted((a, b) => (a.urn < b.urn ? -1 : a.urn > b.urn ? 1 : 0));
  const ofRouting = routingFindings(routedSetup(objects, whole), formerly && routedSetup(formerly));
  return [
    ...ofRouting.map(({ rule, ...finding }) => findingOf(rule, finding)),
    ...byRules(({ findInSetup }) => findInSetup?.(objects, today)),
  ].toSorted(bySeverity);
}
