import type { Kind } from "pulumi-workspace-gateway/tools";
import { isRemoved } from "../../plan/operations.js";
import type { Step } from "../../plan/plan.js";
import { parentField, type Resources } from "../resources.js";
import { requestsOf } from "./requests.js";

/** A scope that work on an object of a kind needs. */
export interface NeededScope {
  readonly scope: string;
  readonly kind: Kind;
  /** Whether the work fails without it. Otherwise it is needed only if an answer of the gateway leaves something out. */
  readonly sure: boolean;
}

/** The scopes for all that can be done with a kind. */
export function scopesOfLife(kind: Kind, kinds: readonly Kind[]): NeededScope[] {
  return scopesOf(kind, kinds, { writes: true, makes: true, looks: true, empties: kind.guard !== undefined });
}

/** The scopes for what an `up` does with one resource. */
export function scopesOfStep(step: Step, kind: Kind, resources: Resources): NeededScope[] {
  const { writes, reads } = requestsOf(step, kind);
  const isSearched = makes(step) && kind.source.how === "created" && !isInNew(step, resources);
  return scopesOf(kind, resources.kinds, {
    writes: writes > 0,
    makes: makes(step),
    looks: isSearched || reads > 1, // one read is for an answer that leaves something out
    empties: kind.guard !== undefined && isRemoved(step) && step.before?.inputs[kind.guard.unless] !== true,
  });
}

/** `looks`: reads before it writes. `empties`: deletes an object only if it holds nothing. */
function scopesOf(
  kind: Kind,
  kinds: readonly Kind[],
  { writes, makes, looks, empties }: Readonly<Record<"writes" | "makes" | "looks" | "empties", boolean>>,
): NeededScope[] {
  const { endpoints, source, scope } = kind;
  const held = kinds.filter(
    (other) => other.endpoints.parent?.list === endpoints.list && other.endpoints.list,
  );
  // Whether it is the account behind the token has to be known, and only GET /user says it.
  const asksWhoItIs = source.how === "adopted" && source.ownAccountAt !== undefined && makes;
  return [
    ...(writes && source.how !== "issued" ? [{ scope: `${scope}:read`, kind, sure: looks || empties }] : []),
    ...(writes && endpoints.auth !== "app" ? [{ scope: `${scope}:write`, kind, sure: true }] : []),
    ...(empties ? held.map((other) => ({ scope: `${other.scope}:read`, kind, sure: true })) : []),
    ...(asksWhoItIs ? [{ scope: "profile:read", kind, sure: true }] : []),
  ];
}

/** Whether an `up` makes an object for a resource. */
export function makes({ operation }: Step): boolean {
  return operation === "create" || operation === "replace";
}

/** In a workspace that this `up` creates nobody else has created anything, so nothing is looked for. */
export function isInNew({ after }: Step, resources: Resources): boolean {
  const [field] = resources.kinds.flatMap((kind) => parentField(kind) ?? []);
  const parent = after && field !== undefined ? resources.named(after, field) : undefined;
  return parent !== undefined && makes(parent);
}
