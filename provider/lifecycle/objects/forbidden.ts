import { hasStatus, withAdvice } from "../../client/http/errors.js";
import type { Target } from "../operation/target.js";

/**
 * Adds advice to a 403 if the account does not see the object's workspace.
 *
 * Some gateways answer 403 for everything that was in a deleted workspace. A 403 never means gone, so a
 * refresh or a destroy would fail for ever. The advice is for a person who knows that the workspace was
 * deleted.
 */
export async function forbidden(target: Target, id: string, error: unknown): Promise<unknown> {
  const holder = target.asHolder(id) ?? target.holder;
  if (!hasStatus(error, 403) || holder === undefined || (await target.client.sees(holder)) !== false) {
    return error;
  }
  const { what } = holder;
  const advice =
    `The ${what} ${holder.id} is not among those that this account sees. ` +
    "If it was deleted, take it out of the stack, with everything that depends on it: " +
    "`pulumi state delete --target-dependents <URN>`. This asks the gateway nothing. " +
    `The URN is that of the ${what}, or of this resource if the ${what} is not in the stack; ` +
    "`pulumi stack --show-urns` shows them.";
  return withAdvice(error, advice);
}
