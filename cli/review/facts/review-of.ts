import { defined, type Kind, nounOf, plural, systemIo } from "pulumi-workspace-gateway/tools";
import { expectationChanges } from "../../expectations/check.js";
import type { Expectations } from "../../expectations/format.js";
import { findRetirements, withCallers } from "../../retirement/retirement.js";
import { compareRoutes, type Route, routeChange } from "../../routing/compare-routes.js";
import { type Mask, maskPasswords } from "../../text/mask.js";
import { utcDay } from "../../text/words.js";
import { reviewFindings, riskOf } from "../findings/findings.js";
import { isOfSettings } from "../plan/gateway-settings.js";
import { makes, operationWords, type Plan, type Step } from "../plan/plan.js";
import { changesOf, driftOf } from "./changes.js";
import { costs } from "./field-words.js";
import { needsOf } from "./notes.js";
import { momentsOf, type Resources, resourcesOf, workspaceNames } from "./resources.js";
import {
  type FieldChange,
  type Finding,
  gatewayUsage,
  type ObjectChange,
  type Review,
  type Rule,
  type UsageInput,
  usageFacts,
  usageHeadline,
} from "./review.js";

export interface ReviewInput {
  readonly plan: Plan;
  readonly kinds: readonly Kind[];
  readonly expectations?: Expectations | undefined;
  readonly usage?: UsageInput | undefined;
  /** The day of the review, `YYYY-MM-DD` in UTC (default: today). */
  readonly today?: string | undefined;
  /** Masks the secrets of the stack's config, and passwords in URLs, in values before they are put into words or cut. */
  readonly mask?: Mask | undefined;
  /** Why the secrets of the config are not masked, as a sentence. */
  readonly unmasked?: string | undefined;
}

