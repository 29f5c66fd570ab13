import {
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

/** An answer of any status, and when it was asked for and came. */
export interface Answer {
  readonly reply: Reply;
  readonly asked: number;
  readonly answered: number;
}

/** One question to a gateway, and what came of it. */
export type Contact = Answer | { readonly failure: RequestError | SettingsError };

/** The account behind the token (the API's section "User"). Every token should be able to ask this. */
export const whoAmI: Exchange = { method: "GET", path: "/user", scope: "profile:read" };

/** Milliseconds: a person waits for the answer. */
const longestRequest = 10_000;
const longestRepeating = 3_000;

/** The settings with short times: an unreachable gateway must not take as long as an `up` would try. */
export function hasty<S extends Pick<Settings, "requestTimeout" | "retryBudget" | "maxWait">>(
  settings: S,
): S {
  const { requestTimeout, retryBudget, maxWait } = settings;
  return {
    ...settings,
    requestTimeout: Math.min(requestTimeout, longestRequest),
    retryBudget: Math.min(retryBudget, longestRepeating),
    maxWait: Math.min(maxWait, longestRepeating),
  };
}

/** Sends without a credential, and takes every answer as it is: also what a client would call an error. */
export function plainly(settings: Settings, io: Io): Send {
  return retried(traced(transport(settings), io), settings, io);
}

export async function contact(send: Send, exchange: Exchange, io: Io): Promise<Contact> {
  const asked = io.now();
  try {
    const reply = await send(exchange);
    return { reply, asked, answered: io.now() };
  } catch (error) {
    if (error instanceof RequestError || error instanceof SettingsError) {
      return { failure: error };
    }
    throw error;
  }
}

/** What a client says about itself to the header that pins a version (the API's section "Versioning", 2). */
export function pinning(exchange: Exchange, apiVersion: string | undefined): Exchange {
  return apiVersion === undefined
    ? exchange
    : { ...exchange, headers: { ...exchange.headers, "service-api-version": apiVersion } };
}

/** The account in an answer; undefined if the answer has none. */
export function accountIn(reply: Reply): JsonObject | undefined {
  const account = reply.status < 300 ? itemOf(reply) : undefined;
  return typeof account?.id === "string" || typeof account?.id === "number" ? account : undefined;
}

export function isWebPageReply({ body, headers }: Reply): boolean {
  return body !== undefined && (headers["content-type"] ?? "").includes("text/html");
}
