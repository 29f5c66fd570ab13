/** Compares two declarations of an object: what changes, and whether the object is updated or replaced. */
import { echoHash, sameValue } from "../spec/compare.js";
import type { Field } from "../spec/field.js";
import { type Kind, offeredFields } from "../spec/kind.js";
import { hasUnknown, hidden, objectIn, type Values } from "../spec/values.js";

/**
 * The difference between the last declaration and the new one, without what the gateway added by itself. `confirmed`: declared
 * after an import, with the value that the object already has.
 */
export function difference(kind: Kind, olds: Values, news: Values) {
  const different = [...kind.fields.values()].filter((field) => {
    const value = news[field.name];
    return value !== undefined && (hasUnknown(value) || !sameValue(field, olds[field.name], value));
  });
  const shown = isFirstDeclaration(news) ? objectIn(olds, hidden.shown) : undefined;
  const confirmable = shown === undefined ? [] : undeclaredFields(kind, olds);
  const confirmed = different.filter(
    (field) => confirmable.includes(field) && sameValue(field, shown?.[field.name] ?? null, news[field.name]),
  );
  const changed = different.filter((field) => !confirmed.includes(field));
  return { changed, removed: removedFields(kind, olds, news), confirmed };
}

/** Whether a field that was changed or removed needs a new object. */
export function isReplacing(kind: Kind, field: Field, olds: Values, news: Values): boolean {
  return news[field.name] === undefined
    ? removalOf(kind, field, { ...olds, ...news }) === "replaces"
    : isFixed(kind, field) && !isStored(field, olds, news);
}

/** Whether the gateway has the declared value already, in place of the one that was declared before. */
function isStored(field: Field, olds: Values, news: Values): boolean {
  const value = news[field.name];
  const echo = objectIn(olds, hidden.echo)?.[field.name];
  return value !== undefined && echo !== undefined && echo === echoHash(field, value);
}

/** Whether a replacement is created before the old object is deleted, though both may have one name. */
export function overlaps({ overlap }: Kind, declared: Values): boolean {
  return overlap !== undefined && declared[overlap.input] === overlap.value;
}

/** Whether a field cannot be changed in place, by its own rule or because the kind has no update. */
export function isFixed(kind: Kind, field: Field): boolean {
  return field.replace === true || (!field.local && kind.endpoints.patch === undefined);
}

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

export function removedFields(kind: Kind, olds: Values, news: Values): Field[] {
  return [...kind.fields.values()].filter(({ name }) => news[name] === undefined && olds[name] !== undefined);
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
  return unknownValues(kind, known).length > 0 ? "left" : "reset";
}

/** The inputs that these values leave to the gateway, and that are outputs then. */
export function undeclaredFields(kind: Kind, declared: Values): Field[] {
  return offeredFields(kind).filter(({ name }) => declared[name] === undefined);
}

/** Names of the inputs whose values nobody knows: the gateway never shows them, and the state does not have them. */
export function unknownValues(kind: Kind, state: Values): string[] {
  const hiddenFields = [...kind.fields.values()].filter(({ writeOnly }) => writeOnly);
  return hiddenFields.map(({ name }) => name).filter((name) => state[name] === undefined);
}

/** Whether the program declares an imported object for the first time. */
export function isFirstDeclaration(news: Values): boolean {
  return news[hidden.imported] === "earlier";
}

/** The checked inputs, with a mark if the inputs before them were only read by an import. */
export function afterImport({ [hidden.imported]: mark }: Values, news: Values): Values {
  return mark === true || mark === "earlier"
    ? { ...news, [hidden.imported]: mark === true ? "earlier" : false }
    : news;
}
