import {
  defined,
  type Field,
  isHidden,
  type Json,
  type Kind,
  sameValue,
  type Values,
} from "pulumi-workspace-gateway/tools";

/** What of a field's rules a review uses. A property of another package has only its name. */
export type ShownField = Pick<Field, "name"> &
  Partial<Pick<Field, "secret" | "unordered" | "local" | "freeForm">>;

/** A property that has another value than before. */
export interface FieldDifference {
  readonly field: ShownField;
  readonly before?: Json;
  readonly after?: Json;
  /** Whether it is known to differ though both values are covered. */
  readonly isSure?: true;
  /** Whether another object has it now, which an `up` does not repair. */
  readonly isLost?: true;
}

/**
 * What differs of what is declared, in the order of the kind's fields. Names that are no field of the kind are
 * retained outputs among the inputs: the gateway makes them, so they are no change of the declaration.
 */
export function differencesOf(kind: Kind | undefined, before: Values, after: Values): FieldDifference[] {
  return differing(shownFields(kind, before, after), before, after);
}

/** The fields of a kind. Of a resource of another package they are what it declares. */
export function shownFields(kind: Kind | undefined, before: Values, after: Values): Iterable<ShownField> {
  const names = [...Object.keys(before), ...Object.keys(after)].filter((name) => !isHidden(name));
  return kind?.fields.values() ?? [...new Set(names)].map((name) => ({ name }));
}

/** What differs of these properties. */
export function differing(fields: Iterable<ShownField>, before: Values, after: Values): FieldDifference[] {
  return [...fields]
    .filter((field) => !sameValue(field, before[field.name], after[field.name]))
    .map((field) => {
      const [old, planned] = [before[field.name], after[field.name]];
      return {
        field,
        ...defined({ before: old, after: planned }),
      };
    });
}
