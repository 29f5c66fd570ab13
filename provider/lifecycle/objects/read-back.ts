import { lookAgain } from "../../io/look-again.js";
import { echoHash, maybeTidied, sameValue } from "../../spec/compare.js";
import type { Field } from "../../spec/field.js";
import type { Kind } from "../../spec/kind.js";
import { hidden, type Values } from "../../spec/values.js";
import type { JsonObject } from "../../text/json.js";
import type { Target } from "../operation/target.js";
import { accepts } from "../state/check.js";
import { lacksFields, valueIn } from "../state/row.js";
import { objectIn } from "../state/state.js";
import { observe } from "./observe.js";

/** The gateway accepted a change, but still shows the old values. */
export class NotApplied extends Error {
  override readonly name = "NotApplied";

  constructor(
    target: Target,
    id: string,
    /** The values that it shows, by field. */
    readonly shown: Values,
  ) {
    const names = Object.keys(shown).join(", ");
    super(
      `${target.label} (id ${id}): the gateway accepted the change, ` +
        `but still shows the old value of ${names}. The next \`pulumi up\` sends the change again. ` +
        `If that does not help, the gateway does not take the new value: ${wayOn(target.kind, shown)}.`,
    );
  }
}

/** What to declare instead. Not every value that a gateway has can be declared. */
function wayOn(kind: Kind, shown: Values): string {
  const strange = [...kind.fields.values()].filter(
    (field) => shown[field.name] !== undefined && !accepts(kind, field, shown[field.name] ?? null),
  );
  if (strange.length === 0) {
    return "declare the value that it has";
  }
  return strange.every(({ optional }) => optional)
    ? `leave out ${strange.map(({ name }) => name).join(" and ")}, because no program can declare the value that it has`
    : "ask those who run the gateway, because no program can declare the value that it has";
}

/**
 * Checks a write. An answer that has everything that was sent is believed. Otherwise the object is read back.
 *
 * Reads may lag behind writes. So the object is read again for a while, until no field that was sent shows
 * its old value. A field may show another value than the one that was sent, because gateways tidy what they
 * store. A field that goes on showing its old value was not written at all.
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
  const readOnce = async () => {
    const seen = await observe(target, id, prior);
    if (seen.is === "gone") {
      throw new Error(`${target.label} (id ${id}) was written, but then nothing was found under its id.`);
    }
    if (seen.is === "unobservable") {
      return { row: answer, stale: [] };
    }
    const row = { ...answer, ...seen.row };
    const stale = unchanged(target, row, sent, prior);
    return { row, stale: stale.map((field) => [field.name, valueIn(field, row) ?? null] as const) };
  };
  const { row, stale } = await lookAgain(target.client.io, readOnce, (seen) => seen.stale.length > 0);
  if (stale.length > 0) {
    throw new NotApplied(target, id, Object.fromEntries(stale));
  }
  return row;
}

/** Fields that were sent and still have their old value in a row. */
function unchanged({ kind }: Target, row: JsonObject, sent: Values, prior: Values): Field[] {
  const echoes = objectIn(prior, hidden.echo) ?? {};
  return [...kind.fields.values()].filter((field) => {
    const live = valueIn(field, row);
    const wanted = sent[field.name];
    if (wanted === undefined || field.writeOnly || field.local || live === undefined) {
      return false;
    }
    if (sameValue(field, wanted, prior[field.name])) {
      return false; // the old value was sent again, so it proves nothing that the row shows it
    }
    const isOld = sameValue(field, live, prior[field.name]) || echoes[field.name] === echoHash(field, live);
    return isOld && !sameValue(field, live, wanted) && !maybeTidied(wanted, live);
  });
}
