import { accountMark, assertAccountAllowed, priorMark } from "../../lifecycle/objects/account.js";
import { gatewayMark, priorGateway } from "../../lifecycle/operation/gateway-mark.js";
import type { Target } from "../../lifecycle/operation/target.js";
import type { RecordedResource } from "./lost-place.js";

/**
 * Whether the account behind the token may say that an object does not exist: to another account than the one that made
 * it, every object looks as if it did not. Fails if it is another account than those that wrote the stack.
 *
 * False if that is not known and the account does not see what the object belongs to.
 */
export async function mayCallAbsent(target: Target, known: readonly RecordedResource[]): Promise<boolean> {
  const { client, holder } = target;
  await assertAccountAllowed(target);
  if (client.settings.allowedAccounts !== undefined) {
    return true;
  }
  if (holder !== undefined && (await client.sees(holder)) === true) {
    return true;
  }
  const here = gatewayMark(client);
  const written = known.filter(({ outputs }) => (priorGateway(outputs) ?? here) === here);
  const writers = new Set(
    written.map(({ outputs }) => priorMark(outputs)).filter((mark) => mark !== undefined),
  );
  const account = await accountMark(target);
  if (account === undefined || writers.size === 0) {
    return holder === undefined;
  }
  if (writers.has(account)) {
    return true;
  }
  const { id, email } = await client.account();
  throw new Error(
    `${target.label} is not visible to account ${String(id)} (${String(email)}), and another account wrote the ` +
      "stack: it may not exist, or this may be the wrong account. " +
      `Set ${client.settings.named("accessToken")} to a token of the right account; ` +
      `if this account is right, name it in ${client.settings.named("allowedAccounts")}.`,
  );
}
