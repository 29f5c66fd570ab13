import { GatewayError, hasStatus } from "../../client/http/errors.js";
import type { Target } from "../operation/target.js";

/**
 * Some gateways answer 403 for all that was in a workspace that is deleted, and a 403 never means gone: refreshing and
 * destroying would fail for ever. If the account does not see the workspace, the error names the way on for a person
 * who knows that it was deleted.
 */
export async function forbidden(target: Target, id: string, error: unknown): Promise<unknown> {
  const holder = target.asHolder(id) ?? target.holder;
  if (!hasStatus(error, 403) || holder === undefined || (await target.client.sees(holder)) !== false) {
    return error;
  }
  const { what } = holder;
  const wayOn =
    `The ${what} ${holder.id} is not among those that this account sees. If it was deleted, take it out of the stack with ` +
    "all that depends on it, which asks the gateway nothing: `pulumi state delete --target-dependents <URN>`, with the URN of " +
    `the ${what}, or of this resource if the ${what} is not in the stack; \`pulumi stack --show-urns\` shows them.`;
  const { remedy } = error.failure;
  return new GatewayError(
    { ...error.failure, remedy: remedy === undefined ? wayOn : `${remedy} ${wayOn}` },
    { cause: error },
  );
}
