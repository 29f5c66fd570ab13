import { pipeline, type Readable, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";
import { codeOf } from "../io/error-codes.js";
import type { Io } from "../io/io.js";
import { deepestJson, defined, extentOf, jsonIn } from "../text/json.js";
import { redact } from "../text/redact.js";
import { isPrintableAscii } from "../text/words.js";
import { requestIdOf } from "./checked.js";
import { type Exchange, type Outcome, RequestError, type Send, type Server } from "./exchange.js";
import type { Settings } from "./settings.js";

/** The only place where bytes leave the process. Redirects are returned, never followed. */
export function transport(
  settings: Settings,
  server: Server = { url: settings.baseUrl, named: settings.named("baseUrl") },
): Send {
  let http: ReturnType<typeof connect> | undefined;
  return async (exchange) => {
    const content = exchange.form ?? (exchange.body === undefined ? null : JSON.stringify(exchange.body));
    const search = new URLSearchParams(exchange.query).toString();
    const address = server.url + exchange.path + (search === "" ? "" : `?${search}`);
    const type = exchange.form === undefined ? "application/json" : "application/x-www-form-urlencoded";
    http ??= connect(settings, server);
    const { dispatcher, request } = await http;
    const { method, path } = exchange;
    let status: number | undefined;
    try {
      const response = await request(address, {
        dispatcher,
        method,
        headers: {
          accept: "application/json",
          ...defined({ "content-type": content === null ? undefined : type }),
          ...exchange.headers,
        },
        body: content,
        signal: AbortSignal.timeout(settings.requestTimeout),
      });
      status = response.statusCode;
      const headers = Object.entries(response.headers).map(([name, value]) => [
        name.toLowerCase(),
        String(value),
      ]);
      return { status, headers: Object.fromEntries(headers), body: await readBody(response) };
    } catch (error) {
      if (!(error instanceof Unreadable)) {
        throw networkError(exchange, settings, server, error);
      }
      // A repeated read would return the same response. A write may or may not have been carried out.
      const isRead = method === "GET";
      throw new RequestError({
        method,
        path,
        ...defined({ status }),
        outcome: isRead ? "rejected" : "unknown",
        said: `a response ${error.message}`,
        remedy: `${isRead ? "" : "The gateway may have carried out the request. "}Check ${server.named}.`,
      });
    }
  };
}

/** Loads undici on the first request: a preview sends none and should not pay for an HTTP client. */
async function connect({ proxies, maxConcurrency, requestTimeout }: Settings, server: Server) {
  const { EnvHttpProxyAgent, request } = await import("undici");
  const proxy = proxies.for(server.url)?.url ?? "";
  const dispatcher = new EnvHttpProxyAgent({
    httpProxy: proxy,
    httpsProxy: proxy,
    noProxy: proxies.except,
    connections: maxConcurrency,
    // Shorter than the request's timeout, so that the error reports the failed connection.
    connectTimeout: requestTimeout / 2,
  });
  return { dispatcher, request };
}

const kilobyte = 1024;
/** The longest response that is read, in bytes after decompression. */
const longestAnswer = 64 * kilobyte ** 2;
const longestError = 64 * kilobyte;

/** A limit, because the smallest values take twenty times as much memory as their text. */
const mostValues = 4_000_000;

/** A complete response that cannot be read. The message follows the words "a response". */
class Unreadable extends Error {
  override readonly name = "Unreadable";
}

interface Answer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Readable;
}

/** We do not request compression, but a proxy may compress anyway (RFC 9110, 12.5.3). */
export async function readBody(answer: Answer): Promise<unknown> {
  const isError = answer.statusCode >= 400;
  const text = await read(answer, isError ? longestError : longestAnswer).catch((error: unknown) => {
    if (isError && error instanceof Unreadable) {
      return ""; // an error response's status is enough
    }
    throw error;
  });
  return parse(text);
}

async function read({ statusCode, headers, body }: Answer, longest: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of inflated(body, String(headers["content-encoding"] ?? ""))) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > longest) {
      break; // leaving the loop closes the connection
    }
  }
  if (length > longest && statusCode < 400) {
    throw new Unreadable(`of more than ${longest / kilobyte ** 2} MB, which is too large to read`);
  }
  return new TextDecoder().decode(Buffer.concat(chunks, Math.min(length, longest)));
}

