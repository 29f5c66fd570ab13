import {
  defined,
  type Field,
  type FieldDanger,
  hidden,
  isJsonObject,
  isUnknown,
  type Json,
  type Kind,
  sameValue,
  shownOf,
  unknownValue,
} from "pulumi-workspace-gateway/tools";
import { hostOf } from "../../account/account-object.js";
import { changedFields, removalIn } from "../facts/differences.js";
import type { Step } from "../plan/plan.js";

/** A value is undefined if none is set, or if only the gateway knows it. */
interface ValueChange {
  readonly before: Json | undefined;
  /** The unknown placeholder if the value is known only during the `up`. */
  readonly after: Json | undefined;
}

export interface ChangedField extends ValueChange {
  readonly kind: Kind;
  readonly field: Field;
  /** Both values are masked. Only a plugin knows whether they differ. */
  readonly covered?: "differs" | "may differ";
  readonly parts?: readonly (Json | undefined)[];
}

export function fieldsChanged(kind: Kind, step: Step): ChangedField[] {
  const marks = new Map(changedFields(kind, step).map(({ field, covered }) => [field.name, covered]));
  const valuesOf = (field: Field): ValueChange => {
    const before =
      step.before && (step.before.inputs[field.name] ?? shownOf(step.before.outputs)?.[field.name]);
    return { before, after: valueAfter(kind, step, field, before) };
  };
  const ofFields = [...kind.fields.values()].flatMap((field): ChangedField | [] => {
    const values = valuesOf(field);
    const mark = marks.get(field.name);
    const isSame = mark === undefined && sameValue(field, values.before ?? null, values.after ?? null);
    return isSame ? [] : { kind, field, ...values, ...defined({ covered: mark }) };
  });
  return [...ofFields, ...ratesChanged(kind, valuesOf)];
}

/** Rates whose divisor changes. Each is treated like a field. */
function ratesChanged(kind: Kind, valuesOf: (field: Field) => ValueChange): ChangedField[] {
  return (kind.danger?.rates ?? []).flatMap(({ name, of, per, danger }): ChangedField | [] => {
    const [field, divisor] = [kind.fields.get(of), kind.fields.get(per)];
    if (field === undefined || divisor === undefined) {
      return [];
    }
    const [amounts, divisors] = [valuesOf(field), valuesOf(divisor)];
    const before = quotient(amounts.before, divisors.before);
    const after = quotient(amounts.after, divisors.after);
    const isSame = divisors.before === divisors.after;
    return isSame || before === undefined || after === undefined
      ? []
      : {
          ...{ kind, field: { ...field, name, danger }, before, after },
          parts: [amounts, divisors].flatMap((values) => [values.before, values.after]),
        };
  });
}

function quotient(amount: Json | undefined, divisor: Json | undefined): Json | undefined {
  if (isUnknown(amount) || isUnknown(divisor)) {
    return unknownValue;
  }
  return typeof amount === "number" && typeof divisor === "number" && divisor > 0
    ? amount / divisor
    : undefined;
}

/** All fields of a new object, including undeclared ones. */
export function fieldsOfNew(kind: Kind, { after }: Step): ChangedField[] {
  return [...kind.fields.values()].map((field) => {
    return { kind, field, before: undefined, after: after?.inputs[field.name] };
  });
}

/** Changed fields of an object whose values from before the takeover are restored. */
export function fieldsRestored(kind: Kind, { before }: Step): ChangedField[] {
  const kept = before?.outputs[hidden.found];
  const found = isJsonObject(kept) ? kept : {};
  return [...kind.fields.values()].flatMap((field) => {
    const value = before?.inputs[field.name];
    const after = found[field.name] ?? unknownValue;
    const stays = field.local || field.replace || value === undefined || sameValue(field, value, after);
    return stays ? [] : { kind, field, before: value, after };
  });
}

/** A value that is no longer declared stays, is cleared, or is reset to an unknown value. */
function valueAfter(kind: Kind, step: Step, field: Field, before: Json | undefined): Json | undefined {
  const [was, planned] = [step.before?.inputs[field.name], step.after?.inputs[field.name]];
  if (planned !== undefined || was === undefined || step.takesOver) {
    return planned === undefined ? before : planned;
  }
  const removal = removalIn(step, kind, field.name);
  const outcomes = { left: before, cleared: null, reset: unknownValue, replaces: undefined } as const;
  return removal && outcomes[removal];
}

type Test = (change: ValueChange, value: Json | undefined) => boolean;

const knownTests: Readonly<Record<FieldDanger["when"], Test>> = {
  changed: ({ before, after }) => !sameValue({}, before, after),
  up: ({ before, after }) => isNumber(before) && isNumber(after) && after > before,
  down: ({ before, after }) => isNumber(before) && isNumber(after) && after < before,
  above: ({ before, after }, value) => isNumber(after) && after > Number(value) && !(Number(before) >= after),
  to: ({ before, after }, value) => after === value && before !== value,
  from: ({ before = null, after = null }, value) => before === value && after !== value,
  none: ({ after }) => after === undefined || after === null || (Array.isArray(after) && after.length === 0),
  host: ({ before, after }) => before !== undefined && hostOf(before) !== hostOf(after),
};

/** A change to an unknown value may go in any direction. These directions also depend on the old value. */
const unknownTests: Readonly<Partial<typeof knownTests>> = {
  to: ({ before }, value) => before !== value,
  from: ({ before = null }, value) => before === value,
  host: ({ before }) => before !== undefined,
};

/** `open` if an unknown value may change in this direction. Undefined for a different direction. */
export function certainty({ when, value }: FieldDanger, change: ValueChange): "sure" | "open" | undefined {
  if (isUnknown(change.after)) {
    return (unknownTests[when]?.(change, value) ?? true) ? "open" : undefined;
  }
  // The gateway's own number is unknown, so a newly declared number may be higher or lower.
  if ((when === "up" || when === "down") && change.before === undefined && isNumber(change.after)) {
    return "open";
  }
  return knownTests[when](change, value) ? "sure" : undefined;
}

function isNumber(value: Json | undefined): value is number {
  return typeof value === "number";
}

/** For text, the share of changed words. The percentage is undefined if the old value was 0. */
export function sizeOf({ before, after }: ValueChange): { percent?: number; difference?: number } {
  if (typeof before === "number" && typeof after === "number") {
    const difference = Math.abs(after - before);
    return before > 0 && after >= 0 ? { difference, percent: (difference / before) * 100 } : { difference };
  }
  return typeof before === "string" && typeof after === "string" ? { percent: reworded(before, after) } : {};
}

function reworded(before: string, after: string): number {
  const [old, planned] = [before, after].map((text) => Map.groupBy(wordsOf(text), (word) => word));
  const most = Math.max(wordsOf(before).length, wordsOf(after).length);
  const kept = [...(planned ?? [])].map(([word, all]) => Math.min(all.length, old?.get(word)?.length ?? 0));
  return most === 0 ? 100 : (1 - kept.reduce((sum, count) => sum + count, 0) / most) * 100;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
