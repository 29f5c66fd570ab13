import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "hono";
import { strike } from "../faults/strike.ts";
import type { Service } from "../service.ts";
import { ApiError } from "./api-error.ts";
import { deliver } from "./deliver.ts";
import { errorReply } from "./error-reply.ts";
import { type Env, type Exchange, logExchange, openExchange } from "./exchange.ts";
import { rateHeaders } from "./limiter.ts";
import type { Reply } from "./reply.ts";
import { servedVersion } from "./version.ts";

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
