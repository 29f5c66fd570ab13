import type { Kind } from "../spec/kind.js";
import { hasUnknown, type Values } from "../spec/values.js";
import { accountMark, priorMark } from "./objects/account.js";
import { observe } from "./objects/observe.js";
import { gatewayMark, priorGateway } from "./operation/gateway-mark.js";
import type { Session } from "./operation/session.js";
import type { Target } from "./operation/target.js";

/**
 * Whether the connection that is declared now leads to another place than the one by which the object was written: to
 * another gateway, or, for what belongs to an account, to another account. Otherwise it is a new name for the same.
 *
 * Asks the gateway only if the connection has changed, and only for what cannot be told without.
 */
export async function leadsElsewhere(
  kind: Kind,
  session: Session,
  id: string,
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
  const before = priorGateway(olds) ?? session.gatewayOf(olds);
  if (before === undefined) {
    // The first release left no mark, and the old connection is not configured any more: the gateway can tell.
    return (await observe(target, id, olds)).is === "gone";
  }
  if (before !== gatewayMark(target.client)) {
    return true;
  }
  return kind.endpoints.parent === undefined && (await isAnotherAccount(target, id, olds));
}

/** Two accounts may both see an object; it is elsewhere only if the one of the new connection does not. */
async function isAnotherAccount(target: Target, id: string, olds: Values): Promise<boolean> {
  const { kind, client } = target;
  const writer = priorMark(olds);
  const account = writer === undefined ? undefined : await accountMark(target);
  const { list } = kind.endpoints;
  if (account === undefined || account === writer || list === undefined) {
    return false;
  }
  const rows = await client.lists.read(target.collection, () => client.rows(target.read(list)));
  return client.lists.row(rows, id) === undefined;
}
