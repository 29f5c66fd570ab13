import type { Kind } from "../spec/kind.js";
import { hasUnknown, hidden, type Values } from "../spec/values.js";
import { accountMark, priorMark } from "./objects/account.js";
import { observe } from "./objects/observe.js";
import { gatewayMark, priorGateway } from "./operation/gateway-mark.js";
import type { Session } from "./operation/session.js";
import type { Target } from "./operation/target.js";

/**
 * Whether the settings that hold now lead to another place than those that wrote the object: to another gateway, or, if the
 * object belongs to an account, to another account. Otherwise they are only another name for the same place.
 *
 * Asks the gateway only if the connection has changed, or the mark of the gateway beside a provider of the program, and only
 * what cannot be known without asking.
 */
export async function leadsElsewhere(
  kind: Kind,
  session: Session,
  id: string,
  olds: Values,
  news: Values,
): Promise<boolean> {
  if (session.provider !== undefined) {
    // Another gateway has other accounts: the one that wrote the object says nothing there.
    const { connection: _connection, [hidden.account]: _account, ...values } = olds;
    return leavesGateway(session.target(kind, values), id, values);
  }
  if (olds.connection === news.connection) {
    return false;
  }
  if (hasUnknown(news.connection)) {
    return true;
  }
  const target = session.target(kind, news);
  const before = priorGateway(olds) ?? session.gatewayOf(olds);
  if (before === undefined) {
    // The first release left no mark, and the old connection has no settings any more: the gateway can tell.
    return leavesGateway(target, id, olds);
  }
  if (before !== gatewayMark(target.client)) {
    return true;
  }
  return kind.endpoints.parent === undefined && (await isAnotherAccount(target, id, olds));
}

/**
 * Whether the arguments of a provider lead to a gateway that does not have the object. One gateway may have several addresses,
 * so another mark alone does not say so.
 */
async function leavesGateway(target: Target, id: string, olds: Values): Promise<boolean> {
  return priorGateway(olds) !== gatewayMark(target.client) && (await observe(target, id, olds)).is === "gone";
}

/**
 * Whether the account of the new connection does not see the object.
 * If it sees the object, both accounts do, and the place is the same.
 */
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
