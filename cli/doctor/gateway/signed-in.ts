import {
  appSecrets,
  authFor,
  authorized,
  type Exchange,
  type Io,
  type JsonObject,
  Renewing,
  type Reply,
  RequestError,
  type Send,
  type Settings,
} from "pulumi-workspace-gateway/tools";
import { AskedLists } from "../rights/lists.js";
import type { Fact } from "../table.js";
import { accountIn, type Contact, contact, hasty, plainly, whoAmI } from "./contact.js";

/** A gateway that was asked, with a credential, for its account. */
export interface SignedIn {
  /** The answer to the request that pins the version, if one is pinned. */
  readonly pinned: Contact;
  /** The answer for all other checks: a wrong version must not hide anything else. */
  readonly greeting: Contact;
  readonly lists: AskedLists;
  /** The latest answer, which has the current rate limit. */
  latest(): Reply | undefined;
  /** The scopes of the token; undefined if they are not known. */
  readonly scopes: readonly string[] | undefined;
  /** Values that an answer may repeat and no finding may show. */
  readonly secrets: readonly string[];
}

export async function signedInTo(settings: Settings, io: Io): Promise<SignedIn> {
  const place = hasty(settings);
  const auth = authFor(place, io);
  let last: Reply | undefined;
  const plain = plainly(place, io);
  const remembering: Send = async (exchange) => {
    last = await plain(exchange);
    return last;
  };
  const send = authorized(remembering, auth);
  const version = settings.apiVersion;
  // The header that pins a version (the API's section "Versioning", 2).
  const pinning = (exchange: Exchange): Exchange =>
    version === undefined
      ? exchange
      : { ...exchange, headers: { ...exchange.headers, "service-api-version": version } };
  const pinned = await contact(send, pinning(whoAmI));
  const isRefused = version !== undefined && "reply" in pinned && pinned.reply.status === 400;
  return {
    pinned,
    greeting: isRefused ? await contact(send, whoAmI) : pinned,
    lists: new AskedLists((exchange) => send(isRefused ? exchange : pinning(exchange))),
    latest: () => last,
    scopes: auth instanceof Renewing ? auth.scopes : undefined,
    secrets: [...settings.secrets, ...auth.secrets(), ...appSecrets(settings)],
  };
}

/** The account of a token that works; undefined if the token may not read it. */
export function accountOf({ greeting }: SignedIn): Fact<JsonObject | undefined> {
  if ("failure" in greeting) {
    const { failure } = greeting;
    const isOfSignIn = failure instanceof RequestError && failure.failure.signIn === true;
    return { why: isOfSignIn ? "there is no token" : "no answer came" };
  }
  const { reply } = greeting;
  const over = { 401: "the token is refused", 429: "the rate limit is used up" }[reply.status];
  return over === undefined ? { known: accountIn(reply) } : { why: over };
}
