import type { Settings } from "../settings/settings.js";
import { longestAnswer, parse, readText } from "./body.js";
import { RequestError } from "./errors.js";
import type { Exchange, Reply, Send } from "./exchange.js";
import { networkError } from "./network-error.js";
import type { Server } from "./server.js";

/** The only place where bytes leave the process. A redirect is an answer here: nothing follows it. */
export function transport(
  settings: Settings,
  server: Server = { url: settings.baseUrl, named: settings.named("baseUrl") },
): Send {
  let http: ReturnType<typeof connect> | undefined;
  return async (exchange) => {
    const content = exchange.form ?? (exchange.body === undefined ? null : JSON.stringify(exchange.body));
    const address = url(server.url, exchange);
    http ??= connect(settings);
    const { dispatcher, request } = await http;
    const ask = async () => {
      const response = await request(address, {
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
      return { ...response, text: await readText(response.statusCode, response.body) };
    };
    const {
      statusCode: status,
      headers,
      text,
    } = await ask().catch((error: unknown) => {
      throw networkError(exchange, settings, server, error);
    });
    if (text === undefined) {
      throw tooLong(exchange, status, server);
    }
    return { status, headers: flatten(headers), body: parse(text) };
  };
}

/** Loads undici with the first request: a preview sends no request and should not pay for an HTTP client. */
async function connect(settings: Settings) {
  const { Agent, request } = await import("undici");
  const dispatcher = new Agent({
    connections: settings.maxConcurrency,
    // Ends before the timeout of the request, so that the error names the failed connection.
    connect: { timeout: settings.requestTimeout / 2 },
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

/** What a POST with so long an answer created is unknown. Other requests would get the same answer. */
function tooLong({ method, path }: Exchange, status: number, server: Server): RequestError {
  return new RequestError({
    method,
    path,
    status,
    outcome: method === "POST" ? "unknown" : "rejected",
    said: `an answer of more than ${longestAnswer / 1024 ** 2} MB, which is too long to read`,
    remedy: `Is ${server.named} right?`,
  });
}
