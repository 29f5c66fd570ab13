import type { Field } from "../../spec/field.js";
import type { Kind } from "../../spec/kind.js";
import { hidden, type Values } from "../../spec/values.js";

/**
 * What happens to a property that is no longer declared. `cleared`: null is sent for it. `reset`: it has the
 * gateway's default again. `left`: it keeps its value. `replaces`: the object is replaced by a new one
 * without it.
 */
export type Removal = "cleared" | "reset" | "left" | "replaces";

/** What an update will do about a property that is no longer declared. */
export const removalText: Readonly<Record<Removal, string>> = {
  cleared: "null is sent to clear it",
  reset: "the gateway is asked for its default",
  left: "it stays as it is and is unmanaged",
  replaces: "the object is replaced by one without it",
};

/** The fields that were declared and are declared no longer. */
export function removedFields(kind: Kind, olds: Values, news: Values): Field[] {
  return [...kind.fields.values()].filter(({ name }) => news[name] === undefined && olds[name] !== undefined);
}

/** Whether a field cannot be changed in place, by its own rule or because the kind has no update. */
export function isFixed(kind: Kind, field: Field): boolean {
  return field.replace === true || (!field.local && kind.endpoints.patch === undefined);
}

/** The checked inputs, with a mark if the inputs before them were only read by an import. */
export function afterImport({ [hidden.imported]: mark }: Values, news: Values): Values {
  return mark === true || mark === "earlier"
    ? { ...news, [hidden.imported]: mark === true ? "earlier" : false }
    : news;
}

/** Whether the program declares an imported object for the first time. */
export function isFirstDeclaration(news: Values): boolean {
  return news[hidden.imported] === "earlier";
}

/**
 * What happens to a field that is no longer declared, by the rules of its kind.
 * Undefined for a field that is for this package only, because the gateway does not know it.
 *
 * A value that was only read by an import was never declared, so it is left.
 *
 * Only a PUT can reset a field, and a PUT replaces the whole object (the API's section "Verbs").
 * It would wipe a write-only value that is not among the `known` ones. Then the field is left.
 */
export function removalOf(kind: Kind, field: Field, known: Values): Removal | undefined {
  if (!field.local && isFirstDeclaration(known)) {
    return "left";
  }
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
