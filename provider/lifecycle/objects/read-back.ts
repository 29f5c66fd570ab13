import { lookAgain } from "../../io/look-again.js";
import { echoHash, maybeTidied, sameValue } from "../../spec/compare.js";
import type { Field } from "../../spec/field.js";
import type { Values } from "../../spec/values.js";
import type { JsonObject } from "../../text/json.js";
import type { Target } from "../operation/target.js";
import { lacksFields, valueIn } from "../state/row.js";
import { priorEchoes } from "../state/state.js";
import { observe } from "./observe.js";

const patience = { times: 5, pause: 250 };

/** The gateway accepted a change, and goes on showing the values from before. */
export class NotApplied extends Error {
  override readonly name = "NotApplied";

  constructor(
    target: Target,
    id: string,
    /** What it shows, by field. */
    readonly shown: Values,
  ) {
    const names = Object.keys(shown).join(", ");
    super(
      `${target.label} (id ${id}) was changed, and the gateway answered that it was, but it goes on showing the old value of ${names}. ` +
        "The next `pulumi up` sends it again; if that does not help, the gateway does not take it: declare the value that it has.",
    );
  }
}

/**
 * Makes sure of what was written: an answer that holds everything that was sent is believed; else it is read back.
 *
 * Reads may lag behind writes, so it is read again, for a while, until every value that was sent is no longer the one
 * from before. That a value differs from what was sent is no sign of that: gateways tidy what they store. A value that
 * stays the one from before was not written at all.
 */
export async function readBack(
  target: Target,
  id: string,
  answer: JsonObject | undefined,
  sent: Values,
  prior: Values,
): Promise<JsonObject | undefined> {
  const isFull = answer !== undefined && !lacksFields(target.kind, answer, sent);
  if (isFull && unchanged(target, answer, sent, prior).length === 0) {
    return answer;
  }
  const look = async () => {
    const seen = await observe(target, id, prior);
    if (seen.is === "gone") {
      throw new Error(`${target.label} (id ${id}) was written, and then nothing was found under its id.`);
    }
    const row = seen.is === "live" ? { ...answer, ...seen.row } : answer;
    return { row, stale: seen.is === "live" ? unchanged(target, { ...row }, sent, prior) : [] };
  };
  const { row, stale } = await lookAgain(target.client.io, patience, look, (seen) => seen.stale.length > 0);
  if (stale.length > 0) {
    const shown = stale.map((field) => [field.name, valueIn(field, { ...row }) ?? null] as const);
    throw new NotApplied(target, id, Object.fromEntries(shown));
  }
  return row;
}

/** Fields that were sent, and of which a row still shows the value from before. */
function unchanged({ kind }: Target, row: JsonObject, sent: Values, prior: Values): Field[] {
  const echoes = priorEchoes(prior);
  return [...kind.fields.values()].filter((field) => {
    const live = valueIn(field, row);
    const wanted = sent[field.name];
    if (wanted === undefined || field.writeOnly || field.local || live === undefined) {
      return false;
    }
    if (sameValue(field, wanted, prior[field.name])) {
      return false; // sent once more, as it was: what the gateway makes of it proves nothing
    }
    const isFromBefore =
      sameValue(field, live, prior[field.name]) || echoes[field.name] === echoHash(field, live);
    return isFromBefore && !sameValue(field, live, wanted) && !maybeTidied(wanted, live);
  });
}
