import type { Field } from "../../spec/field.js";
import type { Kind } from "../../spec/kind.js";
import { hidden, unknownValue, type Values } from "../../spec/values.js";
import { follows } from "../objects/follow.js";
import { isMadeOfTheSame } from "../objects/retained-outputs.js";
import type { PlannedChanges } from "../operation/planned-changes.js";
import { inputsOf, seal } from "../state/state.js";

/**
 * What a resource has after a create, or after an update of these `olds`, as far as it is known before: for a preview, which
 * asks nobody.
 *
 * An output that stays and that the state lacks is null. If it were unknown, whatever uses it would show an update that
 * `up` does not make.
 */
export function knownOutputs(
  kind: Kind,
  planned: PlannedChanges,
  olds: Values | undefined,
  news: Values,
): Values {
  const outputs = [...kind.outputFields.values()].map((field) => {
    const prior =
      olds !== undefined && stays(kind, planned, field, olds, news) ? olds[field.name] : unknownValue;
    return [field.name, prior ?? (olds?.[hidden.unfinished] === true ? unknownValue : null)] as const;
  });
  return seal(kind, { ...inputsOf(kind, news), ...Object.fromEntries(outputs) });
}

function stays(kind: Kind, planned: PlannedChanges, field: Field, olds: Values, news: Values): boolean {
  if (field.follows !== undefined && follows(kind, planned, olds, news)) {
    return false;
  }
  return field.createOnly === true || (field.madeOf !== undefined && isMadeOfTheSame(field, olds, news));
}
