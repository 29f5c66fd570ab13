import { declaredProvider, hidden, type Kind, kindOfType } from "pulumi-workspace-gateway/tools";
import type { Deployment, PendingEntry, StateEntry } from "../../stack/deployment.js";
import { plainState } from "../../stack/plain-state.js";
import type { LostCreate } from "../lost-create.js";

/** A create whose end nobody recorded, and what the engine knows of its resource. */
export interface BegunCreate {
  readonly lost: LostCreate;
  readonly entry: StateEntry;
}

/**
 * The creates that the engine had noted, and that can be looked for.
 *
 * @param began - the earliest time at which an operation on a URN may have begun, if known
 */
export function begunCreates(
  { deployment }: Deployment,
  kinds: readonly Kind[],
  began: (urn: string) => number | undefined,
): BegunCreate[] {
  return (deployment.pending_operations ?? []).filter(isCreate).flatMap(({ resource: entry }) => {
    const kind = kindOfOwn(entry, kinds);
    const { [hidden.provider]: _text, ...inputs } = plainState(entry.inputs ?? {}).values;
    return kind === undefined
      ? []
      : [{ lost: { urn: entry.urn, kind, inputs, since: began(entry.urn) }, entry }];
  });
}

/** Whether it makes an object: the stack, components and providers have none. */
export function isCreate({ type, resource }: PendingEntry): boolean {
  return type === "creating" && hasObject(resource);
}

export function hasObject({ custom, type }: StateEntry): boolean {
  return custom === true && !type.startsWith("pulumi:");
}

/** The kind of a resource that can be looked for: one of ours, by the settings that we have. */
export function kindOfOwn({ type, provider }: StateEntry, kinds: readonly Kind[]): Kind | undefined {
  return declaredProvider(provider) === undefined ? kindOfType(type, kinds) : undefined;
}
