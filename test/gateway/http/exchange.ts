import type { ServerResponse } from "node:http";
import type { Context } from "hono";
import type { Grant } from "../auth/tokens.ts";
import type { Json } from "../json.ts";
import { loggableHeaders, maskSecrets } from "../log.ts";
import type { Service } from "../service.ts";
import { defaultVariants, type Variants } from "../variants.ts";
import type { Standing } from "./limiter.ts";
import { ApiError } from "./reply.ts";

export interface Env {
  Bindings: {
    /** The Node response below hono's response. Faults act on its socket. */
    outgoing?: ServerResponse;
    fromConsole?: boolean;
  };
}

/** A request in flight: its content, and the results of its processing so far. */
export interface Exchange {
  service: Service;
  arrivedAt: number;
  method: string;
  /** The path as sent, without `/api/v1`. */
  path: string;
  params: Record<string, string>;
  query: Record<string, string>;
  headers: Headers;
  /** The parsed body. Undefined if there is none, and an Error if it is not JSON. */
  body: Json | undefined | Error;
  /** Whether the gateway's own program sent it: no token, limit, fault, log or response variant applies. */
  fromConsole: boolean;
  /** The variants that shape the response. */
  shown: Variants;
  /** The fields of a form body, which the OAuth endpoints accept. */
  form: Record<string, string> | undefined;
  /** Whether a fault requires reads to show the state before the latest write. */
  stale: boolean;
  grant: Grant | undefined;
  standing: Standing | undefined;
}

export async function openExchange(service: Service, c: Context<Env>): Promise<Exchange> {
  const fromConsole = c.env.fromConsole === true;
  const path = new URL(c.req.url).pathname;
  const text = await c.req.text();
  const contentType = c.req.header("content-type");
  return {
    service,
    arrivedAt: Date.now(),
    method: c.req.method,
    path: path.startsWith("/api/v1/") ? path.slice("/api/v1".length) : path,
    params: c.req.param(),
    query: c.req.query(),
    headers: c.req.raw.headers,
    body: parseBody(text, contentType),
    form: parseForm(text, contentType),
    fromConsole,
    shown: fromConsole ? defaultVariants() : service.variants,
    stale: false,
    grant: undefined,
    standing: undefined,
  };
}

/** Writes the exchange to the log. Status 0 means that no response was sent. */
export function logExchange(exchange: Exchange, status: number, ifFault: string | undefined): void {
  if (exchange.fromConsole) return;
  const { service, arrivedAt, method, path, query, headers, body, form, grant } = exchange;
  const sent = form ?? body;
  service.log.add({
    seq: service.log.next(),
    at: arrivedAt,
    method,
    // The rest of the path is a secret.
    path: path.replace(/^\/invite\/.*/, "/invite/***"),
    query: maskSecrets(query),
    headers: loggableHeaders(headers),
    body: sent === undefined || sent instanceof Error ? undefined : maskSecrets(sent),
    status,
    durationMs: Date.now() - arrivedAt,
    account: grant?.userId,
    ifFault,
  });
}

function parseBody(text: string, contentType: string | undefined): Exchange["body"] {
  if (text === "") return undefined;
  if (contentType === undefined || !/^application\/([\w.-]+\+)?json\b/i.test(contentType)) {
    return new Error("the body is not declared as application/json");
  }
  try {
    return JSON.parse(text);
  } catch {
    return new Error("the body is not valid JSON");
  }
}

function parseForm(text: string, contentType: string | undefined): Exchange["form"] {
  if (!/^application\/x-www-form-urlencoded\b/i.test(contentType ?? "")) return undefined;
  return Object.fromEntries(new URLSearchParams(text));
}

/** The version for a request: the one that it pins, or the latest (the API's section "Versioning"). */
export function servedVersion({ headers, shown }: Exchange): string {
  const pinned = headers.get("service-api-version");
  return pinned !== null && shown.versions.includes(pinned) ? pinned : (shown.versions.at(-1) ?? "");
}

export function checkVersion({ headers, shown }: Exchange): void {
  const pinned = headers.get("service-api-version");
  if (pinned !== null && !shown.versions.includes(pinned)) {
    const message = `The version ${pinned} is not supported. Supported: ${shown.versions.join(", ")}`;
    throw new ApiError(400, message);
  }
}
