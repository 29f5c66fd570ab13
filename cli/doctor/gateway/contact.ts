import {
  describeBody,
  type Exchange,
  type Io,
  itemOf,
  type JsonObject,
  type Reply,
  RequestError,
  retried,
  type Send,
  type Settings,
  SettingsError,
  traced,
  transport,
} from "pulumi-workspace-gateway/tools";
import type { Fact } from "../table.js";

/** One request to a gateway: an answer of any status, or why none came. */
export type Contact = { readonly reply: Reply } | { readonly failure: RequestError | SettingsError };

/** The account of the token (the API's section "User"). Every token should be able to read it. */
export const whoAmI: Exchange = { method: "GET", path: "/user", scope: "profile:read" };

/** In milliseconds. */
const longestRequest = 10_000;
const longestRetry = 3_000;

/** The settings with short times, because a person waits. */
export function hasty<S extends Pick<Settings, "requestTimeout" | "retryBudget" | "maxWait">>(
  settings: S,
): S {
  const { requestTimeout, retryBudget, maxWait } = settings;
  return {
    ...settings,
    requestTimeout: Math.min(requestTimeout, longestRequest),
    retryBudget: Math.min(retryBudget, longestRetry),
    maxWait: Math.min(maxWait, longestRetry),
  };
}

/** Sends without a credential and returns every answer as it is, including those that a client would call an error. */
export function plainly(settings: Settings, io: Io): Send {
  return retried(traced(transport(settings), io), settings, io);
}

export async function contact(send: Send, exchange: Exchange): Promise<Contact> {
  try {
    return { reply: await send(exchange) };
  } catch (error) {
    if (error instanceof RequestError || error instanceof SettingsError) {
      return { failure: error };
    }
    throw error;
  }
}

/** The account in an answer; undefined if the answer has none. */
export function accountIn(reply: Reply): JsonObject | undefined {
  const account = reply.status < 300 ? itemOf(reply) : undefined;
  return typeof account?.id === "string" || typeof account?.id === "number" ? account : undefined;
}

export function nameOfAccount({ id, email, account_type }: Readonly<Record<string, unknown>>): string {
  const type = typeof account_type === "string" ? `, ${account_type}` : "";
  return `account ${String(id)} (${String(email)}${type})`;
}

/** The message and the remedy of an error, separately. */
export function wordsOf(failure: RequestError | SettingsError, otherwise: string) {
  const { said, remedy = otherwise } =
    failure instanceof RequestError ? failure.failure : { said: failure.message };
  return { said, remedy };
}

/** The answer without a credential, if a management API seems to have given it: nothing else gets a credential. */
export function apiIn(knock: Contact): Fact<Reply> {
  if ("failure" in knock) {
    return { why: "the gateway cannot be reached" };
  }
  const { reply } = knock;
  if (reply.status >= 500) {
    return { why: `the gateway answers ${reply.status}` };
  }
  return wrongAnswer(reply) === undefined ? { known: reply } : { why: "no management API was found" };
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
