import { lookAgain } from "../../io/look-again.js";
import { isReadable } from "../../spec/kind.js";
import type { Values } from "../../spec/values.js";
import type { JsonObject } from "../../text/json.js";
import { messageOf } from "../../text/words.js";
import type { Target } from "../operation/target.js";
import { alteredFields, bodyOf, lacksFields } from "../state/row.js";
import { observe } from "./observe.js";
import { modify } from "./write.js";

/**
 * Returns the row of an object after a write. If the answer shows all values as they were sent, it is returned without a request.
 * Otherwise the object is read again, and values that differ are sent once more in a PATCH: some gateways ignore a field of a POST.
 * Fails if the object is gone, or if the gateway refuses that PATCH.
 */
export async function readBack(
  target: Target,
  id: string,
  answer: JsonObject | undefined,
  sent: Values,
  prior: Values,
): Promise<JsonObject | undefined> {
  const { kind } = target;
  const row = await readUntilEqual(target, id, answer, sent, prior);
  const altered = row === undefined ? [] : alteredFields(kind, sent, row);
  const body = bodyOf(
    kind,
    sent,
    altered.filter((field) => !field.replace),
  );
  if (kind.endpoints.patch === undefined || Object.keys(body).length === 0) {
    return row;
  }
  const repeated = await modify(target, id, "PATCH", body).catch((error: unknown) => {
    const names = altered.map(({ name }) => name).join(", ");
    throw new Error(
      `${target.label} (id ${id}): the gateway stored another value of ${names} than was sent, ` +
        `and does not take it in a change: ${messageOf(error)}`,
      { cause: error },
    );
  });
  return readUntilEqual(target, id, { ...row, ...repeated }, sent, prior);
}

/** Reads until all values are as they were sent, for a while: reads may lag behind writes. */
async function readUntilEqual(
  target: Target,
  id: string,
  answer: JsonObject | undefined,
  sent: Values,
  prior: Values,
): Promise<JsonObject | undefined> {
  const { kind } = target;
  const isAltered = (row: JsonObject) => alteredFields(kind, sent, row).length > 0;
  if (answer !== undefined && !lacksFields(kind, answer, sent) && !isAltered(answer)) {
    return answer;
  }
  const readOnce = async () => {
    const seen = await observe(target, id, { ...prior, ...sent });
    if (seen.is === "gone") {
      throw new Error(`${target.label} (id ${id}) was written, but then nothing was found under its id.`);
    }
    return seen.is === "live" ? { ...answer, ...seen.row } : answer;
  };
  return lookAgain(
    target.client.io,
    readOnce,
    (row) => isReadable(kind) && row !== undefined && isAltered(row),
  );
}
