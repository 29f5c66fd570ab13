import { echoHash, sameValue } from "../spec/compare.js";
import type { Field } from "../spec/field.js";
import { type Kind, offeredFields } from "../spec/kind.js";
import { hasUnknown, hidden, objectIn, type Values } from "../spec/values.js";

/**
 * Compares the last declaration with the new one, ignoring values that the gateway added. `confirmed`:
 * fields first declared after an import, with the value that the object already has.
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

export function isReplacing(kind: Kind, field: Field, olds: Values, news: Values): boolean {
  return news[field.name] === undefined
    ? removalOf(kind, field, { ...olds, ...news }) === "replaces"
    : isFixed(kind, field) && !isStored(field, olds, news);
}

/** Whether the new value is the one that the gateway stored when the old value was sent. */
function isStored(field: Field, olds: Values, news: Values): boolean {
  const value = news[field.name];
  const echo = objectIn(olds, hidden.echo)?.[field.name];
  return value !== undefined && echo !== undefined && echo === echoHash(field, value);
}

/** Whether a replacement is created before the old object is deleted, even if both have the same name. */
export function overlaps({ overlap }: Kind, declared: Values): boolean {
  return overlap !== undefined && declared[overlap.input] === overlap.value;
}

/** Whether a field cannot be changed in place. */
export function isFixed(kind: Kind, field: Field): boolean {
  return field.replace === true || (!field.local && kind.endpoints.patch === undefined);
}

export type Removal = "cleared" | "reset" | "left" | "replaces";

export const removalText: Readonly<Record<Removal, string>> = {
  cleared: "null is sent to clear it",
  reset: "the gateway is asked to reset it to its default",
  left: "it is left unchanged and becomes unmanaged",
  replaces: "the object is replaced by a new object without it",
};

export function removedFields(kind: Kind, olds: Values, news: Values): Field[] {
  return [...kind.fields.values()].filter(({ name }) => news[name] === undefined && olds[name] !== undefined);
}

/**
 * Undefined for a local field, which the gateway does not know. A value that came only from an import was
 * never declared, so it is left unchanged.
 *
 * Only a PUT can reset a field, and a PUT replaces the whole object (API document, section "Verbs"). It would
 * wipe a write-only value that is missing from `known`. In that case, the field is left unchanged.
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

/** Inputs that the program leaves to the gateway. Their values become outputs. */
export function undeclaredFields(kind: Kind, declared: Values): Field[] {
  return offeredFields(kind).filter(({ name }) => declared[name] === undefined);
}

/** Names of the write-only inputs that are missing from the state, and whose values are therefore unknown. */
export function unknownValues(kind: Kind, state: Values): string[] {
  const hiddenFields = [...kind.fields.values()].filter(({ writeOnly }) => writeOnly);
  return hiddenFields.map(({ name }) => name).filter((name) => state[name] === undefined);
}

/** Whether the program declares an imported object for the first time. */
export function isFirstDeclaration(news: Values): boolean {
  return news[hidden.imported] === "earlier";
}

/** Marks the checked inputs if the prior inputs came only from an import. */
export function afterImport({ [hidden.imported]: mark }: Values, news: Values): Values {
  return mark === true || mark === "earlier"
    ? { ...news, [hidden.imported]: mark === true ? "earlier" : false }
    : news;
}
