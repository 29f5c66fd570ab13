import type { GatewayError } from "../client/errors.js";
import type { JsonObject } from "../client/json.js";
import { idOf } from "../client/rows.js";
import { isNamesake } from "./rows.js";
import type { Target } from "./target.js";
import type { Values } from "./values.js";

const looks = 4;
const firstDelay = 500;
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
  const { kind, client, ledger, collection } = target;
  const { list } = kind.endpoints;
  let cut = false;
  for (let look = 0; list !== undefined && look < looks; look++) {
    const { rows, complete } = await client.rows(target.read(list)).catch((error) => {
      throw new Error(
        `${what(target, lost)} It may exist, and looking for it failed: ${text(error)} ${wayOn}`,
        { cause: lost ?? error },
      );
    });
    cut = !complete;
    const candidates = rows.filter(
      (row) =>
        ledger.stranger(collection, idOf(row) ?? "") &&
        isNamesake(kind, declared, row) &&
        madeSince(row, began),
    );
    const [only, ...others] = candidates;
    if (only !== undefined && others.length === 0) {
      return only;
    }
    if (only !== undefined) {
      throw new Error(
        `${what(target, lost)} ${candidates.length} new objects match it (ids ${candidates.map(idOf).join(", ")}), so none was recorded. ` +
          "Delete the ones that are too many, then run `pulumi up` with `adopt: true` on the resource.",
        { cause: lost },
      );
    }
    await client.io.sleep(firstDelay * 2 ** look);
  }
  const seen = cut ? "is in what the gateway sent of the list, which it cut" : "was found";
  throw new Error(
    `${what(target, lost)} No new object that matches it ${seen}, so none was recorded. ${wayOn}`,
    { cause: lost },
  );
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

function madeSince(row: JsonObject, began: number): boolean {
  return typeof row.created_at === "string" && Date.parse(row.created_at) >= began - clockSlack;
}
