import { connectionOf, described } from "pulumi-workspace-gateway/tools";
import { unknownWorkspace } from "../../../account/account-object.js";
import { hidesSecret } from "../../../account/covered.js";
import { hidesChange } from "../../../text/mask.js";
import { shortList } from "../../../text/short-list.js";
import { isOfSettings } from "../../plan/gateway-settings.js";
import { isChange, isLeftBehind, mayAdopt, mayOverwrite } from "../../plan/operations.js";
import type { Step } from "../../plan/plan.js";
import { weighed } from "../../rules/finding.js";
import { changedFields, doubtfulSecrets } from "../differences.js";
import { parentField, type Resources, unplaced, workspaceNames, workspaceOf } from "../resources.js";
import type { Finding } from "../review.js";
import type { Changed } from "./change-rule.js";

/** What nobody can judge, because the gateway was not read, or did not show it. */
export function unjudged({ resources }: Changed): Finding[] {
  const { steps, live, narrowedBy } = resources.plan;
  const isChanged = steps.some(({ operation }) => isChange(operation));
  const unread = (isChanged ? (live?.unread ?? []) : []).map((reason) => ({
    urn: "",
    name: "gateway",
    reason,
  }));
  const part =
    narrowedBy === undefined || !isChanged
      ? []
      : [
          {
            urn: "",
            name: "stack",
            reason: `Only a part of the stack was previewed: \`${narrowedBy.join(" ")}\`.`,
          },
        ];
  const strange = steps.flatMap((step) => {
    const why = whyNot(step);
    return why === undefined ? [] : [{ urn: step.urn, name: step.name, reason: why }];
  });
  return [
    ...inUnknownWorkspaces(resources),
    ...ofOtherPackages(steps),
    ...steps.flatMap((step) => masking(step, resources)),
    ...overwritten(resources),
    ...steps.flatMap((step) => amongNamesakes(step, resources)),
    ...[...strange, ...part, ...unread].map((found) => weighed("medium", { rule: "unjudged", ...found })),
  ];
}

/** Changes of other packages' resources, which nothing here knows. */
function ofOtherPackages(steps: readonly Step[]): Finding[] {
  const changed = steps.filter(
    (step) => step.kind === undefined && isChange(step.operation) && !isOfSettings(step),
  );
  const names = shortList(changed.map(({ name }) => `\`${name}\``));
  const reason = `This review does not judge resources of other packages: ${names}.`;
  return changed.length === 0
    ? []
    : [weighed("low", { rule: "unjudged", urn: "", name: "other packages", reason })];
}

/** Objects whose workspace is unknown. If every workspace of the program is new, it is unlikely to be one in production. */
function inUnknownWorkspaces(resources: Resources): Finding[] {
  const { steps } = resources.plan;
  const fresh = new Set(steps.filter((step) => isFresh(step, resources)).map(({ urn }) => urn));
  const places = Object.keys(workspaceNames(resources)).filter((key) => key !== unplaced);
  const isAllNew = places.length > 0 && places.every((key) => fresh.has(key));
  return steps.flatMap((step) => {
    const { after, operation, urn, name } = step;
    if (!isChange(operation) || after === undefined || workspaceOf(resources, step, after) !== unplaced) {
      return [];
    }
    const which = isAllNew
      ? "every workspace of the program is new"
      : "it may be any, also one in production";
    const reason = `\`${name}\` belongs to ${unknownWorkspace}: ${which}.`;
    return [weighed(isAllNew ? "medium" : "high", { rule: "unjudged", urn, name, reason })];
  });
}

/** Whether a step makes a workspace that cannot be there yet. */
function isFresh(step: Step, resources: Resources): boolean {
  const { operation, takesOver } = step;
  const isMade = operation === "create" || operation === "replace";
  const isNew = isMade && !takesOver && !mayAdopt(step);
  return isNew && resources.kindOf(step)?.guard !== undefined;
}

/** Changes that a mask hides from the reviewer. A field that always holds a secret, such as a key, has a rule of its own. */
function masking(step: Step, { mask, kindOf }: Resources): Finding[] {
  const kind = kindOf(step);
  if (kind === undefined || !isChange(step.operation)) {
    return [];
  }
  const changed = [...changedFields(kind, step), ...doubtfulSecrets(kind, step)];
  const names = changed
    .filter((each) => !each.field.secret && (hidesSecret(each.after) || hidesChange(each, mask)))
    .map(({ field }) => `\`${field.name}\``);
  const reason = `A secret hides the change of ${shortList([...new Set(names)])} of \`${step.name}\`, so it cannot be reviewed.`;
  return names.length === 0
    ? []
    : [weighed("high", { rule: "unjudged", urn: step.urn, name: step.name, reason })];
}

/** Objects that are taken over and that neither the gateway nor the plan shows: refused where the gateway was asked in vain. */
function overwritten(resources: Resources): Finding[] {
  return resources.plan.steps
    .filter((step) => isOverwritten(step, resources))
    .map(({ urn, name, isUnread }) => {
      const reason = `\`${name}\` could not be read, so this change may overwrite settings made elsewhere.`;
      return weighed(isUnread ? "refused" : "high", { rule: "unjudged", urn, name, reason });
    });
}

/** New objects that take over one that the declaration does not name exactly. The \`up\` refuses to choose among several. */
function amongNamesakes({ urn, name, namesakes }: Step, { byUrn, kindOf }: Resources): Finding[] {
  const step = byUrn(urn);
  const kind = step && kindOf(step);
  if (namesakes === undefined || kind === undefined) {
    return [];
  }
  const all = shortList(namesakes.map((row) => `\`${described(kind, row)}\``));
  const apart = (kind.distinguishedBy ?? []).map((field) => `\`${field}\``).join(" or ");
  const isOne = namesakes.length === 1;
  const reason = isOne
    ? `\`${name}\` takes over ${all}, which has its name and may have another ${apart}.`
    : `\`${name}\` may take over any of ${namesakes.length} objects that have its name: ${all}.`;
  return [weighed(isOne ? "high" : "refused", { rule: "unjudged", urn, name, reason })];
}

function whyNot(step: Step): string | undefined {
  const isStrange = step.operation === "other" && step.kind !== undefined && !isLeftBehind(step);
  return isStrange ? `The preview plans a step for \`${step.name}\` that is not known here.` : undefined;
}

/** Whether an object that nobody has seen may be taken over. A new workspace holds none. */
function isOverwritten(step: Step, resources: Resources): boolean {
  const { operation, provider, isUnread, before, after } = step;
  const kind = resources.kindOf(step);
  const isNew = (operation === "create" && before === undefined) || operation === "replace";
  const isSeen = step.overwrites !== undefined || step.namesakes !== undefined;
  if (!isNew || isSeen || kind === undefined || after === undefined) {
    return false;
  }
  const { accounts = [], read = [] } = resources.plan.live ?? {};
  const connection = connectionOf(after.inputs);
  const isOurs = provider === undefined && accounts.some((account) => account.connection === connection);
  const wasRead = !isUnread && (isOurs || read.includes(workspaceOf(resources, step, after) ?? ""));
  const takes = kind.source.how === "adopted" || (mayOverwrite(step) && !wasRead);
  const place = resources.named(after, parentField(kind) ?? "");
  return takes && !(place !== undefined && isFresh(place, resources));
}
