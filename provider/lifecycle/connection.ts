import { accountMark, priorMark } from "./account.js";
import { gatewayMark, priorGateway } from "./gateway-mark.js";
import type { Kind } from "./kind.js";
import type { Session } from "./session.js";
import type { Target } from "./target.js";
import { hasUnknown, type Values } from "./values.js";

/**
 * Whether the connection that is declared now leads to another place than the one by which the object was written: to
 * another gateway, or, for what belongs to an account, to another account. Otherwise it is a new name for the same.
 *
 * Asks for the account only if the connection has changed, and only for what is not in a workspace.
 */
export async function leadsElsewhere(
  kind: Kind,
  session: Session,
  olds: Values,
  news: Values,
): Promise<boolean> {
  if (olds.connection === news.connection) {
    return false;
  }
  if (hasUnknown(news.connection)) {
    return true;
  }
  const target = session.target(kind, news);
  if ((priorGateway(olds) ?? session.gatewayOf(olds)) !== gatewayMark(target.client)) {
    return true;
  }
  return kind.endpoints.parent === undefined && (await isAnotherAccount(target, olds));
}

async function isAnotherAccount(target: Target, olds: Values): Promise<boolean> {
  const writer = priorMark(olds);
  const account = writer === undefined ? undefined : await accountMark(target);
  return account !== undefined && account !== writer;
}
