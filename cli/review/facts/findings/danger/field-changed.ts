import {
  type Field,
  hidden,
  isJsonObject,
  isUnknown,
  type Json,
  type Kind,
  sameValue,
  shownOf,
  unknownValue,
} from "pulumi-workspace-gateway/tools";
import type { Snapshot, Step } from "../../../plan/plan.js";
import { changedFields, doubtfulSecrets, removalIn } from "../../differences.js";

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
