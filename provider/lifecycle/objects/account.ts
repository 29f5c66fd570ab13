import { GatewayError, isAnswer } from "../../client/http/errors.js";
import { shortHash } from "../../spec/compare.js";
import { hidden, type Values } from "../../spec/values.js";
import type { Target } from "../operation/target.js";

/** A mark of the account behind the token, kept in state; undefined if the gateway does not tell the account. */
export async function accountMark({ client }: Target): Promise<string | undefined> {
  try {
    const { id } = await client.account();
    return id === undefined ? undefined : shortHash(String(id));
  } catch (error) {
    if (isAnswer(error)) {
      return undefined; // the scope profile:read is not needed for anything else
    }
    throw error; // what comes next would be tried as long, and fail as well
  }
}

/** The mark for a state of what is done already: nothing that fails now undoes it. */
export async function markAfterwards(target: Target): Promise<string | undefined> {
  try {
    return await accountMark(target);
  } catch (error) {
    if (error instanceof GatewayError) {
      return undefined;
    }
    throw error;
  }
}

/** The mark that state has from before. */
export function priorMark(state: Values): string | undefined {
  const mark = state[hidden.account];
  return typeof mark === "string" ? mark : undefined;
}

/** Refuses to write with a token of an account that this stack may not touch. */
export async function assertAccountAllowed({ client }: Target): Promise<void> {
  const allowed = client.settings.allowedAccounts;
  if (allowed === undefined) {
    return;
  }
  const { id, email } = await client.account();
  if (!allowed.includes(String(id))) {
    throw new Error(
      `the token belongs to account ${String(id)} (${String(email)}), and this stack may only touch ${allowed.join(", ")}. ` +
        `Set ${client.settings.named("accessToken")} to a token of one of them, or change ${client.settings.named("allowedAccounts")}.`,
    );
  }
}

/**
 * Before an object is called gone: to an account that may not see it, every object looks deleted.
 *
 * Trusted are an account that `allowedAccounts` names, the one that wrote the object last, and any account that sees
 * the workspace that the object belongs to.
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
    writer === (await accountMark(target))
  ) {
    return;
  }
  if (target.kind.endpoints.parent !== undefined && (await seesParent())) {
    return;
  }
  const { id, email } = await client.account();
  throw new Error(
    `${target.label} is not visible to account ${String(id)} (${String(email)}), and another account wrote it last: ` +
      `it may be deleted, or this may be the wrong account. Set ${client.settings.named("accessToken")} to a token of the right ` +
      `account; if this one is right, name it in ${client.settings.named("allowedAccounts")}.`,
  );
}
