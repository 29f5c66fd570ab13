import { asResult, RequestError, unlessAnswer } from "../../client/http/errors.js";
import { shortHash } from "../../spec/compare.js";
import { hidden, type Values } from "../../spec/values.js";
import type { Target } from "../operation/target.js";
import { textIn } from "../state/state.js";

/**
 * A mark of the account behind the token, a short hash kept in state.
 * Undefined if the gateway does not show it.
 */
export async function accountMark({ client }: Target): Promise<string | undefined> {
  // An answer is no failure: nothing else needs the scope profile:read, so it may be missing. If the network failed,
  // the next request would be retried for as long, and would fail too.
  const account = await client.account().catch(unlessAnswer);
  return account?.id === undefined ? undefined : shortHash(String(account.id));
}

/**
 * The account's mark after a write.
 * If it cannot be read now, it is left out: the write is done and is recorded.
 */
export async function markAfterwards(target: Target): Promise<string | undefined> {
  const mark = await accountMark(target).catch(asResult);
  return mark instanceof RequestError ? undefined : mark;
}

export function priorMark(state: Values): string | undefined {
  return textIn(state, hidden.account);
}

/** Refuses a token of an account that this stack may not touch. */
export async function assertAccountAllowed({ client }: Target): Promise<void> {
  const allowed = client.settings.allowedAccounts;
  if (allowed === undefined) {
    return;
  }
  const { id, email } = await client.account();
  if (!allowed.includes(String(id))) {
    throw new Error(
      `the token belongs to account ${String(id)} (${String(email)}), ` +
        `but this stack may only touch ${allowed.join(", ")}. ` +
        `Set ${client.settings.named("accessToken")} to a token of one of them, ` +
        `or change ${client.settings.named("allowedAccounts")}.`,
    );
  }
}

/**
 * Refuses to call an object gone if the account may not see it: to that account every object looks deleted.
 *
 * Three accounts are trusted: one that `allowedAccounts` names, the one that wrote the object last, and one
 * that sees the workspace of the object.
 */
export async function assertMayCallGone(
  target: Target,
  state: Values,
  seesParent: () => Promise<boolean>,
): Promise<void> {
  const { client } = target;
  await assertAccountAllowed(target);
  const writer = priorMark(state);
  if (
    client.settings.allowedAccounts !== undefined ||
    writer === undefined ||
    writer === (await accountMark(target)) ||
    (target.kind.endpoints.parent !== undefined && (await seesParent()))
  ) {
    return;
  }
  const { id, email } = await client.account();
  throw new Error(
    `${target.label} is not visible to account ${String(id)} (${String(email)}), ` +
      "and another account wrote it last: it may be deleted, or this may be the wrong account. " +
      `Set ${client.settings.named("accessToken")} to a token of the right account; ` +
      `if this account is right, name it in ${client.settings.named("allowedAccounts")}.`,
  );
}
