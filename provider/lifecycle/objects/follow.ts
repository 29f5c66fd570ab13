import { lookAgain } from "../../io/look-again.js";
import { sameValue, shortHash } from "../../spec/compare.js";
import type { Field } from "../../spec/field.js";
import type { Kind } from "../../spec/kind.js";
import { hidden, type Values } from "../../spec/values.js";
import { asText, type JsonObject } from "../../text/json.js";
import type { PlannedChanges } from "../operation/planned-changes.js";
import type { Target } from "../operation/target.js";
import { valueIn } from "../state/row.js";
import { observe } from "./observe.js";
import { vanishedAdvice } from "./write.js";

/**
 * Outputs that follow another object whose fields have changed: in this process or, as the mark in the state
 * shows, in an earlier process that did not read the outputs back.
 */
export function following(kind: Kind, planned: PlannedChanges, olds: Values, news: Values): Field[] {
  const before = olds[hidden.follows];
  const mark = followMark(kind, planned, news);
  const isMissed = before !== undefined && mark !== undefined && before !== mark;
  return [...kind.outputFields.values()].filter(
    ({ follows }) => follows !== undefined && (isMissed || isBeingChanged(follows, planned, news)),
  );
}

/** Whether an output of the object follows a change of another one that this process makes. */
export function isPulledAlong(kind: Kind, planned: PlannedChanges, values: Values): boolean {
  return [...kind.outputFields.values()].some(({ follows }) => isBeingChanged(follows, planned, values));
}

function isBeingChanged(follows: Field["follows"], planned: PlannedChanges, values: Values): boolean {
  return (
    follows !== undefined && planned.changed(follows.list, asText(values[follows.input]), follows.fields)
  );
}

/**
 * A mark of the values of other objects from which the outputs are made.
 * Undefined if no output follows another object, or if this process has not seen that object.
 */
export function followMark(kind: Kind, planned: PlannedChanges, values: Values): string | undefined {
  const parts = [...kind.outputFields.values()].flatMap(({ follows }) =>
    follows === undefined
      ? []
      : [planned.spelled(follows.list, asText(values[follows.input]), follows.fields)],
  );
  return parts.length === 0 || parts.includes(undefined) ? undefined : shortHash(parts.join(" "));
}

/** Lines for people: which outputs of other kinds change with these fields. */
export function followers(kinds: readonly Kind[], kind: Kind, names: readonly string[]): string[] {
  if (names.length === 0) {
    return []; // mostly nothing changes
  }
  return kinds.flatMap((other) =>
    [...other.outputFields.values()].flatMap(({ name, follows }) => {
      const change = follows?.fields.find((field) => names.includes(field));
      return change === undefined || follows?.list !== kind.endpoints.list
        ? []
        : [
            `${name} of its ${other.name}s changes with its ${change}. \`pulumi up\` reads it back; ` +
              `${other.name}s that --target leaves out keep the old one in the state ` +
              "until `pulumi refresh`.",
          ];
    }),
  );
}

/**
 * The object, read again after a change of another object that its outputs follow.
 * Undefined if no output follows one.
 *
 * Reads may lag behind writes, so the read is repeated for a moment while the outputs have their old values.
 */
export async function catchUp(target: Target, id: string, prior: Values): Promise<JsonObject | undefined> {
  const { kind, client, ledger, values, collection } = target;
  const fields = following(kind, ledger.planned, prior, values);
  if (fields.length === 0) {
    return undefined;
  }
  client.lists.write(collection); // the gateway wrote this object too, when it changed the other one
  const readOnce = async () => {
    const seen = await observe(target, id, prior);
    if (seen.is === "gone") {
      throw new Error(vanishedAdvice(target));
    }
    return seen.is === "live" ? seen.row : undefined;
  };
  return lookAgain(
    client.io,
    readOnce,
    (row) =>
      row !== undefined && fields.every((field) => sameValue(field, valueIn(field, row), prior[field.name])),
    { times: 2, pause: 250 },
  );
}
