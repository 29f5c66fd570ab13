import {
  type JsonObject,
  sameValue,
  shownIn,
  shownOf,
  undeclaredFields,
} from "pulumi-workspace-gateway/tools";
import type { FieldDrift } from "./drift.js";
import { type NameOf, valueDrift, wordsFor } from "./field-drifts.js";
import type { Managed } from "./managed.js";

/**
 * What a row shows otherwise than the state of properties that the program leaves to the gateway. As in a refresh, a
 * property that is not in the row has not changed.
 */
export function unmanagedDrifts(managed: Managed, row: JsonObject, nameOf: NameOf): FieldDrift[] {
  const { kind, outputs } = managed.resource;
  const shown = shownOf(managed.state.values);
  if (shown === undefined) {
    return [];
  }
  return undeclaredFields(kind, outputs).flatMap((field) => {
    const before = shown[field.name] ?? null;
    const live = shownIn(field, row);
    return live === undefined || sameValue(field, before, live)
      ? []
      : [valueDrift(wordsFor(kind.name, field, nameOf), field, before, live)];
  });
}

/** Whether the state says nothing of properties that the program leaves to the gateway. */
export function saysNothingOfUndeclared({ resource, state }: Managed): boolean {
  return shownOf(state.values) === undefined && undeclaredFields(resource.kind, resource.outputs).length > 0;
}
