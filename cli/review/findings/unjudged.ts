import {
  connectionOf,
  described,
  howMany,
  isJsonObject,
  isUnknown,
  type Json,
} from "pulumi-workspace-gateway/tools";
import { hidesSecret, unknownWorkspace, type Valued } from "../../account/account-object.js";
import { type ExpectationChange, expectationName, expectationSentence } from "../../expectations/check.js";
import { hidesChange } from "../../text/mask.js";
import { shortList } from "../../text/words.js";
import { changedFields } from "../facts/differences.js";
import { parentField, type Resources, unplaced, workspaceNames, workspaceOf } from "../facts/resources.js";
import { isOfSettings } from "../plan/gateway-settings.js";
import {
  isChange,
  isLeftBehind,
  makes,
  mayAdopt,
  mayOverwrite,
  type Snapshot,
  type Step,
} from "../plan/plan.js";
import type { ChangeContext, RuleFinding } from "./context.js";

/** What the review cannot judge, because the gateway was not read, or did not show it. */
export function unjudged({ resources }: ChangeContext): RuleFinding[] {
  const { steps, live, narrowedBy } = resources.plan;
  const isChanged = steps.some(({ operation }) => isChange(operation));
  const unread = isChanged ? (live?.unread ?? []) : [];
  const part = isChanged ? narrowedBy?.join(" ") : undefined;
  const strange = steps.filter(
    (step) => step.operation === "other" && step.kind !== undefined && !isLeftBehind(step),
  );
  return [
    ...inUnknownWorkspaces(resources),
    ...ofOtherPackages(steps),
    ...steps.flatMap((step) => masking(step, resources)),
    ...steps.filter((step) => isOverwritten(step, resources)).map(overwritten),
    ...steps.flatMap((step) => amongNamesakes(step, resources)),
    ...[
      ...strange.map(({ urn, name }) => {
        return { urn, name, reason: `The preview plans an unknown step for \`${name}\`.` };
      }),
      ...(part === undefined
        ? []
        : [{ urn: "", name: "stack", reason: `Only part of the stack was previewed: \`${part}\`.` }]),
      ...unread.map((reason) => ({ urn: "", name: "gateway", reason })),
    ].map((finding) => ({ level: "medium" as const, ...finding })),
  ];
}

function ofOtherPackages(steps: readonly Step[]): RuleFinding[] {
  const changed = steps.filter(
    (step) => step.kind === undefined && isChange(step.operation) && !isOfSettings(step),
  );
  const names = shortList(changed.map(({ name }) => `\`${name}\``));
  const reason = `This review does not judge resources from other packages: ${names}.`;
  return changed.length === 0 ? [] : [{ level: "low", urn: "", name: "other packages", reason }];
}

/** If every workspace of the program is new, an unknown one is unlikely to be in production. */
function inUnknownWorkspaces(resources: Resources): RuleFinding[] {
  const { steps } = resources.plan;
  const fresh = new Set(steps.filter((step) => isFresh(step, resources)).map(({ urn }) => urn));
  const places = Object.keys(workspaceNames(resources)).filter((key) => key !== unplaced);
  const isAllNew = places.length > 0 && places.every((key) => fresh.has(key));
  return steps.flatMap((step): RuleFinding | [] => {
    const { after, operation, urn, name } = step;
    if (!isChange(operation) || after === undefined || workspaceOf(resources, step, after) !== unplaced) {
      return [];
    }
    const which = isAllNew
      ? "every workspace of the program is new"
      : "it may be any workspace, even one in production";
    const reason = `\`${name}\` belongs to ${unknownWorkspace}: ${which}.`;
    return { level: isAllNew ? "medium" : "high", urn, name, reason };
  });
}

function isFresh(step: Step, resources: Resources): boolean {
  return makes(step) && !step.takesOver && !mayAdopt(step) && resources.kindOf(step)?.guard !== undefined;
}

/** Changes that a mask hides. A field that is always secret, such as a key, has its own rule. */
function masking(step: Step, { mask, kindOf }: Resources): RuleFinding | [] {
  const kind = kindOf(step);
  if (kind === undefined || !isChange(step.operation)) {
    return [];
  }
  const names = changedFields(kind, step)
    .filter((each) => !each.field.secret && (hidesSecret(each.after) || hidesChange(each, mask)))
    .map(({ field }) => `\`${field.name}\``);
  const reason = `A secret hides the change to ${shortList([...new Set(names)])} of \`${step.name}\`, so it cannot be reviewed.`;
  return names.length === 0 ? [] : { urn: step.urn, name: step.name, reason };
}

