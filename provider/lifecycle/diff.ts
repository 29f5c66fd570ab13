import { sameValue } from "../spec/compare.js";
import type { Kind } from "../spec/kind.js";
import { hasUnknown, hidden, objectIn, textIn, type Values } from "../spec/values.js";
import { anyOf } from "../text/words.js";
import { noteHolder, noteOriginal } from "./adopted.js";
import {
  difference,
  isFirstDeclaration,
  isFixed,
  isReplacing,
  overlaps,
  removalOf,
  removalText,
  unknownValues,
} from "./changes.js";
import { settleObject } from "./check.js";
import { accountMark, observe, priorMark } from "./observe.js";
import { followers, following } from "./outputs.js";
import { matches } from "./rows.js";
import {
  assertSameGateway,
  belongsToAnother,
  collectionOf,
  identityOf,
  isOf,
  labelOf,
  naturalKeyOf,
  priorGateway,
  type Session,
} from "./session.js";
import { priorFound } from "./state.js";
import { repeatedFields } from "./write.js";

type Place = "home" | "moved" | "elsewhere";

export interface DiffResult {
  readonly changes: boolean;
  readonly replaces: string[];
  readonly deleteBeforeReplace: boolean;
}

/**
 * The engine diffs every declared resource before the deletes at the end of a run. It also calls `diff` in
 * two other cases: for a resource that a refresh has read, even if it is no longer declared, and for one that
 * another resource's replacement might affect through unknown inputs. Neither call determines what happens
 * to the object.
 */
export async function diffResource(
  kind: Kind,
  session: Session,
  id: string,
  olds: Values,
  news: Values,
): Promise<DiffResult> {
  const place = await findPlace(kind, session, id, olds, news);
  const diff = diffInputs(kind, id, olds, news, place);
  if (!session.declarations.meet(kind, news)) {
    return diff;
  }
  const registry = session.registry(olds);
  const { planned } = registry;
  const replaced = diff.replaces.length > 0;
  const changes = difference(kind, olds, news);
  const names = changes.changed.map((field) => field.name);
  recordKeeping(kind, session, { id, olds, news, replaced });
  const identity = identityOf(kind, news);
  if (replaced && place !== "elsewhere" && identity !== undefined) {
    const [collection, deletedFirst] = [collectionOf(kind, olds), diff.deleteBeforeReplace];
    registry.replace(identity, { collection, id, deletedFirst });
  }
  if (!diff.deleteBeforeReplace && place !== "elsewhere") {
    refuseExchange(kind, session, olds, news);
  }
  const keepsImported = isFirstDeclaration(news) && !replaced;
  const lines = changes.removed.flatMap((field) => {
    const removal = keepsImported ? undefined : removalOf(kind, field, { ...olds, ...news });
    const outcome = removal && removalText[replaced ? "replaces" : removal];
    return outcome === undefined ? [] : [`${field.name} is no longer declared: ${outcome}.`];
  });
  const left = keepsImported ? changes.removed.filter(({ local }) => !local).map(({ name }) => name) : [];
  if (left.length > 0) {
    lines.push(`imported but undeclared properties are left unchanged and unmanaged: ${left.join(", ")}.`);
  }
  if (!replaced) {
    planned.declare(kind, id, news);
    planned.change(kind, id, names);
    lines.push(...followers(session.kinds, kind, names));
  }
  const unknown = unknownValues(kind, olds);
  if (diff.deleteBeforeReplace && unknown.length > 0) {
    lines.push(
      "the object is deleted before its replacement is created. If the gateway refuses the replacement, the old object cannot be " +
        `restored, because ${unknown.join(" and ")} ${unknown.length === 1 ? "is" : "are"} unknown.`,
    );
  }
  const again = repeatedFields(session.context(kind, news), olds, news);
  if (again.length > 0 && !replaced) {
    const what = `the gateway stored a value for ${again.map(({ name }) => name).join(", ")} that differs from the one sent`;
    lines.push(
      again.every((field) => isFixed(kind, field))
        ? `${what}. ${kind.name} objects cannot be updated, so \`pulumi up\` only reads the object again.`
        : `${what}. \`pulumi up\` sends it again.`,
    );
  }
  for (const line of lines) {
    session.warn(`${labelOf(kind, olds)}: ${line}`, olds);
  }
  const isAtNewAddress = place === "moved"; // the state then contains the new address
  const isFollowing = following(kind, planned, olds, news).length > 0;
  const isChanged = diff.changes || isAtNewAddress || isFollowing || again.length > 0;
  if (!isChanged || replaced) {
    settleObject(kind, session, news);
  }
  return { ...diff, changes: isChanged };
}

