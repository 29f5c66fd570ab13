import type { Kind } from "../../spec/kind.js";
import { kindOfType } from "../../spec/token.js";
import type { Deployment, PendingEntry, StateEntry } from "./deployment.js";
import { unfinished } from "./gone.js";

/** Whether the update is of an object of this package. Of others nobody here knows what they take. */
export function isOwnUpdate({ type, resource }: PendingEntry, kinds: readonly Kind[]): boolean {
  return type === "updating" && kindOfType(resource.type, kinds) !== undefined;
}

/**
 * The state in which the objects whose update nobody saw end are marked as unfinished: the next `up` sends all that is declared.
 * Without that, a program that takes the change back would be taken for what the gateway has; a secret that is never shown
 * would then stay as the killed run has left it. A resource that is to be replaced or deleted stays as it is.
 */
export function withUnclearUpdates(state: Deployment, kinds: readonly Kind[]): Deployment {
  const pending = state.deployment.pending_operations ?? [];
  // The engine notes an update before it knows the id, by the URN that the resource is to have and those that it had.
  const unclear = new Set(
    pending.filter((each) => isOwnUpdate(each, kinds)).flatMap(({ resource }) => urnsOf(resource)),
  );
  if (unclear.size === 0) {
    return state;
  }
  const resources = (state.deployment.resources ?? []).map((resource) =>
    unclear.has(resource.urn) && resource.delete !== true && resource.pendingReplacement !== true
      ? unfinished(resource)
      : resource,
  );
  return { ...state, deployment: { ...state.deployment, resources } };
}

function urnsOf({ urn, aliases }: StateEntry): string[] {
  return [urn, ...(aliases ?? [])];
}
