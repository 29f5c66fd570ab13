import {
  appSecrets,
  authFor,
  authorized,
  collectionKey,
  describeBody,
  type Exchange,
  fillPath,
  itemOf,
  type JsonObject,
  type Kind,
  listOf,
  Renewing,
  type Reply,
  RequestError,
  type Rows,
  retried,
  type Send,
  type Settings,
  SettingsError,
  systemIo,
  traced,
  transport,
} from "pulumi-workspace-gateway/tools";
import { NotKnown } from "./table.js";

/** One request to a gateway: an answer of any status, or why none came. */
export type Contact = { readonly reply: Reply } | { readonly failure: RequestError | SettingsError };

/** The account of the token (the API's section "User"). Every token should be able to read it. */
export const whoAmI: Exchange = { method: "GET", path: "/user", scope: "profile:read" };

/** In milliseconds. */
const longestRequest = 10_000;
const longestRetry = 3_000;

/** The settings with short times, because a person waits. */
function hasty(settings: Settings): Settings {
  const { requestTimeout, retryBudget, maxWait } = settings;
  return {
    ...settings,
    requestTimeout: Math.min(requestTimeout, longestRequest),
    retryBudget: Math.min(retryBudget, longestRetry),
    maxWait: Math.min(maxWait, longestRetry),
  };
}

/** Sends without a credential and returns every answer as it is, including those that a client would call an error. */
function plainly(settings: Settings): Send {
  return retried(traced(transport(settings), systemIo), settings, systemIo);
}

async function contact(send: Send, exchange: Exchange): Promise<Contact> {
  try {
    return { reply: await send(exchange) };
  } catch (error) {
    if (error instanceof RequestError || error instanceof SettingsError) {
      return { failure: error };
    }
    throw error;
  }
}

/** Asks a gateway for the account without a credential. */
export function unauthenticatedProbe(settings: Settings): Promise<Contact> {
  return contact(plainly(hasty(settings)), whoAmI);
}

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

export async function signedInTo(settings: Settings): Promise<SignedIn> {
  const place = hasty(settings);
  const auth = authFor(place, systemIo);
  let last: Reply | undefined;
  const plain = plainly(place);
  const send = authorized(async (exchange) => {
    last = await plain(exchange);
    return last;
  }, auth);
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

/** Lists of a gateway, each read once. */
class AskedLists {
  private readonly asked = new Map<string, Promise<Contact>>();

  constructor(private readonly send: Send) {}

  /** The answer to the list of a kind. `holder` is the id of the object that contains them. */
  async answer({ endpoints, fields, scope }: Kind, holder?: string): Promise<Contact> {
    const { list = "", parent, scoped } = endpoints;
    const key = collectionKey(list, holder);
    const inside =
      parent === undefined || holder === undefined
        ? { path: list }
        : {
            path: fillPath(list, { [parent.field]: holder }),
            query: scoped ? { [fields.get(parent.field)?.sendAs ?? ""]: holder } : {},
          };
    const request = { method: "GET", scope: `${scope}:read`, ...inside } as const;
    const answer = this.asked.get(key) ?? contact(this.send, request);
    this.asked.set(key, answer);
    return answer;
  }

  /** All objects of a kind; undefined if the gateway does not show them all. */
  async rows(kind: Kind, holder?: string): Promise<Rows["rows"] | undefined> {
    const answer = await this.answer(kind, holder);
    const list = "reply" in answer && answer.reply.status < 300 ? listOf(answer.reply) : undefined;
    return list?.complete ? list.rows : undefined;
  }
}

/** The account of a token that works; undefined if the token may not read it. */
export function accountOf({ greeting }: SignedIn): JsonObject | undefined {
  if ("failure" in greeting) {
    const { failure } = greeting;
    const isOfSignIn = failure instanceof RequestError && failure.failure.signIn === true;
    throw new NotKnown(isOfSignIn ? "there is no token" : "no answer came");
  }
  const { reply } = greeting;
  const over = { 401: "the token is refused", 429: "the rate limit is used up" }[reply.status];
  if (over !== undefined) {
    throw new NotKnown(over);
  }
  return accountIn(reply);
}

/** The account in an answer; undefined if the answer has none. */
export function accountIn(reply: Reply): JsonObject | undefined {
  const account = reply.status < 300 ? itemOf(reply) : undefined;
  return typeof account?.id === "string" || typeof account?.id === "number" ? account : undefined;
}

/** Throws unless a management API seems to have given the answer: nothing else gets a credential. */
export function assertApi(probe: Contact): void {
  if ("failure" in probe) {
    throw new NotKnown("the gateway cannot be reached");
  }
  const { status } = probe.reply;
  if (status >= 500) {
    throw new NotKnown(`the gateway answers ${status}`);
  }
  if (wrongAnswer(probe.reply) !== undefined) {
    throw new NotKnown("no management API was found");
  }
}

/** Why an answer is not from a management API, in words that follow its address. */
export function wrongAnswer(reply: Reply): string | undefined {
  const { status, headers, body } = reply;
  if (status >= 300 && status < 400) {
    const { location = "" } = headers;
    const target = URL.canParse(location) ? new URL(location).origin : "another path";
    return `answers ${status}, a redirect to ${target}. Redirects are never followed.`;
  }
  if (status === 404 || status === 405 || status === 410) {
    return `answers ${status} to GET /user, so it is not a management API: ${quoteOf(reply)}.`;
  }
  if (status === 407) {
    return "answers 407: a proxy in front of it requires credentials of its own.";
  }
  if (status >= 300 || accountIn(reply) !== undefined) {
    return undefined;
  }
  return body !== undefined && (headers["content-type"] ?? "").includes("text/html")
    ? "answers with a web page, perhaps of a proxy, a portal or the console."
    : "answers GET /user without asking for a token, so it is not a management API.";
}

export function quoteOf({ body }: Reply): string {
  return describeBody(body) || "no reason given";
}
