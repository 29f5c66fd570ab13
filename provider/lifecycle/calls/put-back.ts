import { hasStatus } from "../../client/http/errors.js";
import { hidden, type Values } from "../../spec/values.js";
import { messageOf } from "../../text/words.js";
import { markAfterwards } from "../objects/account.js";
import { NameStaysTaken } from "../objects/held-name.js";
import { identityOf, naturalKeyOf } from "../operation/declarations.js";
import { homeOf } from "../operation/gateway-mark.js";
import { Target } from "../operation/target.js";
import { create } from "../sources/created.js";
import { inputsOf, makeState } from "../state/state.js";
import { PartialFailure } from "./finish.js";

/**
 * Creates the old object again if this process deleted it for a replacement whose create then failed. Always throws: a
 * `PartialFailure` makes the engine record the old object under its new id, so the next update tries the replacement again.
 *
 * Nothing is created if the replacement may exist after all, if the name stays taken, or if another object has taken it.
 */
export async function putBack(target: Target, declared: Values, failure: unknown): Promise<never> {
  const { kind, ledger, collection } = target;
  const old = ledger.replacedBy(identityOf(kind, declared) ?? "");
  if (old?.deleted === undefined) {
    throw failure;
  }
  const { state, had } = old.deleted;
  const name = naturalKeyOf(kind, declared) ?? "";
  if (failure instanceof NameStaysTaken || ledger.doubted(collection, name).includes(declared)) {
    throw failure;
  }
  const summary = `${messageOf(failure)} The old ${kind.name} (id ${old.id}) was deleted for its replacement`;
  const taken = "another object has its name now.";
  const isTaken = failure instanceof Error && hasStatus(failure.cause, 409);
  if (isTaken && naturalKeyOf(kind, state) === name) {
    throw new Error(`${summary} and cannot be put back: ${taken}`, { cause: failure });
  }
  const retry = "the next `pulumi up` creates the new one.";
  if ("unknown" in had) {
    const why = `it cannot be put back, because its ${had.unknown.join(" and ")} is not known`;
    throw new Error(`${summary}; ${why}: ${retry}`, { cause: failure });
  }
  const oldTarget = new Target(kind, target.client, ledger, state, target.kinds, target.provider);
  const restored = await create(oldTarget, had.values).catch((error: unknown) => {
    const why = hasStatus(error, 409) ? taken : `${messageOf(error)} Nothing is left: ${retry}`;
    throw new Error(`${summary} and cannot be put back: ${why}`, { cause: failure });
  });
  const marks = {
    ...homeOf(oldTarget),
    [hidden.account]: await markAfterwards(oldTarget),
    [hidden.failed]: state[hidden.failed],
    [hidden.retained]: state[hidden.retained],
  };
  // `sent` is empty, so that values changed outside of Pulumi are still drift.
  const parts = {
    declared: inputsOf(kind, state),
    row: restored.row,
    sent: new Set<string>(),
    prior: state,
    marks,
  };
  const error = new Error(
    `${summary}, and is put back, with id ${restored.id}. Correct the program and run \`pulumi up\` again: it tries the new one.`,
    { cause: failure },
  );
  throw new PartialFailure(restored.id, makeState(kind, parts), target.cover(error));
}
