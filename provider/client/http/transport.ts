import { defined } from "../../text/defined.js";
import type { Settings } from "../settings/settings.js";
import { readBody, Unreadable } from "./body.js";
import { RequestError } from "./errors.js";
import type { Exchange, Reply, Send, Server } from "./exchange.js";
import { networkError } from "./network-error.js";

/** The only place where bytes leave the process. A redirect is an answer here: nothing follows it. */
export function transport(
  settings: Settings,
  server: Server = { url: settings.baseUrl, named: settings.named("baseUrl") },
): Send {
  let http: ReturnType<typeof connect> | undefined;
  return async (exchange) => {
    const content = exchange.form ?? (exchange.body === undefined ? null : JSON.stringify(exchange.body));
    const address = url(server.url, exchange);
    http ??= connect(settings, server);
    const { dispatcher, request } = await http;
    const ask = async () => {
      const response = await request(address, {
        dispatcher,
        method: exchange.method,
        headers: {
          accept: "application/json",
          ...defined({ "content-type": content === null ? undefined : contentType(exchange) }),
          ...exchange.headers,
        },
        body: content,
        signal: AbortSignal.timeout(settings.requestTimeout),
      });
      const { statusCode: status, headers } = response;
      const body = await readBody(response).catch((error: unknown) => {
        throw error instanceof Unreadable ? unreadable(exchange, status, server, error) : error;
      });
      return { status, headers: flatten(headers), body };
    };
    return ask().catch((error: unknown) => {
      throw error instanceof RequestError ? error : networkError(exchange, settings, server, error);
    });
  };
}

/** Loads undici with the first request: a preview sends no request and should not pay for an HTTP client. */
async function connect({ proxies, maxConcurrency, requestTimeout }: Settings, server: Server) {
  const { EnvHttpProxyAgent, request } = await import("undici");
  const proxy = proxies.for(server.url)?.url ?? "";
  const dispatcher = new EnvHttpProxyAgent({
    httpProxy: proxy,
    httpsProxy: proxy,
    noProxy: proxies.except,
    connections: maxConcurrency,
    // Ends before the timeout of the request, so that the error names the failed connection.
    connectTimeout: requestTimeout / 2,
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

/** A read would get the same answer again. A write with such an answer may have been carried out, or not. */
function unreadable(
  { method, path }: Exchange,
  status: number,
  server: Server,
  { message }: Unreadable,
): RequestError {
  return new RequestError({
    method,
    path,
    status,
    outcome: method === "GET" ? "rejected" : "unknown",
    said: `an answer ${message}`,
    remedy: `${method === "GET" ? "" : "The gateway may have carried it out. "}Is ${server.named} right?`,
  });
}
