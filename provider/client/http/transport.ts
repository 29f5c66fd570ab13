import type { Settings } from "../settings/settings.js";
import { longestAnswer, parse, readText } from "./body.js";
import { GatewayError } from "./errors.js";
import type { Exchange, Reply, Send } from "./exchange.js";
import { networkError } from "./network-error.js";
import type { Server } from "./server.js";

/** The one place where bytes leave the process. Redirects are answers here: nothing follows them. */
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
    const answered = async () => {
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
    } = await answered().catch((error: unknown) => {
      throw networkError(exchange, settings, server, error);
    });
    if (text === undefined) {
      throw tooLong(exchange, status, server);
    }
    return { status, headers: flatten(headers), body: parse(text) };
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

/** What a POST made that is answered at such length is not known; any other request would get the same again. */
function tooLong({ method, path }: Exchange, status: number, server: Server): GatewayError {
  return new GatewayError({
    method,
    path,
    status,
    outcome: method === "POST" ? "unknown" : "rejected",
    said: `more than ${longestAnswer / 1024 ** 2} MB, which nobody reads`,
    remedy: `Is ${server.named} right?`,
  });
}
