import { idOf } from "../../client/answers.js";
import { hasStatus } from "../../client/http/errors.js";
import { rest } from "../../io/rest.js";
import type { Values } from "../../spec/values.js";
import { naturalKeyOf } from "../operation/declarations.js";
import type { Target } from "../operation/target.js";
import { isAnother } from "../state/namesakes.js";
import { isNamesake } from "../state/row.js";

/** The gateway keeps the name of an object taken that this process has deleted. */
export class NameStaysTaken extends Error {}

const firstPause = 500;
const longestPause = 8000;

/**
 * Sends a request that gives an object the declared name. If this process has deleted an object of that name, the gateway may
 * keep the name taken for a while: then a 409 is repeated, until `retryBudget` is used up.
 */
export async function untilNameIsFree<R>(
  target: Target,
  declared: Values,
  send: () => Promise<R>,
): Promise<R> {
  const { kind, client, ledger } = target;
  const deleted = ledger.deleted(naturalKeyOf(kind, declared) ?? "");
  const deadline = client.io.now() + client.settings.retryBudget;
  for (let pause = firstPause; ; pause = Math.min(longestPause, pause * 2)) {
    try {
      return await send();
    } catch (error) {
      if (
        deleted.length === 0 ||
        !hasStatus(error, 409) ||
        (await isTakenByAnother(target, declared, deleted))
      ) {
        throw error;
      }
      target.progress("waiting until the name of the deleted object is free");
      if (client.io.now() + pause > deadline || !(await rest(client.io, pause))) {
        throw new NameStaysTaken(
          `${error.message} This run has deleted the ${kind.name} with id ${deleted.at(-1)}, and the gateway keeps its name ` +
            "taken. Run `pulumi up` again in a while.",
          { cause: error },
        );
      }
    }
  }
}

async function isTakenByAnother(
  target: Target,
  declared: Values,
  deleted: readonly string[],
): Promise<boolean> {
  const { kind } = target;
  const { rows } = await target.rows();
  const others = rows.filter((row) => !deleted.includes(idOf(row) ?? ""));
  return others.some((row) => isNamesake(kind, declared, row) && !isAnother(kind, declared, row));
}