/** Inflates chunk by chunk, on demand: a small body may inflate to gigabytes. */
async function* inflated(body: Readable, encoding: string): AsyncGenerator<Buffer> {
  const name = encoding.trim().toLowerCase();
  if (name === "" || name === "identity") {
    yield* body;
    return;
  }
  const pieces: AsyncIterator<Buffer> = body[Symbol.asyncIterator]();
  const first = await pieces.next();
  if (first.done === true) {
    return; // for example, the response to a DELETE
  }
  const all = () => chained(first.value, pieces);
  const inflater = inflaterOf(name, first.value);
  if (inflater === undefined) {
    // The header may contain a value that is not an encoding (`utf-8`), or a proxy may send `gzip` with an
    // uncompressed body. In both cases, the body is plain JSON.
    if (!/^\s*[[{]/.test(first.value.toString("latin1", 0, 100))) {
      await pieces.return?.();
      throw new Unreadable(`in the encoding ${name}, which is not supported`);
    }
    yield* all();
    return;
  }
  // The inflater's reader receives the errors of both the inflater and the body.
  pipeline(all, inflater, () => undefined);
  try {
    yield* inflater;
  } catch (error) {
    const isBroken = /^(Z_|ERR_(_|BROTLI))/.test(codeOf(error));
    throw isBroken ? new Unreadable(`with a broken ${name} encoding`) : error;
  }
}

async function* chained(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield first;
    yield* { [Symbol.asyncIterator]: () => rest };
  } finally {
    await rest.return?.(); // a reader that stops early closes the connection
  }
}

/** The decompressor for a body. Undefined if the body is not compressed or the encoding is unknown. */
function inflaterOf(encoding: string, beginning: Buffer): Transform | undefined {
  const [first = 0] = beginning;
  const isGzip = encoding === "gzip" || encoding === "x-gzip";
  if (isGzip) {
    return /[\s[{]/.test(String.fromCharCode(first)) ? undefined : createGunzip();
  }
  if (encoding === "deflate") {
    // Some servers omit the zlib frame (RFC 9110, 8.4.1.2), whose first byte ends in hex 8 (RFC 1950, 2.2).
    return (first & 0x0f) === 8 ? createInflate() : createInflateRaw();
  }
  return encoding === "br" ? createBrotliDecompress() : undefined;
}

/** A number that is too large, such as 1e400, becomes infinity, which lifecycle/rows.ts rejects. */
export function parse(text: string): unknown {
  if (text === "") {
    return undefined;
  }
  const { depth, values } = extentOf(text, mostValues);
  if (values > mostValues) {
    throw new Unreadable(`with more than ${mostValues / 1e6} million values, which is too many to read`);
  }
  const json = depth > deepestJson ? undefined : jsonIn(text);
  return json === undefined ? text : json; // any body is allowed here: callers check for an object
}

/** Explains network error codes. The first match wins. */
const faults: readonly {
  readonly codes: RegExp;
  /** "not-sent": a retry may succeed. "rejected": a retry would fail too. In both cases, nothing was sent. */
  readonly outcome: "not-sent" | "rejected";
  said(at: URL): string;
  remedy(setting: string): string;
}[] = [
  {
    codes: /^(ENOTFOUND|EAI_AGAIN)$/,
    outcome: "not-sent",
    said: ({ hostname }) => `the host name ${hostname} cannot be resolved`,
    remedy: (setting) => `Check the host in ${setting}, and this machine's DNS or VPN.`,
  },
  {
    codes: /^ECONNREFUSED$/,
    outcome: "not-sent",
    said: ({ host }) => `${host} refused the connection`,
    remedy: (setting) => `Check that the gateway is running and that ${setting} is correct.`,
  },
  {
    codes: /^(EHOSTUNREACH|ENETUNREACH)$/,
    outcome: "not-sent",
    said: ({ host }) => `no route to ${host} was found`,
    remedy: () => "Check this machine's network and VPN.",
  },
  {
    codes: /^UND_ERR_CONNECT_TIMEOUT$/,
    outcome: "not-sent",
    said: ({ host }) => `${host} did not accept a connection in time`,
    remedy: (setting) => `Check ${setting}, the VPN and any firewall between this machine and the gateway.`,
  },
  {
    codes: /^CERT_HAS_EXPIRED$/,
    outcome: "rejected",
    said: ({ host }) => `the certificate of ${host} has expired`,
    remedy: () => "Renew the certificate. If it is still valid, the clock of this machine is wrong.",
  },
  {
    codes: /^CERT_NOT_YET_VALID$/,
    outcome: "rejected",
    said: ({ host }) => `the certificate of ${host} is not valid yet`,
    remedy: () => "Check the clock of this machine.",
  },
  {
    codes: /^(ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/,
    outcome: "rejected",
    said: ({ host }) => `the certificate of ${host} is for a different host name`,
    remedy: (setting) => `Set ${setting} to the host name in the certificate.`,
  },
  {
    codes: /^(?!ERR_SSL).*(CERT|SELF_SIGNED|UNABLE_TO_VERIFY|INVALID_CA|INVALID_PURPOSE)/,
    outcome: "rejected",
    said: ({ host }) => `the certificate of ${host} was not issued by a trusted authority`,
    remedy: (setting) =>
      `Check ${setting}. To trust an additional authority, set NODE_EXTRA_CA_CERTS to its certificate file, including when you run \`pulumi\`.`,
  },
  {
    codes:
      /^ERR_SSL_.*(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|PROTOCOL|HANDSHAKE_FAILURE|UNRECOGNIZED_NAME)/,
    outcome: "rejected",
    said: ({ host }) => `${host} does not speak TLS correctly`,
    remedy: (setting) => `Check ${setting}, including https and the port.`,
  },
];

/** Error codes of responses that are not valid HTTP/1.1. */
const malformedCodes = /^(HPE_|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)/;

/** An error in our own code is returned unchanged, because the network did not cause it. */
export function networkError(
  { method, path, headers = {} }: Exchange,
  settings: Settings,
  { url, named }: Server,
  error: unknown,
): unknown {
  const cause = rootCause(error); // never passed on as a whole: it may contain the request with its token
  if (cause instanceof TypeError || cause instanceof RangeError || cause instanceof ReferenceError) {
    return error;
  }
  const { host, origin } = new URL(url);
  const { name, message } = cause;
  const code = "code" in cause && typeof cause.code === "string" ? cause.code : "";
  const failed = (outcome: Outcome, said: string, remedy: string) =>
    new RequestError({ method, path, outcome, said, remedy }, { cause: new Error(`${name} ${code}`.trim()) });
  const proxy = settings.proxies.for(url)?.variable;
  const refusal = proxy === undefined ? undefined : refusalOfProxy(error);
  if (refusal !== undefined) {
    const [outcome, said, remedy] = refused(refusal, `the proxy in ${proxy}`, host);
    return failed(outcome, said, remedy);
  }
  if (code === "UND_ERR_INVALID_ARG") {
    return failed(
      "rejected",
      forbiddenCharacter(headers),
      "Nothing was sent. Check whether the setting with this value contains a placeholder or an incomplete paste.",
    );
  }
  const fault = faults.find(({ codes }) => codes.test(code));
  if (fault !== undefined) {
    const { outcome, said, remedy } = fault;
    const nothing = outcome === "rejected" ? "Nothing was sent. " : "";
    const way =
      proxy === undefined || outcome === "rejected"
        ? ""
        : ` ${proxy} is set. Check the proxy, or add ${host} to NO_PROXY.`;
    return failed(outcome, `${said(new URL(url))} (${code})`, `${nothing}${remedy(named)}${way}`);
  }
  if (malformedCodes.test(code) || name === "HTTPParserError") {
    const said = `${origin} did not send a valid HTTP response (${code === "" ? message : code})`;
    return failed("unknown", said, `Check ${named} and any proxy in between.`);
  }
  if (name === "TimeoutError") {
    const remedy =
      method === "GET"
        ? `${settings.named("requestTimeout")} sets the maximum response time in seconds.`
        : "The gateway may still carry out the request.";
    return failed("unknown", `no response within ${settings.requestTimeout / 1000} s`, remedy);
  }
  const said = `${code === "" ? message : code} at ${origin}`;
  return failed("unknown", said, "The connection was lost after the request was sent.");
}

/** The status of a proxy's rejection, or 0 for a disconnect. Undefined if the proxy is not the cause. */
function refusalOfProxy(error: unknown): number | undefined {
  if (!(error instanceof Error)) {
    return undefined;
  }
  if (error.name === "ProxyConnectionError") {
    return 0;
  }
  const [, status] = /^Proxy .*\((\d{3})\)/.exec(error.message) ?? [];
  return status === undefined ? refusalOfProxy(error.cause) : Number(status);
}

/** A proxy that fails may recover. A proxy that rejects a request will reject it again. */
function refused(status: number, proxy: string, host: string): [Outcome, said: string, remedy: string] {
  const remedy =
    status === 407
      ? "Add a user name and password to the proxy's address. The proxy must accept them."
      : `Check that the proxy can reach ${host}. If the proxy is not needed, add the host to NO_PROXY.`;
  return status === 0
    ? ["not-sent", `${proxy} closed the connection`, remedy]
    : [status < 500 ? "rejected" : "not-sent", `${proxy} returned ${status}`, remedy];
}

/** Names the header but never its value, which may be a credential. */
function forbiddenCharacter(headers: Readonly<Record<string, string>>): string {
  const header = Object.keys(headers).find((name) => !isPrintableAscii(headers[name] ?? ""));
  return `the request${header === undefined ? "" : `'s header ${header}`} contains a forbidden character`;
}

/** undici wraps errors, and Node combines the errors of all addresses that it tried. */
function rootCause(error: unknown): Error {
  if (error instanceof AggregateError && error.errors.length > 0) {
    return rootCause(error.errors[0]);
  }
  if (!(error instanceof Error)) {
    return new Error(String(error));
  }
  return error.cause instanceof Error ? rootCause(error.cause) : error;
}

/** Checks the echoed version if its header is configured (API document, section "Versioning", 2 and 4). */
export function versioned(send: Send, settings: Settings): Send {
  const { apiVersion, versionEchoHeader } = settings;
  if (apiVersion === undefined) {
    return send;
  }
  return async (exchange) => {
    const reply = await send({
      ...exchange,
      headers: { ...exchange.headers, "service-api-version": apiVersion },
    });
    const echo = versionEchoHeader === undefined ? undefined : reply.headers[versionEchoHeader.toLowerCase()];
    if (echo !== undefined && echo !== apiVersion) {
      throw new RequestError({
        method: exchange.method,
        path: exchange.path,
        status: reply.status,
        ...defined({ answer: reply.status < 300 ? () => reply : undefined }),
        outcome: reply.status < 300 && exchange.method !== "GET" ? "unknown" : "rejected",
        said: `the gateway served version ${echo}, not the pinned version ${apiVersion}`,
        remedy: `Set ${settings.named("apiVersion")} to a version that the gateway serves.`,
      });
    }
    return reply;
  };
}

/** After a wait, this process may have outlived a killed run, which a recovery may already have repaired. */
export function engineAlive(send: Send, io: Io): Send {
  return async (exchange) => {
    await io.engineAlive();
    return send(exchange);
  };
}

const longestLine = 500;

/** The trace never shows a query, header or body, and masks secrets that the gateway repeats. */
export function traced(send: Send, { now, trace }: Pick<Io, "now" | "trace">): Send {
  if (trace === undefined) {
    return send;
  }
  return async (exchange) => {
    const began = now();
    const { secrets = [], headers = {} } = exchange;
    const token = (headers.authorization ?? "").split(" ").slice(1);
    const tell = (came: string, requestId?: string) => {
      const id = requestId === undefined ? "" : ` (request id ${requestId})`;
      const path = exchange.path.split("?", 1)[0];
      const line = `${exchange.method} ${path} ${came} in ${now() - began} ms${id}`;
      trace(redact(line.slice(0, longestLine), [...secrets, ...token], longestLine));
    };
    try {
      const reply = await send(exchange);
      tell(String(reply.status), requestIdOf(reply));
      return reply;
    } catch (error) {
      tell("no response");
      throw error;
    }
  };
}
