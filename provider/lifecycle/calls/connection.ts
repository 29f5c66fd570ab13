import type { Kind } from "../../spec/kind.js";
import { hasUnknown, hidden, type Values } from "../../spec/values.js";
import { accountMark, priorMark } from "../objects/account.js";
import { observe } from "../objects/observe.js";
import { isOf, locate, priorGateway } from "../operation/gateway-mark.js";
import type { Session } from "../operation/session.js";
import type { Target } from "../operation/target.js";
import { textIn } from "../state/state.js";

/**
 * Where an object is, by the settings that hold now. `elsewhere`: the program has chosen another connection or provider, which
 * leads to another gateway or, if the object belongs to an account, to another account. The object is made anew there.
 * `moved`: the object is here, but the state has another address or provider for it.
 *
 * Throws if the connection leads to another gateway although the program has chosen no other one. Asks the gateway only about
 * a connection that was changed or has moved.
 */
export async function whereIs(
  kind: Kind,
  session: Session,
  id: string,
  olds: Values,
  news: Values,
): Promise<"home" | "moved" | "elsewhere"> {
  if (olds.connection !== news.connection && hasUnknown(news.connection)) {
    return "elsewhere";
  }
  const isAnotherProvider = textIn(olds, hidden.by) !== session.provider;
  const isAnotherWay = isAnotherProvider || olds.connection !== news.connection;
  const target = session.target(kind, isAnotherWay ? news : olds);
  // The first release left no mark. Then the former connection tells, if it still has settings.
  const before = priorGateway(olds) ?? (isAnotherProvider ? undefined : session.gatewayOf(olds));
  if (isAnotherWay && before === undefined) {
    // Another gateway has other accounts, so the mark of the account that wrote the object says nothing.
    const { [hidden.account]: _account, ...unsigned } = olds;
    const seen = await observe(target, id, isAnotherProvider ? unsigned : olds);
    return seen.is === "gone" ? "elsewhere" : "home";
  }
  if (isAnotherWay && before !== undefined && !isOf(before, target.client)) {
    if (!isAnotherProvider) {
      locate(session.target(kind, olds), olds); // the old object is deleted there
    }
    return "elsewhere";
  }
  const place = locate(target, olds);
  if (place === "moved") {
    await observe(target, id, olds);
  }
  const isOfAccount = kind.endpoints.parent === undefined;
  const hasLeft = isAnotherWay && isOfAccount && (await isAnotherAccount(target, id, olds));
  return hasLeft ? "elsewhere" : isAnotherProvider ? "moved" : place;
}

/**
 * Whether the account of the new connection does not see the object.
 * If it does, both accounts see the object, and the place is the same.
 */
async function isAnotherAccount(target: Target, id: string, olds: Values): Promise<boolean> {
  const { kind, client } = target;
  const writer = priorMark(olds);
  const account = writer === undefined ? undefined : await accountMark(target);
  if (account === undefined || account === writer || kind.endpoints.list === undefined) {
    return false;
  }
  return client.lists.row(await target.listed(), id) === undefined;
}
