import { defined, type Kind, systemIo } from "pulumi-workspace-gateway/tools";
import { expectationChanges } from "../../expectations/check.js";
import type { Expectations } from "../../expectations/format.js";
import { findRetirements, withCallers } from "../../retirement/retirement.js";
import { compareRoutes } from "../../routing/compare-routes.js";
import { type Mask, maskPasswords } from "../../text/mask.js";
import { utcDay } from "../../text/words.js";
import { reviewFindings, riskOf } from "../findings/findings.js";
import { isOfSettings } from "../plan/gateway-settings.js";
import { makes, type Plan, type Step } from "../plan/plan.js";
import { changesOf, driftOf } from "./changes.js";
import { needsOf } from "./notes.js";
import { momentsOf, type Resources, resourcesOf, workspaceNames } from "./resources.js";
import { gatewayUsage, type ObjectChange, type Review, type UsageInput, usageFacts } from "./review.js";

export interface ReviewInput {
  readonly plan: Plan;
  readonly kinds: readonly Kind[];
  readonly expectations?: Expectations | undefined;
  readonly usage?: UsageInput | undefined;
  /** The day of the review, `YYYY-MM-DD` in UTC (default: today). */
  readonly today?: string | undefined;
  /** Masks config secrets, and passwords in URLs, before values are formatted or cut. */
  readonly mask?: Mask | undefined;
  /** Why config secrets are not masked, as a sentence. */
  readonly unmasked?: string | undefined;
}

/** The caller must mask the whole result again. */
export function reviewOf({ plan, kinds, mask = maskPasswords, ...input }: ReviewInput): Review {
  const { today = utcDay(systemIo.now()), unmasked } = input;
  const resources = resourcesOf(plan, kinds, mask);
  const { before, after } = resources;
  const moments = momentsOf(resources);
  const routes = compareRoutes(moments.before, moments.after);
  const change = { before, after, routes };
  const expectations = input.expectations && expectationChanges(input.expectations, before, after);
  const usage = input.usage && usageFacts(input.usage, change);
  const retirements = withCallers(findRetirements(after, today), input.usage && gatewayUsage(input.usage));
  const findings = reviewFindings({
    ...change,
    resources,
    expectations: expectations ?? [],
    today,
    retirements,
    ...defined({
      used: input.usage && {
        effects: usage?.is === "read" ? usage : undefined,
        isRequired: input.usage.isRequired,
      },
    }),
  });
  const changes = changesOf(resources, findings);
  return {
    version: 1,
    ...defined({ project: plan.project, stack: plan.stack, compared: plan.compared }),
    ...defined({ narrowedBy: plan.narrowedBy }),
    risk: riskOf(findings, changes.length > 0 || findings.some(({ rule }) => rule === "option-weakened")),
    size: { before: resourceCount(plan, "before"), after: resourceCount(plan, "after") },
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

/** An object that the program only reads (`read`) is not part of the stack. */
function resourceCount({ steps }: Plan, moment: "before" | "after"): number {
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

function caveatsOf(resources: Resources, changes: readonly ObjectChange[]): string[] {
  const { plan } = resources;
  const fields = changes.flatMap((change) => change.fields);
  const updated = changes
    .filter(({ operation }) => operation === "update")
    .flatMap((change) => change.fields);
  const foreign = changes.filter(({ kind }) => kind.includes(":")).length;
  return [
    plan.errors.length > 0 && "The preview failed, so this review covers only the part before the failure.",
    ...gapsOf(plan),
    updated.some(({ is }) => is === "unknown") &&
      "Values that are known only during the `up` may turn out to be unchanged. Unchanged values are not sent.",
    fields.some(({ secret }) => secret === "open") &&
      "A preview masks secrets, so it cannot show whether an existing secret stays the same.",
    plan.steps.some((step) => isWaitedFor(step, resources)) &&
      "The `up` reads an object repeatedly until it is ready. These reads are not counted.",
    plan.compared &&
      "Ids, times and secrets are not compared. Gateway keys and invitations cannot be read or compared.",
    ...(plan.live?.notes ?? []),
    foreign > 0 && "Resources from other packages are only listed, not judged.",
  ].filter((caveat) => typeof caveat === "string");
}

/** What the preview does not show because of how it was run. */
export function gapsOf(plan: Plan): string[] {
  return [
    plan.narrowedBy &&
      "The preview covers only part of the stack. It does not show the program's other changes.",
    !plan.isWhole &&
      "The preview does not show unchanged resources (`--show-sames`), so routes and relations are computed only " +
        "from the changes.",
    // A new stack has nothing to read.
    !plan.isRefreshed &&
      plan.steps.some(({ before }) => before !== undefined) &&
      "The preview did not read the gateway (`--refresh`), so it does not show changes made in the console.",
  ].filter((gap) => typeof gap === "string");
}

function isWaitedFor(step: Step, resources: Resources): boolean {
  const wait = resources.kindOf(step)?.wait;
  return makes(step) && wait !== undefined && step.after?.inputs[wait.unless] !== false;
}