/** What a plan means for routing, prompts, cost and people. Whatever is written of it has to be masked as a whole, too. */
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
  const found = Map.groupBy(findings, ({ urn }) => urn);
  const changes = changesOf(resources, found);
  return {
    version: 1,
    ...defined({ project: plan.project, stack: plan.stack, compared: plan.compared }),
    ...defined({ narrowedBy: plan.narrowedBy }),
    headline: changes.length === 0 ? [] : [...usageHeadline(usage), ...headlineOf(changes, routes, found)],
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

/** What a person should know first, the most important first. Each change is counted once. */
function headlineOf(
  changes: readonly ObjectChange[],
  routes: readonly Route[],
  found: ReadonlyMap<string, readonly Finding[]>,
): string[] {
  const special = (change: ObjectChange) => specialWords(change, found.get(change.urn) ?? []);
  const first = changes.filter((change) => special(change) !== undefined);
  const others = changes.filter((change) => special(change) === undefined);
  const byWords = Map.groupBy([...first, ...others], (change) => special(change) ?? plainWords(change));
  const lost = routes.filter((route) => routeChange(route) === "lost").length;
  const moved = routes.filter((route) => routeChange(route) === "moved").length;
  return [
    ...(lost === 0 ? [] : [counted(lost, "route lost/routes lost")]),
    ...(moved === 0 ? [] : [counted(moved, "route moved/routes moved")]),
    ...shortList([...byWords].map(([words, all]) => [words, all.length])),
  ];
}

const mostParts = 6;

function shortList(parts: readonly (readonly [string, number])[]): string[] {
  const shown = parts.length > mostParts ? parts.slice(0, mostParts - 1) : parts;
  const rest = parts.slice(shown.length).reduce((sum, [, count]) => sum + count, 0);
  return [
    ...shown.map(([words, count]) => counted(count, words)),
    ...(rest === 0 ? [] : [counted(rest, "more change/more changes")]),
  ];
}

/** The words for one, and after the slash those for several. */
function counted(count: number, words: string): string {
  const [one, several] = words.split("/");
  return `${count} ${count === 1 ? one : several}`;
}

const ofFinding: Partial<Record<Rule, string>> = {
  "workspace-delete": "workspace destroyed/workspaces destroyed",
  "provider-delete-with-models": "provider deleted with its models/providers deleted with their models",
  "access-removed": "person loses access/people lose access",
  "role-lowered": "role lowered/roles lowered",
  "provider-host-changed": "provider at another host/providers at other hosts",
  "gateway-name-changed": "model renamed/models renamed",
  "budget-up": "budget raised/budgets raised",
  "budget-down": "budget lowered/budgets lowered",
  "quota-up": "quota raised/quotas raised",
  "quota-down": "quota lowered/quotas lowered",
  "key-rotated": "key rotated/keys rotated",
};

const ofReplacement: typeof ofFinding = {
  "workspace-delete": "workspace destroyed and recreated/workspaces destroyed and recreated",
  "access-removed": "person loses access/people lose access",
  "key-rotated": "key rotated/keys rotated",
};

function specialWords(change: ObjectChange, findings: readonly Finding[]): string | undefined {
  if (change.stays === "refused") {
    return "workspace not destroyed, because it is not empty/workspaces not destroyed, because they are not empty";
  }
  const words = change.operation === "replace" ? ofReplacement : ofFinding;
  const said = findings.filter(({ rule }) => rule !== "key-rotated" || isSaidOfKey(change));
  const [found] = said.flatMap(({ rule }) =>
    rule === "key-rotated" && isOpenKey(change) ? openKey : (words[rule] ?? []),
  );
  return found ?? (change.operation === "update" ? updateWords(change) : creationWords(change));
}

const openKey = "key perhaps replaced/keys perhaps replaced";

/** Whether the key is what the change is about: a preview covers it, so where something else differs, that is. */
function isSaidOfKey({ fields }: ObjectChange): boolean {
  const isCovered = (field: FieldChange) => field.secret === "open";
  return !fields.some(isCovered) || fields.every(isCovered);
}

/** Whether it is not known that the key is another one. */
function isOpenKey({ operation, fields }: ObjectChange): boolean {
  const isOpen = ({ secret }: FieldChange) => secret === "open" || secret === "unknown";
  return operation !== "replace" && fields.some(isOpen);
}

/** Where new things are to be done, and who is new. */
function creationWords({ kind, operation, takesOver, fields }: ObjectChange): string | undefined {
  if (operation !== "create") {
    return undefined;
  }
  const isAdmin = fields.some(
    (field) => field.is === "value" && field.name === "role" && field.after === "ADMIN",
  );
  const ofKind: Readonly<Record<string, string>> = {
    Workspace: "new workspace/new workspaces",
    Member: isAdmin ? "new administrator/new administrators" : "new member/new members",
    Invitation: "new invitation/new invitations",
  };
  return takesOver && kind !== "Member" ? undefined : ofKind[kind];
}

function plainWords({ kind, operation, stays }: ObjectChange): string {
  const noun = kind.includes(":") ? "resource of another package" : nounOf({ name: kind });
  const several = kind.includes(":") ? "resources of other packages" : plural(noun);
  const isJudged = !kind.includes(":");
  const past =
    stays === "kept"
      ? "kept on the gateway"
      : `${operationWords[operation].past}${isJudged ? "" : " (not judged)"}`;
  return `${noun} ${past}/${several} ${past}`;
}

function updateWords({ kind, fields }: ObjectChange): string | undefined {
  const rises = fields.filter((field) => isCost(field)).map(growthOf);
  if (kind === "Model" && rises.length > 0) {
    return rises.every((rise) => rise < 0)
      ? "model cheaper/models cheaper"
      : rises.every((rise) => rise > 0)
        ? "model more expensive/models more expensive"
        : undefined;
  }
  if (kind === "Prompt" && fields.some(({ name }) => name === "content")) {
    return "prompt reworded/prompts reworded";
  }
  return kind === "Member" && fields.some(({ name, is }) => name === "role" && is === "value")
    ? "role raised/roles raised"
    : undefined;
}

function isCost({ name }: FieldChange): boolean {
  return costs.some((cost) => cost === name);
}

function growthOf(field: FieldChange): number {
  return field.is === "value" ? Number(field.after ?? 0) - Number(field.before ?? 0) : Number.NaN;
}

function caveatsOf(resources: Resources, changes: readonly ObjectChange[]): string[] {
  const { plan } = resources;
  const fields = changes.flatMap((change) => change.fields);
  const updated = changes
    .filter(({ operation }) => operation === "update")
    .flatMap((change) => change.fields);
  const foreign = changes.filter(({ kind }) => kind.includes(":")).length;
  return [
    plan.errors.length > 0 && "The preview failed, so this is only what it showed until then.",
    ...gapsOf(plan),
    updated.some(({ is }) => is === "unknown") &&
      "Values that are known only during the `up` may stay as they are: then nothing is sent for them.",
    fields.some(({ secret }) => secret === "open") &&
      "A preview covers secrets: it cannot say whether one that is set stays the same.",
    plan.steps.some((step) => isWaitedFor(step, resources)) &&
      "While the `up` waits for an object to be ready, it reads it again and again: this is not counted.",
    plan.compared &&
      "Ids, times and secrets are not compared, nor what nobody can read: gateway keys and invitations.",
    ...(plan.live?.notes ?? []),
    foreign > 0 && "Resources of other packages are only listed, not judged.",
  ].filter((caveat) => typeof caveat === "string");
}

/** What a preview does not show: it may have been made for less. */
export function gapsOf(plan: Plan): string[] {
  return [
    plan.narrowedBy && "The preview covers a part of the stack. Other changes of the program are not in it.",
    !plan.isWhole &&
      "The preview does not show what stays (`--show-sames`): routes, and what belongs to each other, are " +
        "computed from what changes only.",
    // Of a new stack there is nothing to read.
    !plan.isRefreshed &&
      plan.steps.some(({ before }) => before !== undefined) &&
      "The preview did not read the gateway (`--refresh`): what was changed in the console is not in it.",
  ].filter((gap) => typeof gap === "string");
}

function isWaitedFor(step: Step, resources: Resources): boolean {
  const wait = resources.kindOf(step)?.wait;
  return makes(step) && wait !== undefined && step.after?.inputs[wait.unless] !== false;
}
