import {
  connectionOf,
  described,
  howMany,
  isJsonObject,
  isUnknown,
  type Json,
} from "pulumi-workspace-gateway/tools";
import { hidesSecret, unknownWorkspace } from "../../account/account-object.js";
import { type ExpectationChange, expectationName, expectationSentence } from "../../expectations/check.js";
import { hidesChange } from "../../text/mask.js";
import { shortList } from "../../text/words.js";
import { changedFields, doubtfulSecrets } from "../facts/differences.js";
import {
  parentField,
  presentAt,
  type Resources,
  unplaced,
  workspaceNames,
  workspaceOf,
} from "../facts/resources.js";
import type { Finding } from "../facts/review.js";
import { isOfSettings } from "../plan/gateway-settings.js";
import { isChange, isLeftBehind, mayAdopt, mayOverwrite, type Snapshot, type Step } from "../plan/plan.js";
import type { Changed } from "./change-rule.js";
import { weighed } from "./finding.js";

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

/** So many invitations in one change are high, whoever they are for. */
const many = 20;

/** What the new invitations of a change do together, and whether they reach people outside the domains of today's members. */
export function invitationsBeyond({ resources }: Changed): Finding[] {
  const invitations = resources.plan.steps.filter(
    ({ kind, operation }) => kind === "Invitation" && (operation === "create" || operation === "replace"),
  );
  const members = presentAt("before", resources).filter(({ step }) => step.kind === "Member");
  const known = new Set(members.flatMap(({ snapshot }) => domainOf(emailOf(snapshot)) ?? []));
  return [...together(invitations), ...invitations.flatMap((step) => outside(step, known))];
}

/** One finding for each invitation, so that an allowed one does not waive the sum of all. */
function together(invitations: readonly Step[]): Finding[] {
  const uses = invitations.map(({ after }) => after?.inputs.maxUses);
  const sum = uses.reduce<number>((total, each) => total + (typeof each === "number" ? each : 1), 0);
  const level = sum > 100 ? "refused" : invitations.length >= many ? "high" : sum > 10 ? "medium" : undefined;
  if (invitations.length < 2 || level === undefined) {
    return [];
  }
  const all = `${howMany(invitations.length, "invitation")} of this change`;
  return invitations.map(({ urn, name }) =>
    weighed(level, {
      rule: "invitation-wide",
      urn,
      name,
      reason: `\`${name}\` is one of ${all}, which together can be redeemed at least ${howMany(sum, "time")}.`,
    }),
  );
}

function outside({ urn, name, before, after }: Step, known: ReadonlySet<string>): Finding[] {
  const invited = new Set(addressesIn(before));
  const strange = addressesIn(after).filter(
    (address) => !invited.has(address) && !known.has(domainOf(address) ?? ""),
  );
  if (strange.length === 0) {
    return [];
  }
  const places = strange.map(
    (address) =>
      domainOf(address) ?? (typeof address === "string" && !isUnknown(address) ? address : undefined),
  );
  const shown = shortList(
    [...new Set(places)].map((place) => (place === undefined ? "an unknown address" : `\`${place}\``)),
  );
  return [
    weighed("high", {
      rule: "invitation-wide",
      urn,
      name,
      reason: `\`${name}\` invites people from ${shown}. No known member has such an address.`,
    }),
  ];
}

function addressesIn(snapshot: Snapshot | undefined): Json[] {
  const addresses = snapshot?.inputs.restrictedTo;
  return Array.isArray(addresses) ? addresses : [];
}

/** A member's address: the one that the gateway shows, or else the declared one. */
function emailOf({ inputs, outputs }: Snapshot): Json | undefined {
  const shown = isJsonObject(outputs.user) ? outputs.user.email : undefined;
  return shown ?? inputs.email;
}

/** Undefined for what is not one person's address, such as `*@example.com`, or is not known yet. */
function domainOf(address: unknown): string | undefined {
  const [, domain] = /^[^@\s*?%]+@([^@\s*?%]+)$/.exec(typeof address === "string" ? address : "") ?? [];
  return domain?.toLowerCase();
}

/** The expectations that a change breaks. */
export function expectationFindings(changes: readonly ExpectationChange[]): Finding[] {
  return changes
    .filter(({ is }) => is === "breaks")
    .map(({ result }) =>
      weighed("refused", {
        rule: result.status === "broken" ? "expectation-broken" : "expectation-open",
        urn: result.urn ?? "",
        name: expectationName(result),
        reason: expectationSentence(result),
      }),
    );
}
