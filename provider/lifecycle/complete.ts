import type { JsonObject } from "../client/json.js";
import { sameValue } from "./compare.js";
import { fieldOf, lacksFields } from "./rows.js";
import type { Target } from "./target.js";
import type { Values } from "./values.js";

const rereads = 5;
const firstDelay = 250;

/**
 * Reads back what the answer to a write lacks, and only then.
 *
 * Reads may lag behind writes, so it is read again, for a while, until every value that was sent is no longer the one
 * from before. That a value differs from what was sent is no sign of a stale read: gateways tidy what they store.
 */
export async function complete(
  target: Target,
  id: string,
  answer: JsonObject | undefined,
  sent: Values,
  prior: Values,
): Promise<JsonObject | undefined> {
  if (answer !== undefined && !lacksFields(target.kind, answer, sent)) {
    return answer;
  }
  for (let tries = 0; ; tries++) {
    const seen = await target.kind.source.observe(target, id, prior);
    if (seen.is === "unobservable") {
      return answer;
    }
    if (seen.is === "gone") {
      throw new Error(`${target.label} (id ${id}) was written, and then nothing was found under its id.`);
    }
    const row = { ...answer, ...seen.row };
    if (tries === rereads || !isStale(target, row, sent, prior)) {
      return row;
    }
    await target.client.io.sleep(firstDelay * 2 ** tries);
  }
}

function isStale({ kind }: Target, row: JsonObject, sent: Values, prior: Values): boolean {
  return [...kind.fields.values()].some((field) => {
    const live = fieldOf(field, row);
    const before = prior[field.name];
    const isSent = sent[field.name] !== undefined && !field.writeOnly && !field.local;
    return (
      isSent &&
      live !== undefined &&
      !sameValue(field, live, sent[field.name]) &&
      sameValue(field, live, before)
    );
  });
}
