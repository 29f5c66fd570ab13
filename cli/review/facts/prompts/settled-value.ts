import { isUnknown, type Json, shownOf } from "pulumi-workspace-gateway/tools";
import type { Valued } from "../../../account/account-object.js";
import { hidesSecret } from "../../../account/covered.js";

/** What a property is, or will be: as it is declared, also if that is null, or else as the gateway has it. */
export function settledValue({ inputs, outputs }: Valued, field: string): Json | undefined {
  const declared = inputs[field];
  return declared === undefined ? (outputs[field] ?? shownOf(outputs)?.[field]) : declared;
}

/** Whether a value may be anything: it is known only during the `up`, or it is covered. */
export function isUncertain(value: Json | undefined): boolean {
  return isUnknown(value) || hidesSecret(value);
}
