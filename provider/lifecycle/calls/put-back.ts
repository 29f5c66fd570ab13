import { hasStatus } from "../../client/http/errors.js";
import { hidden, type Values } from "../../spec/values.js";
import { messageOf } from "../../text/words.js";
import { markAfterwards } from "../objects/account.js";
import { identityOf, naturalKeyOf } from "../operation/declarations.js";
import { homeOf } from "../operation/gateway-mark.js";
import type { DeletedFirst } from "../operation/ledger.js";
import { Target } from "../operation/target.js";
import { create } from "../sources/created.js";
import { inputsOf, makeState } from "../state/state.js";
import { PartialFailure } from "./finish.js";

/**
 * After the create of a replacement has failed: if this process has deleted the old object for it, creates the old one again. The
 * engine then records that one for the resource, with its new id, so that the next run tries the replacement again.
 *
 * Nothing is put back while it is not known whether the replacement was created, or if the name that both have is taken.
 */
export async function putBack(target: Target, declared: Values, refused: unknown): Promise<never> {
  const { kind, ledger, collection } = target;
  const old = ledger.replacedBy(identityOf(kind, declared) ?? "");
  if (old?.deleted === undefined) {
    throw refused;
  }
  const { state, values } = old.deleted;
  const name = naturalKeyOf(kind, declared) ?? "";
  const isTaken =
    naturalKeyOf(kind, state) === name && refused instanceof Error && hasStatus(refused.cause, 409);
  if (isTaken || ledger.doubted(collection, name).includes(declared)) {
    throw refused;
  }
  const said = `${messageOf(refused)} The old ${kind.name} (id ${old.id}) was deleted for its replacement`;
  const retry = "the next `pulumi up` creates the new one.";
  if (isNames(values)) {
    const why = `it cannot be put back, because its ${values.join(" and ")} is not known`;
    throw new Error(`${said}; ${why}: ${retry}`, { cause: refused });
  }
  const oldTarget = new Target(kind, target.client, ledger, state, target.kinds, target.provider);
  const again = await create(oldTarget, values).catch((error: unknown) => {
    throw new Error(`${said} and could not be put back: ${messageOf(error)} Nothing is left: ${retry}`, {
      cause: refused,
    });
  });
  const marks = {
    ...homeOf(oldTarget),
    [hidden.account]: await markAfterwards(oldTarget),
    [hidden.failed]: state[hidden.failed],
    [hidden.retained]: state[hidden.retained],
  };
  // The values that the gateway has are no new echoes: what was changed outside of Pulumi is still drift.
  const parts = {
    declared: inputsOf(kind, state),
    row: again.row,
    sent: new Set<string>(),
    prior: state,
    marks,
  };
  const left = new Error(
    `${said}, and is put back, with id ${again.id}. Correct the program and run \`pulumi up\` again: it tries the new one.`,
    { cause: refused },
  );
  throw new PartialFailure(again.id, makeState(kind, parts), target.cover(left));
}

function isNames(values: DeletedFirst["values"]): values is readonly string[] {
  return Array.isArray(values);
}