/** Refused if the gateway did not respond. */
function overwritten({ urn, name, isUnread }: Step): RuleFinding {
  const reason = `\`${name}\` could not be read, so this change may overwrite settings made elsewhere.`;
  return { level: isUnread ? "refused" : "high", urn, name, reason };
}

/** Creates that may take over a different object. The `up` never picks one of several candidates. */
function amongNamesakes({ urn, name, namesakes }: Step, { byUrn, kindOf }: Resources): RuleFinding | [] {
  const step = byUrn(urn);
  const kind = step && kindOf(step);
  if (namesakes === undefined || kind === undefined) {
    return [];
  }
  const all = shortList(namesakes.map((row) => `\`${described(kind, row)}\``));
  const apart = (kind.distinguishedBy ?? []).map((field) => `\`${field}\``).join(" or ");
  const isOne = namesakes.length === 1;
  const reason = isOne
    ? `\`${name}\` takes over ${all}, which has the same name but may have a different ${apart}.`
    : `\`${name}\` may take over any of ${namesakes.length} objects with the same name: ${all}.`;
  return { level: isOne ? "high" : "refused", urn, name, reason };
}

/** Nothing in a new workspace can be taken over, because it is empty. */
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

/** With this many invitations or more, the level is high, regardless of who is invited. */
const many = 20;

export function invitationWide({ resources }: ChangeContext): RuleFinding[] {
  const invitations = resources.plan.steps.filter((step) => step.kind === "Invitation" && makes(step));
  const members = resources.before.filter(({ kind }) => kind === "Member");
  const known = new Set(members.flatMap((member) => domainOf(emailOf(member)) ?? []));
  return [...together(invitations), ...invitations.flatMap((step) => outside(step, known))];
}

/** One finding for each invitation, so that a permit for one does not cover all of them. */
function together(invitations: readonly Step[]): RuleFinding[] {
  const uses = invitations.map(({ after }) => after?.inputs.maxUses);
  const sum = uses.reduce<number>((total, each) => total + (typeof each === "number" ? each : 1), 0);
  const level = sum > 100 ? "refused" : invitations.length >= many ? "high" : sum > 10 ? "medium" : undefined;
  const words = `which together can be redeemed at least ${howMany(sum, "time")}`;
  return invitations.length < 2 || level === undefined
    ? []
    : invitations.map(({ urn, name }) => ({
        ...{ level, urn, name },
        reason: `\`${name}\` is one of ${howMany(invitations.length, "invitation")} in this change, ${words}.`,
      }));
}

function outside({ urn, name, before, after }: Step, known: ReadonlySet<string>): RuleFinding | [] {
  const invited = new Set(addressesIn(before));
  const places = addressesIn(after)
    .filter((address) => !invited.has(address) && !known.has(domainOf(address) ?? ""))
    .map((address) => domainOf(address) ?? (isUnknown(address) ? undefined : address))
    .map((place) => (typeof place === "string" ? `\`${place}\`` : "an unknown address"));
  const reason = `\`${name}\` invites people from ${shortList([...new Set(places)])}. No known member has such an address.`;
  return places.length === 0 ? [] : { level: "high", urn, name, reason };
}

function addressesIn(snapshot: Snapshot | undefined): Json[] {
  const addresses = snapshot?.inputs.restrictedTo;
  return Array.isArray(addresses) ? addresses : [];
}

/** The address that the gateway shows, or else the declared one. */
function emailOf({ inputs, outputs }: Valued): Json | undefined {
  const shown = isJsonObject(outputs.user) ? outputs.user.email : undefined;
  return shown ?? inputs.email;
}

/** Undefined for a pattern such as `*@example.com`, or if the address is unknown. */
function domainOf(address: unknown): string | undefined {
  const [, domain] = /^[^@\s*?%]+@([^@\s*?%]+)$/.exec(typeof address === "string" ? address : "") ?? [];
  return domain?.toLowerCase();
}

export function expectationBroken({ expectations }: ChangeContext): RuleFinding[] {
  return broken(expectations, (status) => status === "unmet");
}

/** Expectations that may or may not be met after the change. */
export function expectationOpen({ expectations }: ChangeContext): RuleFinding[] {
  return broken(expectations, (status) => status !== "unmet");
}

function broken(
  changes: readonly ExpectationChange[],
  isMeant: (status: ExpectationChange["result"]["status"]) => boolean,
): RuleFinding[] {
  return changes
    .filter(({ is, result }) => is === "breaks" && isMeant(result.status))
    .map(({ result }) => ({
      urn: result.urn ?? "",
      name: expectationName(result),
      reason: expectationSentence(result),
    }));
}
