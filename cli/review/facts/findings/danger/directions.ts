import { type FieldDanger, isUnknown, type Json, sameValue } from "pulumi-workspace-gateway/tools";
import { hostOf } from "../../../../account/host-of.js";

/** A value before and after a change. Undefined: there is none, or the gateway has one that nobody knows. */
export interface ValueChange {
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
