import { defined, type Kind, systemIo } from "pulumi-workspace-gateway/tools";
import { expectationChanges } from "../../expectations/check.js";
import type { Expectations } from "../../expectations/format.js";
import { findRetirements, withCallers } from "../../retirement/retirement.js";
import { compareRoutes } from "../../routing/compare-routes.js";
import { type Mask, maskPasswords } from "../../text/mask.js";
import { utcDay } from "../../text/utc-day.js";
import { isOfSettings } from "../plan/gateway-settings.js";
import type { Plan, Step } from "../plan/plan.js";
import { caveatsOf } from "./caveats.js";
import { changesOf, driftOf } from "./changes.js";
import { changedFields, hidesNumber } from "./differences.js";
import { reviewFindings, riskOf } from "./findings/review-findings.js";
import { headlineOf } from "./headline.js";
import { needsOf } from "./needs.js";
import { type Resources, resourcesOf, workspaceNames } from "./resources.js";
import type { Review } from "./review.js";
import { declaredAt, setupAt } from "./setups.js";
import { gatewayUsage, type UsageInput, usageFacts, usageHeadline } from "./usage.js";

/** What a review looks at besides the plan. */
interface ReviewInput {
  readonly expectations?: Expectations | undefined;
  readonly usage?: UsageInput | undefined;
  /** Today in UTC, for models that retire. */
  readonly today?: string | undefined;
  /** Masks the secrets of the stack's config, and passwords in URLs, in values before they are put into words or cut. */
  readonly mask?: Mask | undefined;
  /** Why the secrets of the config are not masked, as a sentence. */
  readonly unmasked?: string | undefined;
}

/** What a plan means for routing, prompts, cost and people. Whatever is written of it has to be masked as a whole, too. */
export function reviewOf(
  plan: Plan,
  kinds: readonly Kind[],
  {
    expectations: expected,
    usage: usageInput,
    today = utcDay(systemIo.now()),
    mask = maskPasswords,
    unmasked,
  }: ReviewInput = {},
): Review {
  const resources = resourcesOf(plan, kinds, mask);
  const routes = compareRoutes(setupAt("before", resources), setupAt("after", resources));
  const change = {
    before: declaredAt("before", resources),
    after: declaredAt("after", resources),
    routes,
  };
  const expectations = expected && expectationChanges(expected, change.before, change.after);
  const usage = usageInput && usageFacts(usageInput, change);
  const retirements = withCallers(
    findRetirements(change.after, today),
    usageInput && gatewayUsage(usageInput),
  );
  const hiding = new Set(plan.steps.filter((step) => hidesAmount(step, resources)).map(({ urn }) => urn));
  const found = reviewFindings({
    resources,
    routes,
    expectations: expectations ?? [],
    today,
    retirements,
    ...defined({
      used: usageInput && {
        change,
        effects: usage?.is === "read" ? usage : undefined,
        isRequired: usageInput.isRequired,
      },
    }),
  });
  const findings = found.map((finding) =>
    hiding.has(finding.urn) ? { ...finding, hidesAmount: true as const } : finding,
  );
  const changes = changesOf(resources, findings);
  return {
    version: 1,
    ...defined({ project: plan.project, stack: plan.stack, compared: plan.compared }),
    ...defined({ narrowedBy: plan.narrowedBy }),
    headline: changes.length === 0 ? [] : [...usageHeadline(usage), ...headlineOf(changes, routes, findings)],
    risk: riskOf(findings, changes.length > 0 || findings.some(({ rule }) => rule === "option-weakened")),
    size: { before: sizeOf(plan, "before"), after: sizeOf(plan, "after") },
    counts: {
      create: countOf(plan, "create"),
      update: countOf(plan, "update"),
      replace: countOf(plan, "replace"),
      delete: countOf(plan, "delete"),
    },
    changes,
    optionChanges: plan.optionChanges,
    drift: driftOf(resources),
    routes,
    workspaces: workspaceNames(resources),
    findings,
    ...defined({ expectations, usage }),
    retirements,
    needs: needsOf(resources),
    caveats: [
      ...caveatsOf(resources, changes),
      ...(usage?.is === "unread" ? [usage.why] : []),
      ...(unmasked === undefined ? [] : [unmasked]),
    ],
    warnings: plan.warnings,
    unread: plan.live?.unread ?? [],
  };
}

function hidesAmount(step: Step, { kindOf, mask }: Resources): boolean {
  return changedFields(kindOf(step), step).some((difference) => hidesNumber(difference, mask));
}

/** An object that the program only reads (`read`) is none of the stack's. */
function sizeOf({ steps }: Plan, moment: "before" | "after"): number {
  const isOwn = ({ operation, isUndeclared, takesOver, heirOf, type }: Step) =>
    !isOfSettings({ type }) &&
    operation !== "other" &&
    operation !== "read" &&
    !isUndeclared &&
    !((takesOver || heirOf) && moment === "before");
  return steps.filter((step) => step[moment] !== undefined && isOwn(step)).length;
}

function countOf({ steps }: Plan, operation: Step["operation"]): number {
  return steps.filter((step) => step.operation === operation).length;
}
