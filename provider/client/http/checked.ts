import { defined } from "../../text/defined.js";
import { isJsonObject } from "../../text/json.js";
import { redact } from "../../text/redact.js";
import type { Settings } from "../settings/settings.js";
import { describeBody } from "./describe-body.js";
import { type Failure, type Outcome, RequestError } from "./errors.js";
import type { Exchange, Reply, Send } from "./exchange.js";
import { remedyOfForbidden, remedyOfUnauthorized } from "./remedy.js";

const requestIdHeaders = ["x-request-id", "request-id", "x-correlation-id", "cf-ray"];

/** What the gateway, or a proxy before it, calls the request by; undefined if it does not say. */
export function requestIdOf({ headers }: Reply): string | undefined {
  return requestIdHeaders.map((name) => headers[name]).find((id) => id !== undefined);
}

/**
 * Lets only successful answers through. Everything else becomes one readable error without secrets.
 *
 * `whoAmI` names the account behind the token, for the message of a 403. `credentials` are secrets that
 * became known at run time. `isAccepted` says whether the gateway has accepted a token of the connection before.
 */
export function checked(
  send: Send,
  settings: Settings,
  whoAmI: () => Promise<string>,
  credentials: () => readonly string[] = () => [],
  isAccepted: () => boolean = () => false,
): Send {
  return async (exchange) => {
    const secrets = () => [...settings.secrets, ...credentials(), ...(exchange.secrets ?? [])];
    const reply = await send({ ...exchange, secrets: secrets() }).catch((error) => {
      throw error instanceof RequestError
        ? new RequestError(withoutSecrets(error.failure, secrets()), { cause: error.cause })
        : error;
    });
    if (reply.status < 300 && !isWebPage(reply) && !saysNo(reply)) {
      return reply;
    }
    const failure: Failure = {
      method: exchange.method,
      path: exchange.path,
      status: reply.status,
      outcome: outcomeOf(exchange, reply),
      said: explanation(reply, secrets(), exchange),
      ...defined({
        requestId: requestIdOf(reply),
        remedy: await remedyOf(exchange, reply, settings, { whoAmI, isAccepted }),
      }),
    };
    throw new RequestError(withoutSecrets(failure, secrets()));
  };
}

const longestId = 100;

/** Covers the secrets in every text of a failure, whether the gateway wrote the text or not. */
function withoutSecrets(failure: Failure, secrets: readonly string[]): Failure {
  const { path, said, requestId, remedy } = failure;
  const cover = (text: string) => redact(text, secrets);
  return {
    ...failure,
    path: cover(path),
    said: cover(said),
    ...defined({
      requestId: requestId && cover(requestId).slice(0, longestId),
      remedy: remedy && cover(remedy),
    }),
  };
}

/**
 * After 408, a 5xx other than 501, or a web page or a redirect in answer to a write, the request may have been
 * carried out: the gateway, or a proxy before it, gave up, or the proxy answered instead of the gateway.
 */
function outcomeOf({ method }: Exchange, reply: Reply): Outcome {
  const { status } = reply;
  const unclear = status === 408 || (status < 400 && method !== "GET" && !saysNo(reply));
  return (status >= 500 && status !== 501) || unclear ? "unknown" : "rejected";
}

/** This API never answers with a web page: it comes from a proxy, or the URL is wrong. */
function isWebPage(reply: Reply): boolean {
  return reply.body !== undefined && (reply.headers["content-type"] ?? "").includes("text/html");
}

/** A 200 whose body says that the request failed (the API's section "Budget": `success` in the answer to PATCH). */
function saysNo({ body }: Reply): boolean {
  return isJsonObject(body) && body.success === false;
}

function explanation(reply: Reply, secrets: readonly string[], { inProgram }: Exchange): string {
  const described = describeBody(reply.body, secrets, inProgram);
  if (saysNo(reply)) {
    return described || "success: false";
  }
  if (reply.status < 300) {
    return "a web page instead of JSON";
  }
  const location = reply.headers.location;
  if (reply.status < 400 && location !== undefined) {
    return `a redirect to ${URL.canParse(location) ? new URL(location).origin : "another path"}, which is not followed`;
  }
  return described || standardMeaning(reply.status);
}

/** What a status means by the API's section "Errors". */
function standardMeaning(status: number): string {
  const meanings: Record<number, string> = {
    400: "invalid body, or unsupported API version",
    401: "missing, invalid or expired token",
    403: "the token lacks the scope, or the account lacks permission",
    404: "item not found",
    409: "conflict, such as a duplicate name",
  };
  return meanings[status] ?? (status >= 500 ? "the gateway failed" : "no explanation given");
}

/**
 * An unsupported version yields 400 (the API's section "Versioning", 5). It may also yield what is usual for
 * what has gone.
 */
function mayRefuseVersion({ status, body }: Reply, { apiVersion }: Settings): boolean {
  const isRefusal = status === 400 || status === 404 || status === 410;
  if (!isRefusal || apiVersion === undefined) {
    return false;
  }
  const said = describeBody(body);
  return said.includes(apiVersion) || /\b(un(supported|known)|invalid|api)[ -]versions?\b/i.test(said);
}

async function remedyOf(
  exchange: Exchange,
  reply: Reply,
  settings: Settings,
  token: { readonly whoAmI: () => Promise<string>; readonly isAccepted: () => boolean },
): Promise<string | undefined> {
  if (saysNo(reply)) {
    return undefined;
  }
  if (mayRefuseVersion(reply, settings)) {
    return `Set ${settings.named("apiVersion")} to a version that the gateway serves.`;
  }
  if (reply.status < 400) {
    return `Check ${settings.named("baseUrl")}.`;
  }
  if (reply.status === 401) {
    return remedyOfUnauthorized(exchange, settings, token.isAccepted() || saysExpired(reply));
  }
  return reply.status === 403 ? remedyOfForbidden(exchange, settings, token.whoAmI) : undefined;
}

/** Whether a 401 names this cause (RFC 6750, 3.1), and not all causes. */
function saysExpired({ headers, body }: Reply): boolean {
  return /(?<!\bor )\bexpired\b/i.test(`${headers["www-authenticate"]} ${describeBody(body)}`);
}
