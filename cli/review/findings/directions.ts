import {
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
import { changedFields, doubtfulSecrets, removalIn } from "../facts/differences.js";
import type { Snapshot, Step } from "../plan/plan.js";

/** A field whose value changes, as far as anybody knows. */
export interface FieldChanged {
  readonly kind: Kind;
  readonly field: Field;
  /** Undefined: there is none, or the gateway has one that nobody knows. */
  readonly before: Json | undefined;
  /** The mark of an unknown if nobody knows it before the `up`. */
  readonly after: Json | undefined;
  /** Both values are covered, as those of secrets are: whether they differ is known, or is not. */
  readonly covered?: "differs" | "may differ";
  /** The values that a rate is computed from. */
  readonly parts?: readonly (Json | undefined)[];
}

/** What becomes of the fields of an object that is there before and afterwards. */
export function fieldsChanged(kind: Kind, step: Step): FieldChanged[] {
  const covered = new Map([
    ...changedFields(kind, step).flatMap(({ field, isSure }) =>
      isSure ? [[field.name, "differs"] as const] : [],
    ),
    ...doubtfulSecrets(kind, step).map(({ field }) => [field.name, "may differ"] as const),
  ]);
  const valuesOf = (field: Field) => {
    const before = valueBefore(step.before, field);
    return { before, after: valueAfter(kind, step, field, before) };
  };
  const ofFields = [...kind.fields.values()].flatMap((field): FieldChanged[] => {
    const { before, after } = valuesOf(field);
    const differs = !sameValue(field, before ?? null, after ?? null);
    const mark = covered.get(field.name);
    if (mark !== undefined) {
      return [{ kind, field, before, after, covered: mark }];
    }
    return differs ? [{ kind, field, before, after }] : [];
  });
  return [...ofFields, ...ratesChanged(kind, valuesOf)];
}

type Values = Pick<FieldChanged, "before" | "after">;

/** The rates whose divisor changes, each as if it were a field. */
function ratesChanged(kind: Kind, valuesOf: (field: Field) => Values): FieldChanged[] {
  return (kind.danger?.rates ?? []).flatMap(({ name, of, per, danger }): FieldChanged[] => {
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
      : [
          {
            ...{ kind, field: { ...field, name, danger }, before, after },
            parts: [amounts, divisors].flatMap((values) => [values.before, values.after]),
          },
        ];
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

/** What a new object declares: all of its fields, also those that it leaves to the gateway. */
export function fieldsOfNew(kind: Kind, { after }: Step): FieldChanged[] {
  return [...kind.fields.values()].map((field) => ({
    kind,
    field,
    before: undefined,
    after: after?.inputs[field.name],
  }));
}

/** What becomes of the fields of an object that gets back the values from before it was taken over. */
export function fieldsRestored(kind: Kind, { before }: Step): FieldChanged[] {
  const kept = before?.outputs[hidden.found];
  const found = isJsonObject(kept) ? kept : undefined;
  return [...kind.fields.values()]
    .filter((field) => !field.local && !field.replace && before?.inputs[field.name] !== undefined)
    .map((field) => ({
      kind,
      field,
      before: before?.inputs[field.name],
      after: found?.[field.name] ?? unknownValue,
    }))
    .filter(({ field, before: old, after }) => !sameValue(field, old, after));
}

function valueBefore(before: Snapshot | undefined, { name }: Field): Json | undefined {
  return before?.inputs[name] ?? (before && shownOf(before.outputs)?.[name]);
}

/** What was never declared stays. What is no longer declared stays, goes, or is the gateway's: then nobody knows it. */
function valueAfter(kind: Kind, step: Step, field: Field, before: Json | undefined): Json | undefined {
  const [was, planned] = [step.before?.inputs[field.name], step.after?.inputs[field.name]];
  if (planned !== undefined || was === undefined || step.takesOver) {
    return planned === undefined ? before : planned;
  }
  const removal = removalIn(step, kind, field.name);
  const outcomes = { left: before, cleared: null, reset: unknownValue, replaces: undefined } as const;
  return removal && outcomes[removal];
}

/** A value before and after a change. Undefined: there is none, or the gateway has one that nobody knows. */
interface ValueChange {
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

type Test = (change: ValueChange, value: Json | undefined) => boolean;

/** Whether a change goes in a direction, where both values are known. */
const goes: Readonly<Record<FieldDanger["when"], Test>> = {
  changed: ({ before, after }) => !sameValue({}, before, after),
  up: ({ before, after }) => isNumber(before) && isNumber(after) && after > before,
  down: ({ before, after }) => isNumber(before) && isNumber(after) && after < before,
  above: ({ before, after }, value) => isNumber(after) && after > Number(value) && !(Number(before) >= after),
  to: ({ before, after }, value) => after === value && before !== value,
  from: ({ before = null, after = null }, value) => before === value && after !== value,
  none: ({ after }) => isNone(after),
  host: ({ before, after }) => before !== undefined && hostOf(before) !== hostOf(after),
};

/** Where a new value is not known, a change may go in every direction, but in these only if it came from the right place. */
const mayGo: Readonly<Partial<typeof goes>> = {
  to: ({ before }, value) => before !== value,
  from: ({ before = null }, value) => before === value,
  host: ({ before }) => before !== undefined,
};

/** `sure` or `open`: a value that is not known yet may become anything. Undefined if the change goes elsewhere. */
export function direction({ when, value }: FieldDanger, change: ValueChange): "sure" | "open" | undefined {
  if (isUnknown(change.after)) {
    return (mayGo[when]?.(change, value) ?? true) ? "open" : undefined;
  }
  // How much the gateway had is not known, so a number that is new may be more, and may be less.
  if ((when === "up" || when === "down") && change.before === undefined && isNumber(change.after)) {
    return "open";
  }
  return goes[when](change, value) ? "sure" : undefined;
}

function isNumber(value: Json | undefined): value is number {
  return typeof value === "number";
}

function isNone(value: Json | undefined): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

/** How much changes. */
interface Size {
  /** Of a number that falls, how much of it goes. Undefined if it was nothing before: no percent says how much that is. */
  readonly percent?: number;
  readonly difference?: number;
}

/** How much a number or a text changes; of a text, how many of its words come or go. */
export function sizeOf(before: Json | undefined, after: Json | undefined): Size {
  if (typeof before === "number" && typeof after === "number") {
    const difference = Math.abs(after - before);
    return before > 0 && after >= 0 ? { difference, percent: (difference / before) * 100 } : { difference };
  }
  return typeof before === "string" && typeof after === "string" ? { percent: reworded(before, after) } : {};
}

function reworded(before: string, after: string): number {
  const [old, planned] = [wordsOf(before), wordsOf(after)];
  const left = new Map([...Map.groupBy(old, (word) => word)].map(([word, all]) => [word, all.length]));
  let kept = 0;
  for (const word of planned) {
    const count = left.get(word) ?? 0;
    kept += Math.min(count, 1);
    left.set(word, Math.max(0, count - 1));
  }
  const most = Math.max(old.length, planned.length);
  return most === 0 ? 100 : (1 - kept / most) * 100;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
