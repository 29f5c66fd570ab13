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

/** Serves requests with `respond`, around which are latency, faults, the common headers and the log. */
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
      if ("reply" in delivery) addHeaders(delivery.reply, commonHeaders(exchange));
      logExchange(exchange, "reply" in delivery ? delivery.reply.status : 0, fault?.kind);
      return await deliver(delivery, c.env.outgoing, closing.signal);
    } finally {
      inFlight--;
    }
  };
}

function tooMany({ shown }: Exchange): Reply {
  const error = new ApiError(429, "Too many requests at once", { headers: { "Retry-After": "1" } });
  return errorReply(error, shown.errors);
}

/** Adds headers that the reply does not have in some spelling: a fault's own go first. */
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

async function deliver(
  delivery: Delivery,
  outgoing: ServerResponse | undefined,
  closing: AbortSignal,
): Promise<Response> {
  if (delivery.kind === "whole" || outgoing === undefined) return whole(delivery);
  if (delivery.kind === "reset") outgoing.destroy();
  if (delivery.kind === "cut" || delivery.kind === "slow") {
    const half = await sendHalf(outgoing, delivery.reply);
    if (delivery.kind === "cut") {
      outgoing.destroy();
    } else {
      await sleep(delivery.ms, undefined, { signal: closing });
      outgoing.end(half);
    }
  }
  return RESPONSE_ALREADY_SENT;
}

function whole(delivery: Delivery): Response {
  if (!("reply" in delivery)) return new Response(null, { status: 500 });
  const { status, headers, body } = delivery.reply;
  return new Response(status === 204 ? null : body, { status, headers });
}

/** Sends the head and half of the body; returns the other half. */
function sendHalf(outgoing: ServerResponse, { status, headers, body }: Reply): Promise<Buffer> {
  const bytes = Buffer.from(body);
  const middle = Math.floor(bytes.length / 2);
  outgoing.writeHead(status, { ...headers, "Content-Length": bytes.length });
  return new Promise((resolve) => {
    outgoing.write(bytes.subarray(0, middle), () => resolve(bytes.subarray(middle)));
  });
}

/** How an answer leaves: whole, in part, late, or not at all. */
type Delivery =
  | { kind: "whole"; reply: Reply }
  | { kind: "cut"; reply: Reply }
  | { kind: "slow"; reply: Reply; ms: number }
  | { kind: "reset" | "hang" };

/** Answers a request as the fault wants it; `respond` makes it take effect. */
async function strike(
  fault: FaultEffect | undefined,
  exchange: Exchange,
  respond: () => Reply,
): Promise<Delivery> {
  if (fault?.kind.endsWith("-after")) respond();
  switch (fault?.kind) {
    case undefined:
      return { kind: "whole", reply: respond() };
    case "latency":
      await sleep(fault.ms, undefined, { signal: exchange.service.closing.signal });
      return { kind: "whole", reply: respond() };
    case "stale":
      exchange.stale = true;
      return { kind: "whole", reply: respond() };
    case "status":
    case "status-after":
      return { kind: "whole", reply: madeUp(fault) };
    case "reset-before":
    case "reset-after":
      return { kind: "reset" };
    case "hang-before":
    case "hang-after":
      return { kind: "hang" };
    case "cut-body":
      return { kind: "cut", reply: respond() };
    case "slow-body":
      return { kind: "slow", reply: respond(), ms: fault.ms };
  }
}

function madeUp({ status, headers, body }: Extract<FaultEffect, { status: number }>): Reply {
  if (typeof body === "string") return { status, headers: headers ?? {}, body };
  return jsonReply(status, body ?? { error: { status, message: "A fault was asked for" } }, headers);
}
