import type { Kind } from "../../spec/kind.js";
import type { Values } from "../../spec/values.js";
import { defined } from "../../text/defined.js";
import { observe } from "../objects/observe.js";
import type { Had } from "../operation/ledger.js";
import type { Target } from "../operation/target.js";
import { requestValue, sentFields, valueIn } from "../state/row.js";
import { shownOf } from "../state/shown.js";
import { unknownValues } from "../state/state.js";

/**
 * All values of an object that is to be deleted before its replacement is created, as the gateway has them now.
 * Undefined if it is gone already.
 */
export async function valuesNow(target: Target, id: string, state: Values): Promise<Had | undefined> {
  const { kind } = target;
  const unknown = unknownValues(kind, state);
  if (unknown.length > 0) {
    return { unknown };
  }
  const seen = await observe(target, id, state);
  if (seen.is !== "live") {
    return undefined;
  }
  const values = sentFields(kind).map((field) => {
    const isShown = !field.writeOnly && valueIn(field, seen.row) !== undefined;
    return [field.name, isShown ? requestValue(field, seen.row) : state[field.name]] as const;
  });
  return { values: defined(Object.fromEntries(values)) };
}

/** The same, as the state has them. No request is sent: most deletes are for no replacement. */
export function valuesInState(kind: Kind, state: Values): Had {
  const shown = shownOf(state);
  const unknown = sentFields(kind).filter(
    ({ name, optional, writeOnly, freeForm }) =>
      state[name] === undefined && optional && (writeOnly || freeForm || shown === undefined),
  );
  const values = sentFields(kind).map(({ name }) => {
    const value = state[name];
    return [name, value === undefined ? shown?.[name] : value] as const;
  });
  return unknown.length > 0
    ? { unknown: unknown.map(({ name }) => name) }
    : { values: defined(Object.fromEntries(values)) };
}
