import type { JsonObject } from "../client/json.js";
import { sameValue, shortHash } from "./compare.js";
import type { Field } from "./field.js";
import type { Foresight } from "./foresight.js";
import type { Kind } from "./kind.js";
import { fieldOf } from "./rows.js";
import type { Target } from "./target.js";
import { hidden, type Values } from "./values.js";
import { vanishedAdvice } from "./write.js";

const rereads = 2;
const firstDelay = 250;

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
export async function readBack(target: Target, id: string, prior: Values): Promise<JsonObject | undefined> {
  const { kind, client, ledger, values, collection } = target;
  const fields = following(kind, ledger.foresight, prior, values);
  if (fields.length === 0) {
    return undefined;
  }
  client.lists.write(collection); // by the gateway, as it changed the other object
  for (let tries = 0; ; tries++) {
    const seen = await kind.source.observe(target, id, prior);
    if (seen.is === "gone") {
      throw new Error(vanishedAdvice(target));
    }
    const row = seen.is === "live" ? seen.row : undefined;
    if (
      row === undefined ||
      tries === rereads ||
      !fields.every((field) => sameValue(field, fieldOf(field, row), prior[field.name]))
    ) {
      return row;
    }
    await client.io.sleep(firstDelay * 2 ** tries);
  }
}
