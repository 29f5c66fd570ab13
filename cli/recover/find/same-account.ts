import { accountMark, assertAccountAllowed, priorMark, type Target } from "pulumi-workspace-gateway/tools";
import { isOnGateway, type RecordedResource } from "../lost-create.js";

/**
 * Whether the account behind the token is one whose word on the stack counts: to another than the one that made an object,
 * it looks as if it did not exist, and what another has made is not the stack's. Fails if it is another account than those
 * that wrote the stack, or that may touch it.
 *
 * False if that is not known and the account does not see what the object belongs to.
 *
 * @param sees - the account has just seen an object there
 */
export async function isAccountOfStack(
  target: Target,
  known: readonly RecordedResource[],
  sees: boolean,
): Promise<boolean> {
  const { client, holder } = target;
  await assertAccountAllowed(target);
  if (client.settings.allowedAccounts !== undefined) {
    return true;
  }
  if (holder !== undefined && (sees || (await client.sees(holder)) === true)) {
    return true;
  }
  const writers = known.filter((each) => isOnGateway(each, target)).map(({ outputs }) => priorMark(outputs));
  const account = await accountMark(target);
  if (account === undefined || writers.every((mark) => mark === undefined)) {
    return holder === undefined;
  }
  if (writers.includes(account)) {
    return true;
  }
  const { id, email } = await client.account();
  throw new Error(
    `the token belongs to account ${String(id)} (${String(email)}), and another account wrote the stack: ` +
      `what this one sees does not tell what became of ${target.label}. Nothing was changed. ` +
      `Set ${client.settings.named("accessToken")} to a token of the right account; ` +
      `if this account is right, name it in ${client.settings.named("allowedAccounts")}.`,
  );
}
