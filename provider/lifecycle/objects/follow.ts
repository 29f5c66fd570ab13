import { lookAgain } from "../../io/look-again.js";
import { sameValue, shortHash } from "../../spec/compare.js";
import type { Field } from "../../spec/field.js";
import type { Kind } from "../../spec/kind.js";
import { hidden, type Values } from "../../spec/values.js";
import type { JsonObject } from "../../text/json.js";
import type { Foresight } from "../operation/foresight.js";
import type { Target } from "../operation/target.js";
import { valueIn } from "../state/row.js";
import { observe } from "./observe.js";
import { vanishedAdvice } from "./write.js";

const patience = { times: 2, pause: 250 };

/**
 * Outputs that the gateway makes of fields of another object which have changed: in this process, or, by the mark in
 * state, in an earlier one that did not come to read them back.
 */
function following(kind: Kind, foresight: Foresight, olds: Values, news: Values): Field[] {
  const before = olds[hidden.follows];
  const mark = followMark(kind, foresight, news);
  const missed = before !== undefined && mark !== undefined && before !== mark;
  return [...kind.outputFields.values()].filter(
    ({ follows }) =>
      follows !== undefined &&
      (missed || foresight.changed(follows.list, String(news[follows.input]), follows.fields)),
  );
}

/** Whether an output of the object follows a change of another one, so that it has to be read back. */
export function follows(kind: Kind, foresight: Foresight, olds: Values, news: Values): boolean {
  return following(kind, foresight, olds, news).length > 0;
}

/** A mark of what the outputs are made of; undefined if nothing is followed, or this process has not come by it. */
export function followMark(kind: Kind, foresight: Foresight, values: Values): string | undefined {
  const parts = [...kind.outputFields.values()].flatMap(({ follows }) =>
    follows === undefined
      ? []
      : [foresight.spelled(follows.list, String(values[follows.input]), follows.fields)],
  );
  return parts.length === 0 || parts.includes(undefined) ? undefined : shortHash(parts.join(" "));
}

/** What a change of these fields means for the outputs of others, for people. */
export function followers(kinds: readonly Kind[], kind: Kind, names: readonly string[]): string[] {
  return kinds.flatMap((other) =>
    [...other.outputFields.values()].flatMap(({ name, follows }) => {
      const change = follows?.fields.find((field) => names.includes(field));
      return change === undefined || follows?.list !== kind.endpoints.list
        ? []
        : [
            `${name} of its ${other.name}s changes with its ${change}. \`pulumi up\` reads it back; ` +
              `${other.name}s that --target leaves out keep the old one in the state until \`pulumi refresh\`.`,
          ];
    }),
  );
}

/**
 * The object as it has become by the change of another one; undefined if nothing of it follows one.
 *
 * Reads may lag behind writes, so it is read again, for a moment, while it shows what it showed before.
 */
export async function catchUp(target: Target, id: string, prior: Values): Promise<JsonObject | undefined> {
  const { kind, client, ledger, values, collection } = target;
  const fields = following(kind, ledger.foresight, prior, values);
  if (fields.length === 0) {
    return undefined;
  }
  client.lists.write(collection); // by the gateway, as it changed the other object
  const look = async () => {
    const seen = await observe(target, id, prior);
    if (seen.is === "gone") {
      throw new Error(vanishedAdvice(target));
    }
    return seen.is === "live" ? seen.row : undefined;
  };
  return lookAgain(
    client.io,
    patience,
    look,
    (row) =>
      row !== undefined && fields.every((field) => sameValue(field, valueIn(field, row), prior[field.name])),
  );
}
