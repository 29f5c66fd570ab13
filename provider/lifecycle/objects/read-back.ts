import { isAnswer } from "../../client/http/errors.js";
import { lookAgain } from "../../io/look-again.js";
import { isReadable } from "../../spec/kind.js";
import type { Values } from "../../spec/values.js";
import type { JsonObject } from "../../text/json.js";
import { messageOf } from "../../text/words.js";
import type { Target } from "../operation/target.js";
import { alteredFields, bodyOf, lacksFields } from "../state/row.js";
import { retriesAltered } from "./altered.js";
import { observe } from "./observe.js";
import { modify } from "./write.js";

/**
 * Returns the row of an object after a write. If the answer shows all values as they were sent, it is returned without a request.
 * Otherwise the object is read again, and values that differ are sent once more in a PATCH: some gateways ignore a field of a POST.
 * Fails if the object is gone, or if the gateway refuses that PATCH and the settings do not accept altered values.
 */
export async function readBack(
  target: Target,
  id: string,
  answer: JsonObject | undefined,
  sent: Values,
  prior: Values,
): Promise<JsonObject | undefined> {
  const { kind, client, label } = target;
  const isAltered = (row: JsonObject) => alteredFields(kind, sent, row).length > 0;
  const readOnce = async (shown: JsonObject | undefined) => {
    const seen = await observe(target, id, { ...prior, ...sent });
    if (seen.is === "gone") {
      throw new Error(`${label} (id ${id}) was written, but then nothing was found under its id.`);
    }
    return seen.is === "live" ? { ...shown, ...seen.row } : shown;
  };
  /** Reads until all values are as they were sent, for a while: reads may lag behind writes. */
  const readUntilEqual = async (shown: JsonObject | undefined) =>
    shown !== undefined && !lacksFields(kind, shown, sent) && !isAltered(shown)
      ? shown
      : lookAgain(
          client.io,
          () => readOnce(shown),
          (row) => isReadable(kind) && row !== undefined && isAltered(row),
        );
  const row = await readUntilEqual(answer);
  const altered = row === undefined ? [] : alteredFields(kind, sent, row).filter(({ replace }) => !replace);
  const body = bodyOf(kind, sent, altered);
  if (kind.endpoints.patch === undefined || Object.keys(body).length === 0) {
    return row;
  }
  const repeated = await modify(target, id, "PATCH", body).catch((error: unknown) => {
    const names = altered.map(({ name }) => name).join(", ");
    const words =
      `${label} (id ${id}): the gateway stored another value of ${names} than was sent, ` +
      `and does not take it in a change: ${messageOf(error)}`;
    if (retriesAltered(target) || !isAnswer(error) || error.outcome !== "rejected") {
      throw new Error(words, { cause: error });
    }
    target.warn(words);
    return undefined;
  });
  return repeated === undefined ? row : readUntilEqual({ ...row, ...repeated });
}
