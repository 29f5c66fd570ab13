import { GatewayError, type Outcome } from "./errors.js";
import type { Exchange, Reply, Send } from "./exchange.js";
import type { Settings } from "./settings.js";

/** Failures that happen before the first byte leaves: such a request was certainly not carried out. */
const neverLeft = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_INVALID_ARG",
]);

/** A server to talk to: its URL, and how the reader sets that. */
export interface Server {
  readonly url: string;
  readonly named: string;
}

/** The one place where bytes leave the process. Redirects are answers here: nothing follows them. */
export function transport(
  settings: Settings,
  server: Server = { url: settings.baseUrl, named: settings.named("baseUrl") },
): Send {
  let http: ReturnType<typeof connect> | undefined;
  return async (exchange) => {
    const content = exchange.form ?? (exchange.body === undefined ? null : JSON.stringify(exchange.body));
    http ??= connect(settings);
    try {
      const { dispatcher, request } = await http;
      const response = await request(url(server.url, exchange), {
        dispatcher,
        method: exchange.method,
        headers: {
          accept: "application/json",
          ...(content === null ? {} : { "content-type": contentType(exchange) }),
          ...exchange.headers,
        },
        body: content,
        signal: AbortSignal.timeout(settings.requestTimeout),
      });
      const text = await response.body.text();
      return { status: response.statusCode, headers: flatten(response.headers), body: parse(text) };
    } catch (error) {
      throw networkError(exchange, settings, server, error);
    }
  };
}

/** Loaded with the first request only: a preview sends none, and should not pay for an HTTP client. */
async function connect(settings: Settings) {
  const { Agent, request } = await import("undici");
  const dispatcher = new Agent({
    connections: settings.maxConcurrency,
    connect: { timeout: settings.requestTimeout / 2 }, // so that it is known for what it is
  });
  return { dispatcher, request };
}

function url(baseUrl: string, { path, query }: Exchange): string {
  const search = new URLSearchParams(query).toString();
  return baseUrl + path + (search === "" ? "" : `?${search}`);
}

function contentType({ form }: Exchange): string {
  return form === undefined ? "application/json" : "application/x-www-form-urlencoded";
}

function flatten(headers: Record<string, string | string[] | undefined>): Reply["headers"] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
}

function parse(text: string): unknown {
  if (text === "") {
    return undefined;
  }
  try {
    return JSON.parse(text);
  } catch {
    return text; // bodies of any shape are allowed; who needs JSON asks for an object
  }
}

function networkError(
  exchange: Exchange,
  { requestTimeout }: Settings,
  server: Server,
  error: unknown,
): GatewayError {
  const { method, path } = exchange;
  const cause = rootCause(error);
  const certificate = /CERT|SELF_SIGNED|ERR_TLS|ERR_SSL|UNABLE_TO_VERIFY/.test(cause.code);
  const outcome: Outcome = neverLeft.has(cause.code) || certificate ? "not-sent" : "unknown";
  const said =
    cause.name === "TimeoutError"
      ? `no answer within ${requestTimeout / 1000} s`
      : `${cause.code === "" ? cause.message : cause.code} at ${new URL(server.url).origin}`;
  const remedy =
    outcome === "not-sent"
      ? `Is the gateway up, and ${server.named} right?`
      : "The connection was lost after the request had left.";
  return new GatewayError({ method, path, outcome, said, remedy }, { cause: error });
}

/** undici wraps, Node aggregates (one error per address tried): the innermost error has the telling code. */
function rootCause(error: unknown): { name: string; code: string; message: string } {
  if (error instanceof AggregateError && error.errors.length > 0) {
    return rootCause(error.errors[0]);
  }
  if (!(error instanceof Error)) {
    return { name: "", code: "", message: String(error) };
  }
  if (error.cause instanceof Error) {
    return rootCause(error.cause);
  }
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return { name: error.name, code, message: error.message };
}
