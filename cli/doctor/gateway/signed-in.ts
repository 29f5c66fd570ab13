import {
  appSecrets,
  authFor,
  authorized,
  type Io,
  type JsonObject,
  Renewing,
  type Reply,
  RequestError,
  type Send,
  type Settings,
} from "pulumi-workspace-gateway/tools";
import { AskedLists } from "../rights/asked-lists.js";
import type { Fact } from "../table.js";
import { accountIn, type Contact, contact, hasty, pinning, plainly, whoAmI } from "./contact.js";
import { lifeOf, type TokenLife } from "./token-life.js";

/** A gateway that was asked, with a credential, whose it is. */
export interface SignedIn {
  /** The answer to a question that pins the version, if one is to be pinned. */
  readonly pinned: Contact;
  /** The answer for all other checks: a wrong version must not hide anything else. */
  readonly greeting: Contact;
  readonly lists: AskedLists;
  /** The latest answer, which has the current rate limit. */
  latest(): Reply | undefined;
  /** Undefined if no token could be got. */
  readonly life: TokenLife | undefined;
  /** The scopes of the token; undefined if nothing tells them. */
  readonly scopes: readonly string[] | undefined;
  /** What an answer may repeat, and no finding may show. */
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
  const pinned = await contact(send, pinning(whoAmI, version), io);
  const isRefused = version !== undefined && "reply" in pinned && pinned.reply.status === 400;
  const greeting = isRefused ? await contact(send, whoAmI, io) : pinned;
  const versioned: Send = (exchange) => send(isRefused ? exchange : pinning(exchange, version));
  return {
    pinned,
    greeting,
    lists: new AskedLists(versioned, io),
    latest: () => last,
    life: "failure" in greeting ? undefined : lifeOf(await auth.token(), settings),
    scopes: auth instanceof Renewing ? auth.scopes : undefined,
    secrets: [...settings.secrets, ...auth.secrets(), ...appSecrets(settings)],
  };
}

/** The account behind a token that works; undefined if the gateway does not show it. */
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
