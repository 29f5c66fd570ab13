import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import type { FaultEffect } from "../faults/faults.ts";
import type { Service } from "../service.ts";
import { type Env, type Exchange, logExchange, openExchange, servedVersion } from "./exchange.ts";
import { rateHeaders } from "./limiter.ts";
import { ApiError, errorReply, jsonReply, type Reply } from "./reply.ts";

/** Serves requests with `respond`, and adds latency, faults, the common headers and the log. */
export function serve(service: Service, respond: (exchange: Exchange) => Reply) {
  const closing = { signal: service.closing.signal };
  let inFlight = 0;
  return async (c: Context<Env>): Promise<Response> => {
    const exchange = await openExchange(service, c);
    inFlight++;
    try {
      const { latencyMs } = service.settings;
      if (latencyMs > 0 && !exchange.fromConsole) await sleep(latencyMs, undefined, closing);
      const answer = inFlight > service.settings.maxConcurrent ? tooMany : respond;
      const { method, path, fromConsole } = exchange;
      const fault = fromConsole ? undefined : service.faults.match(method, path);
      const delivery = await strike(fault, exchange, () => answer(exchange));
      const { reply } = delivery;
      if (reply !== undefined) addHeaders(reply, commonHeaders(exchange));
      logExchange(exchange, reply?.status ?? 0, fault?.kind);
      return await deliver(delivery, c.env.outgoing, closing.signal);
    } finally {
      inFlight--;
    }
  };
}

function tooMany({ shown }: Exchange): Reply {
  const error = new ApiError(429, "Too many concurrent requests", { headers: { "Retry-After": "1" } });
  return errorReply(error, shown.errors);
}

/** Adds headers that the reply does not have in any spelling. A fault's own headers take precedence. */
function addHeaders(reply: Reply, headers: Record<string, string>): void {
  const own = new Set(Object.keys(reply.headers).map((name) => name.toLowerCase()));
  for (const [name, value] of Object.entries(headers)) {
    if (!own.has(name.toLowerCase())) reply.headers[name] = value;
  }
}

function commonHeaders(exchange: Exchange): Record<string, string> {
  const { service, shown, standing } = exchange;
  const { rateLimit } = service.settings;
  const current = standing ?? {
    limit: rateLimit.limit,
    remaining: rateLimit.limit,
    resetsAt: Date.now() + rateLimit.windowSeconds * 1000,
    exceeded: false,
  };
  return {
    ...rateHeaders(current, shown),
    [shown.echoHeader]: servedVersion(exchange),
    Date: new Date(service.clock.now()).toUTCString(),
    "X-Request-Id": randomUUID(),
  };
}

/** How a response is sent: whole, in part, late, or not at all. */
interface Delivery {
  /** Undefined if no response is sent. */
  reply?: Reply;
  how: "whole" | "cut" | "slow" | "reset" | "hang";
  ms?: number;
}

async function deliver(
  { reply, how, ms }: Delivery,
  outgoing: ServerResponse | undefined,
  closing: AbortSignal,
): Promise<Response> {
  if (how === "whole" || outgoing === undefined) {
    if (reply === undefined) return new Response(null, { status: 500 });
    const { status, headers, body } = reply;
    return new Response(status === 204 ? null : body, { status, headers });
  }
  const rest = reply && (await sendHalf(outgoing, reply));
  if (how === "slow") {
    await sleep(ms, undefined, { signal: closing });
    outgoing.end(rest);
  } else if (how !== "hang") {
    outgoing.destroy();
  }
  return RESPONSE_ALREADY_SENT;
}

/** Sends the head and half of the body. Returns the other half. */
function sendHalf(outgoing: ServerResponse, { status, headers, body }: Reply): Promise<Buffer> {
  const bytes = Buffer.from(body);
  const middle = Math.floor(bytes.length / 2);
  outgoing.writeHead(status, { ...headers, "Content-Length": bytes.length });
  return new Promise((resolve) => {
    outgoing.write(bytes.subarray(0, middle), () => resolve(bytes.subarray(middle)));
  });
}

/** Handles a request as the fault specifies. `respond` applies the request. */
async function strike(
  fault: FaultEffect | undefined,
  exchange: Exchange,
  respond: () => Reply,
): Promise<Delivery> {
  const { kind } = fault ?? {};
  if (kind?.endsWith("-after")) respond();
  if (kind === "reset-before" || kind === "reset-after") return { how: "reset" };
  if (kind === "hang-before" || kind === "hang-after") return { how: "hang" };
  if (fault?.kind === "status" || fault?.kind === "status-after")
    return { how: "whole", reply: madeUp(fault) };
  if (fault?.kind === "latency") {
    await sleep(fault.ms, undefined, { signal: exchange.service.closing.signal });
  }
  if (kind === "stale") exchange.stale = true;
  const reply = respond();
  if (fault?.kind === "slow-body") return { how: "slow", reply, ms: fault.ms };
  return { how: kind === "cut-body" ? "cut" : "whole", reply };
}

function madeUp({ status, headers, body }: Extract<FaultEffect, { status: number }>): Reply {
  if (typeof body === "string") return { status, headers: headers ?? {}, body };
  return jsonReply(status, body ?? { error: { status, message: "This fault was injected" } }, headers);
}
