import { type Field, type Json, type Kind, stampOf, type Values } from "pulumi-workspace-gateway/tools";

/**
 * The secret that may be another one now: the gateway never shows it, and the object was written since. It only counts where
 * nothing else that is declared differs.
 */
export function rotatedSecret(kind: Kind, state: Values, writtenNow: Json | undefined): Field | undefined {
  const stamp = stampOf(kind, "written");
  const before = stamp === undefined ? undefined : state[stamp.name];
  const wasWritten = before !== undefined && writtenNow !== undefined && before !== writtenNow;
  return wasWritten
    ? [...kind.fields.values()].find(
        (field) => field.writeOnly && field.secret && state[field.name] !== undefined,
      )
    : undefined;
}