/** The gateway may refuse the first rename of a swap while the second object still has the name. */
function refuseExchange(kind: Kind, session: Session, olds: Values, news: Values): void {
  const exchanges = (known: (kind: Kind, inputs: Values) => string | undefined) => {
    // An object without a workspace belongs to an account, and each connection may have its own account.
    const [from, to] = [olds, news].map((values) => {
      const key = known(kind, values);
      return key === undefined ? undefined : `${news.connection ?? ""} ${key}`;
    });
    const isExchange = from !== undefined && to !== undefined && from !== to;
    return isExchange && session.registry(news).goesRound(from, to);
  };
  const isOfName = exchanges(naturalKeyOf);
  if (isOfName || exchanges(identityOf)) {
    const [one, several] = isOfName
      ? ["name", "names"]
      : ["value", `values of ${anyOf(kind.distinguishedBy ?? [])}`];
    throw new Error(
      `${labelOf(kind, news)} cannot be updated: another ${kind.name} in the program still has the new ${one}, and will take the ` +
        `current ${one} of this resource. To swap ${several}, first give one of them a temporary ${one} in a separate \`pulumi up\`.`,
    );
  }
}

/** Records whether the resource keeps its object. If so, no other resource may take it over or destroy it. */
function recordKeeping(
  kind: Kind,
  session: Session,
  { id, olds, news, replaced }: { id: string; olds: Values; news: Values; replaced: boolean },
): void {
  const registry = session.registry(olds);
  const collection = collectionOf(kind, olds);
  const holder = { kind, registry, collection };
  if (replaced) {
    registry.at(collection, id).leaving = true;
    noteOriginal(holder, id, olds);
    return;
  }
  noteHolder(holder, id, { found: priorFound(olds), onDestroy: news.onDestroy });
  const before = registry.take(collection, id, "kept");
  const words = belongsToAnother({ kind, label: labelOf(kind, olds) }, { id, isOneObject: true });
  if (before === "kept") {
    session.warn(words, olds);
  } else if (before === "claimed") {
    throw new Error(words);
  }
}

/**
 * `elsewhere`: the program chose a connection or provider for a different gateway or, if the object belongs
 * to an account, for a different account. The object is recreated there. `moved`: the object is here, but its
 * state has a different address or provider.
 *
 * Throws if the connection now points to a different gateway, although the program did not change it.
 */
export async function findPlace(
  kind: Kind,
  session: Session,
  id: string,
  olds: Values,
  news: Values,
): Promise<Place> {
  if (olds.connection !== news.connection && hasUnknown(news.connection)) {
    return "elsewhere";
  }
  const isAnotherProvider = textIn(olds, hidden.by) !== session.provider;
  const isAnotherWay = isAnotherProvider || olds.connection !== news.connection;
  const context = session.context(kind, isAnotherWay ? news : olds);
  // State written by the first release has no gateway mark, so the former connection, if configured, decides.
  const before = priorGateway(olds) ?? (isAnotherProvider ? undefined : session.gatewayOf(olds));
  if (isAnotherWay && before === undefined) {
    // A different gateway has different accounts, so the mark of the last writer proves nothing.
    const { [hidden.account]: _account, ...unsigned } = olds;
    const seen = await observe(context, id, isAnotherProvider ? unsigned : olds);
    return seen.is === "gone" ? "elsewhere" : "home";
  }
  if (isAnotherWay && before !== undefined && !isOf(before, context.client)) {
    if (!isAnotherProvider) {
      assertSameGateway(session.context(kind, olds), olds); // the old object is deleted on that gateway
    }
    return "elsewhere";
  }
  const place = assertSameGateway(context, olds);
  if (place === "moved") {
    await observe(context, id, olds);
  }
  const { list, parent } = kind.endpoints;
  const writer = priorMark(olds);
  if (isAnotherWay && parent === undefined && list !== undefined && writer !== undefined) {
    const account = await accountMark(context);
    const isOfAnother = account !== undefined && account !== writer;
    // If both accounts can see the object, it is not recreated.
    if (isOfAnother && context.client.lists.row(await context.listed(), id) === undefined) {
      return "elsewhere";
    }
  }
  return isAnotherProvider ? "moved" : place;
}

/** Compares two declarations of a resource. Sends no request and records nothing. */
export function diffInputs(kind: Kind, id: string, olds: Values, news: Values, place: Place = "home") {
  const { changed, removed, confirmed } = difference(kind, olds, news);
  const failed = olds[hidden.failed] === true ? [hidden.failed] : [];
  const row = { ...olds, ...objectIn(olds, hidden.selected), id };
  const replaced = [...changed, ...removed]
    .filter((field) =>
      field.selects === undefined
        ? isReplacing(kind, field, olds, news)
        : !matches(field, news[field.name], row),
    )
    .map((field) => field.name);
  const way = olds.connection === news.connection ? "provider" : "connection";
  const replaces = [...failed, ...replaced, ...(place === "elsewhere" ? [way] : [])];
  // The gateway refuses a second object with the same name (API document, section "Errors": 409).
  const keepsName =
    kind.naturalKey.length > 0 &&
    !overlaps(kind, news) &&
    kind.naturalKey.every((name) => !hasUnknown(news[name]) && sameValue({}, olds[name], news[name]));
  return {
    changes:
      [...changed, ...removed, ...confirmed, ...replaces].length > 0 || olds[hidden.unfinished] === true,
    replaces,
    deleteBeforeReplace: replaces.length > 0 && place !== "elsewhere" && keepsName,
  };
}
