import type { Field } from "../../spec/field.js";
import type { Kind } from "../../spec/kind.js";
import type { Values } from "../../spec/values.js";

/**
 * What becomes of a property that is no longer declared: null is sent for it, the gateway's default holds again, it
 * keeps its value, or the object is replaced by one that never had it.
 */
export type Fate = "cleared" | "reset" | "left" | "replaces";

/** Whether a field cannot be changed in place: its own rule, or that the kind cannot be updated. */
export function isFixed(kind: Kind, field: Field): boolean {
  return field.replace === true || (!field.local && kind.endpoints.patch === undefined);
}

/**
 * The fate of a field that is no longer declared, by the rules of its kind; undefined for this package's own settings,
 * which the gateway knows nothing of.
 *
 * Only a PUT resets, and a PUT replaces the whole object (api.md, "Verbs"): where a write-only value is not among
 * those that are `known`, it would be wiped with it, so the field is left instead.
 */
export function fateOf(kind: Kind, field: Field, known: Values): Fate | undefined {
  if (isFixed(kind, field)) {
    return "replaces";
  }
  if (field.local) {
    return undefined;
  }
  if (kind.source.how !== "created" || field.writeOnly) {
    return "left";
  }
  if (field.nullable) {
    return "cleared";
  }
  return [...kind.fields.values()].some(({ name, writeOnly }) => writeOnly && known[name] === undefined)
    ? "left"
    : "reset";
}
