import { echoHash, sameValue } from "../spec/compare.js";
import type { Field } from "../spec/field.js";
import type { Kind } from "../spec/kind.js";
import { hasUnknown, hidden, type Values } from "../spec/values.js";
import { matches } from "./rows.js";
import {
  isFirstDeclaration,
  isFixed,
  objectIn,
  removalOf,
  removedFields,
  shownOf,
  undeclaredFields,
} from "./state.js";

/**
 * The difference between the last declaration and the new one.
 * What the gateway added by itself is not in it.
 */
interface Difference {
  readonly changed: readonly Field[];
  readonly removed: readonly Field[];
  /** Declared after an import, with the value that the object already has. */
  readonly confirmed: readonly Field[];
}

export function difference(kind: Kind, olds: Values, news: Values): Difference {
  const different = [...kind.fields.values()].filter((field) => {
    const value = news[field.name];
    return value !== undefined && (hasUnknown(value) || !sameValue(field, olds[field.name], value));
  });
  const shown = isFirstDeclaration(news) ? shownOf(olds) : undefined;
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

/**
 * The difference in the engine's form.
 * `elsewhere`: the connection, or the provider, that is declared now leads to another place.
 */
export function diffFor(kind: Kind, id: string, olds: Values, news: Values, elsewhere = false) {
  const { changed, removed, confirmed } = difference(kind, olds, news);
  const failed = olds[hidden.failed] === true ? [hidden.failed] : [];
  const row = { ...olds, ...objectIn(olds, hidden.selected), id };
  const replaced = [...changed, ...removed]
    .filter((field) =>
      field.selects === undefined
        ? isReplacing(kind, field, olds, news)
        : !matches(field, news[field.name], row),
    )
    .map((field) => field.name);
  const way = olds.connection === news.connection ? "provider" : "connection";
  const replaces = [...failed, ...replaced, ...(elsewhere ? [way] : [])];
  return {
    changes:
      [...changed, ...removed, ...confirmed, ...replaces].length > 0 || olds[hidden.unfinished] === true,
    replaces,
    deleteBeforeReplace: replaces.length > 0 && !elsewhere && keepsName(kind, olds, news),
  };
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

/**
 * Whether a replacement has the name of the old object and cannot exist beside it: the gateway refuses a
 * second object of the same name (the API's section "Errors": 409).
 */
function keepsName(kind: Kind, olds: Values, news: Values): boolean {
  return (
    kind.naturalKey.length > 0 &&
    !overlaps(kind, news) &&
    kind.naturalKey.every((name) => !hasUnknown(news[name]) && sameValue({}, olds[name], news[name]))
  );
}
