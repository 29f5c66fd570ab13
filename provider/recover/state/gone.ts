import { hidden } from "../../spec/values.js";
import type { ObjectFinding } from "../find/look-at-objects.js";
import type { Deployment, StateEntry } from "./deployment.js";
import { withoutMissing } from "./planned.js";

/**
 * The state without the objects that are gone, and without what others say of them. An object that may have been written is
 * marked as unfinished: the next `up` sends all that is declared.
 */
export function withFindings(state: Deployment, findings: readonly ObjectFinding[]): Deployment {
  const of = (is: ObjectFinding["is"]) =>
    new Set(findings.filter((each) => each.is === is).map(({ object }) => keyOf(object)));
  const [gone, written] = [of("gone"), of("written")];
  const kept = (state.deployment.resources ?? []).filter((each) => !gone.has(keyOf(each)));
  const urns = new Set(kept.map(({ urn }) => urn));
  const resources = kept
    .map((each) => (gone.size === 0 ? each : withoutMissing(each, (urn) => urns.has(urn))))
    .map((each) => (written.has(keyOf(each)) ? unfinished(each) : each));
  return { ...state, deployment: { ...state.deployment, resources } };
}

/** A resource and what it has replaced have one URN. */
function keyOf({ urn, id }: Pick<StateEntry, "urn" | "id">): string {
  return `${urn} ${id}`;
}

export function unfinished(entry: StateEntry): StateEntry {
  return { ...entry, outputs: { ...entry.outputs, [hidden.unfinished]: true } };
}
