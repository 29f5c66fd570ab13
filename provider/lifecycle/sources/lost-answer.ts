import { idOf, type Rows } from "../../client/answers.js";
import type { RequestError } from "../../client/http/errors.js";
import { lookAgain } from "../../io/look-again.js";
import type { Kind } from "../../spec/kind.js";
import type { Values } from "../../spec/values.js";
import type { JsonObject } from "../../text/json.js";
import { messageOf } from "../../text/words.js";
import { naturalKeyOf } from "../operation/declarations.js";
import type { Target } from "../operation/target.js";
import { isAnother, isAsDeclared, rowsMeant } from "../state/namesakes.js";
import { madeSince } from "../state/row.js";

/**
 * Finds what a POST created if no answer came, or one without an id. There must be exactly one object that
 * this run does not know, that has the declared name and what is declared to tell it from others of the name, and that was
 * created, by the server's clock, after the call began. In any other case a person must decide.
 *
 * @param began When the call began, by our clock. How far the server's is ahead may be known only by the answer of the list.
 */
export async function recover(
  target: Target,
  declared: Values,
  began: number,
  lost?: RequestError,
): Promise<JsonObject> {
  const { kind, ledger, collection } = target;
  try {
    return await find(target, declared, began, lost);
  } catch (error) {
    ledger.doubt(collection, naturalKeyOf(kind, declared) ?? "", declared);
    throw error;
  }
}

async function find(
  target: Target,
  declared: Values,
  began: number,
  lost: RequestError | undefined,
): Promise<JsonObject> {
  const { kind } = target;
  // One that is not quite as declared may be another object of the name.
  const isSure = ({ rows }: Rows) =>
    rows.some((row) => kind.distinguishedBy === undefined || isAsDeclared(kind, declared, row));
  const { rows, complete } = await lookAgain(
    target.client.io,
    () => candidates(target, declared, began, lost),
    (seen) => !isSure(seen) && kind.endpoints.list !== undefined,
    { times: 3, pause: 500 },
  );
  const [found, ...more] = rows;
  if (found === undefined) {
    const seen = complete ? "was found" : "is in what the gateway sent of the list, which it cut";
    throw new Error(
      `${whatHappened(target, lost)} No new object that matches the declaration ${seen}, ` +
        `so none was recorded. ${advice(began)}`,
      { cause: lost },
    );
  }
  if (more.length > 0) {
    throw new Error(
      `${whatHappened(target, lost)} ${rows.length} new objects match the declaration ` +
        `(ids ${rows.map(idOf).join(", ")}), so none was recorded. ` +
        "Delete all but one, then run `pulumi up` with `adopt: true` on the resource.",
      { cause: lost },
    );
  }
  return found;
}

/** What the POST may have created, by the list as it is now. Without a list, nothing can be found. */
async function candidates(
  target: Target,
  declared: Values,
  began: number,
  lost: RequestError | undefined,
): Promise<Rows> {
  const { kind, client, ledger, collection } = target;
  const { rows, complete } = await target.rows().catch((error) => {
    throw new Error(
      `${whatHappened(target, lost)} It may exist, and looking for it failed: ` +
        `${messageOf(error)} ${advice(began)}`,
      { cause: lost ?? error },
    );
  });
  const beganThere = client.serverTime(began);
  const isFree = (id: string) => ledger.stranger(collection, id) && !ledger.held(collection, id);
  const doubted = ledger.doubted(collection, naturalKeyOf(kind, declared) ?? "");
  const ours = rows.filter(
    (row) =>
      isFree(idOf(row) ?? "") &&
      madeSince(kind, row, beganThere) === true &&
      !doubted.some((other) => isRather(kind, other, declared, row)),
  );
  return { rows: rowsMeant(kind, declared, ours), complete };
}

/** Whether a row may be of another create of the name, which declares something to tell it by that this one does not. */
function isRather(kind: Kind, other: Values, declared: Values, row: JsonObject): boolean {
  const { distinguishedBy = [] } = kind;
  const tellsMore = distinguishedBy.some((name) => declared[name] === undefined && other[name] !== undefined);
  return tellsMore && !isAnother(kind, other, row);
}

/** What can be done while nobody can tell whether the object was made. Seconds are enough: a recovery allows for some. */
function advice(began: number): string {
  const since = `${new Date(began).toISOString().split(".")[0]}Z`;
  return (
    "Run `pulumi up` again: if the object exists after all, the run names its id and changes nothing. " +
    `To take it into the state, run \`npx workspace-gateway recover --since ${since}\` before.`
  );
}

function whatHappened(target: Target, lost: RequestError | undefined): string {
  return lost === undefined
    ? `${target.label}: the gateway accepted the create, but did not return an id.`
    : `${lost.message} It is not known whether ${target.label} was created.`;
}
