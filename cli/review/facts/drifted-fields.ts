import { type Field, type Kind, shownOf, stampOf } from "pulumi-workspace-gateway/tools";
import type { Valued } from "../../account/account-object.js";
import { covered } from "../../account/covered.js";
import { differing, type FieldDifference } from "./differences.js";

/**
 * What the gateway has otherwise than a state declares it, and a secret that may be another one. What only the gateway says
 * is no drift.
 */
export function driftedFields(kind: Kind, recorded: Valued, live: Valued): FieldDifference[] {
  const fields = [...kind.fields.values()];
  const lost = fields.filter((field) => isLost(field, live));
  const declared = [
    ...differing(fields, recorded.inputs, live.inputs),
    ...lost.map((field) => ({ field, before: true, after: false, isLost: true as const })),
  ];
  const rotated = declared.length > 0 ? undefined : rotatedSecret(kind, recorded, live);
  return rotated === undefined ? declared : [{ field: rotated, before: covered, after: covered }];
}

/** Another object has it now. The state goes on to declare it. */
function isLost({ exclusive, name }: Field, { inputs, outputs }: Valued): boolean {
  return exclusive !== undefined && inputs[name] === true && shownOf(outputs)?.[name] === false;
}

/** The secret that may be another one now: the gateway never shows it, and the object was written since. */
function rotatedSecret(kind: Kind, { outputs }: Valued, live: Valued): Field | undefined {
  const stamp = stampOf(kind, "written")?.name ?? "";
  const [before, now] = [outputs[stamp], live.outputs[stamp]];
  const wasWritten = before !== undefined && now !== undefined && before !== now;
  return wasWritten
    ? [...kind.fields.values()].find(
        ({ writeOnly, secret, name }) => writeOnly && secret && outputs[name] !== undefined,
      )
    : undefined;
}
