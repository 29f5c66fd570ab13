import { howMany, isJsonObject, isUnknown, type Json } from "pulumi-workspace-gateway/tools";
import { shortList } from "../../../text/short-list.js";
import type { Snapshot, Step } from "../../plan/plan.js";
import { weighed } from "../../rules/finding.js";
import type { Finding } from "../review.js";
import { presentAt } from "../setups.js";
import type { Changed } from "./change-rule.js";

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
