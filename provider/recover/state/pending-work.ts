import type { Kind } from "../../spec/kind.js";
import { declaredProvider, kindOfType } from "../../spec/token.js";
import { hidden } from "../../spec/values.js";
import { plainState } from "../../stack/plain-state.js";
import type { LostCreate } from "../lost-create.js";
import type { Deployment, PendingEntry, StateEntry } from "./deployment.js";

/** A create whose end nobody recorded, and what the engine knows of its resource. */
export interface BegunCreate {
  readonly lost: LostCreate;
  readonly entry: StateEntry;
}

/** What the engine had begun when it was killed. */
export interface PendingWork {
  readonly creates: readonly BegunCreate[];
  /** Creates of other packages, of kinds that this release does not know, and by settings that stand in the program. */
  readonly foreign: readonly PendingEntry[];
  /** Updates, deletes and reads: the engine repeats them. */
  readonly repeated: readonly PendingEntry[];
}

/**
 * The pending operations of a state.
 *
 * @param began - when an operation on a URN began at the earliest, if anything tells
 */
export function pendingWork(
  { deployment }: Deployment,
  kinds: readonly Kind[],
  began: (urn: string) => number | undefined,
): PendingWork {
  const pending = deployment.pending_operations ?? [];
  // What has no object of its own, the stack, components and providers, the engine makes again.
  const creating = pending.filter(
    ({ type, resource }) =>
      type === "creating" && resource.custom === true && !resource.type.startsWith("pulumi:"),
  );
  const known = creating.map((each) => ({
    each,
    kind:
      declaredProvider(each.resource.provider) === undefined
        ? kindOfType(each.resource.type, kinds)
        : undefined,
  }));
  return {
    creates: known.flatMap(({ each, kind }) =>
      kind === undefined ? [] : [begunCreate(kind, each.resource, began(each.resource.urn))],
    ),
    foreign: known.flatMap(({ each, kind }) => (kind === undefined ? [each] : [])),
    repeated: pending.filter(({ type }) => type !== "creating"),
  };
}

function begunCreate(kind: Kind, entry: StateEntry, since: number | undefined): BegunCreate {
  const { [hidden.provider]: _text, ...inputs } = plainState(entry.inputs ?? {}).values;
  return { lost: { urn: entry.urn, kind, inputs, since }, entry };
}
