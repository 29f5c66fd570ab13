import { idOf, type Rows } from "../../client/answers.js";
import type { GatewayError } from "../../client/http/errors.js";
import { lookAgain } from "../../io/look-again.js";
import type { Kind } from "../../spec/kind.js";
import type { Values } from "../../spec/values.js";
import type { JsonObject } from "../../text/json.js";
import type { Target } from "../operation/target.js";
import { isNamesake, stampOf } from "../state/row.js";

const patience = { times: 3, pause: 500 };
/** `Date` and some servers' timestamps have a resolution of a second. */
const clockSlack = 2000;

/**
 * Finds what a POST made of which no answer came, or one without an id: exactly one object that nobody has claimed,
 * that carries the declared name and that was made, by the server's clock, since the call began. Anything else is
 * for a person to decide.
 */
export async function recover(
  target: Target,
  declared: Values,
  began: number,
  lost?: GatewayError,
): Promise<JsonObject> {
  const { rows, complete } = await lookAgain(
    target.client.io,
    patience,
    () => candidates(target, declared, began, lost),
    (seen) => seen.rows.length === 0,
  );
  const [only, ...others] = rows;
  if (only === undefined) {
    const seen = complete ? "was found" : "is in what the gateway sent of the list, which it cut";
    throw new Error(
      `${what(target, lost)} No new object that matches it ${seen}, so none was recorded. ${wayOn}`,
      { cause: lost },
    );
  }
  if (others.length > 0) {
    throw new Error(
      `${what(target, lost)} ${rows.length} new objects match it (ids ${rows.map(idOf).join(", ")}), so none was recorded. ` +
        "Delete the ones that are too many, then run `pulumi up` with `adopt: true` on the resource.",
      { cause: lost },
    );
  }
  return only;
}

/** What the POST may have made, by the list as it is now; where there is no list, nothing can be found. */
async function candidates(
  target: Target,
  declared: Values,
  began: number,
  lost: GatewayError | undefined,
): Promise<Rows> {
  const { kind, client, ledger, collection } = target;
  const { list } = kind.endpoints;
  const none = { rows: [], complete: true };
  const { rows, complete } =
    list === undefined
      ? none
      : await client.rows(target.read(list)).catch((error) => {
          throw new Error(
            `${what(target, lost)} It may exist, and looking for it failed: ${text(error)} ${wayOn}`,
            { cause: lost ?? error },
          );
        });
  const ours = rows.filter(
    (row) =>
      ledger.stranger(collection, idOf(row) ?? "") &&
      isNamesake(kind, declared, row) &&
      madeSince(kind, row, began),
  );
  return { rows: ours, complete };
}

const wayOn =
  "Run `pulumi up` again: if the object turns up after all, the run says so, with its id, and changes nothing.";

function text(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function what(target: Target, lost: GatewayError | undefined): string {
  return lost === undefined
    ? `${target.label}: the gateway accepted it without saying its id.`
    : `${lost.message} Whether ${target.label} was created is not known.`;
}

function madeSince(kind: Kind, row: JsonObject, began: number): boolean {
  const stamp = stampOf(kind, "created");
  const made = stamp === undefined ? undefined : row[stamp.readFrom];
  return typeof made === "string" && Date.parse(made) >= began - clockSlack;
}
