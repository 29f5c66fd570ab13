import type { Io } from "../io/io.js";
import { defined } from "../text/json.js";
import { redact } from "../text/redact.js";
import { requestIdOf } from "./checked.js";
import { asResult, type Exchange, type Reply, RequestError, type Send } from "./exchange.js";
import type { Settings } from "./settings.js";

const shortestDelay = 20;
const firstDelay = 200;
const longestDelay = 8000;

/**
 * Repeats requests that are safe to repeat, with full jitter, until the time budget is used up.
 *
 * GET, PUT, PATCH and DELETE are repeated if no answer came in full, and after a 5xx other than 501. A POST is
 * repeated only if it was never sent, because a second POST could create a second object. Its caller finds
 * out what became of the first.
 */
export function retried(send: Send, settings: Settings, io: Io): Send {
  return async (exchange) => {
    let deadline = io.now() + settings.retryBudget;
    const counted: Exchange = {
      ...exchange,
      waited: (milliseconds) => {
        deadline += milliseconds; // the time to wait for its turn does not count
      },
    };
    for (let tries = 0; ; tries++) {
      const result = await send(counted).catch(asResult);
      const delay = Math.max(shortestDelay, io.random() * Math.min(longestDelay, firstDelay * 2 ** tries));
      if (!mayRepeat(exchange, result) || io.now() + delay > deadline) {
        return result instanceof RequestError ? Promise.reject(result) : result;
      }
      await io.sleep(delay);
    }
  };
}

function mayRepeat(
  { method, once = false, repeatable = method !== "POST" }: Exchange,
  result: Reply | RequestError,
): boolean {
  if (once) {
    return false;
  }
  if (!(result instanceof RequestError)) {
    return repeatable && result.status >= 500 && result.status !== 501;
  }
  if (result.failure.signIn === true) {
    return false; // the request for a token was repeated already
  }
  // An answer that came and cannot be read would come again.
  const isAnswered = result.status !== undefined;
  return result.outcome === "not-sent" || (result.outcome === "unknown" && repeatable && !isAnswered);
}

/**
 * After a cancellation, a request has this many milliseconds to start. Requests that need not wait are thus
 * still sent, so that a new object is recorded as it is.
 */
const graceTime = 1000;

interface Waiting {
  underWay: boolean;
  giveUp(): void;
}

/**
 * When the run is cancelled, ends the requests that wait for the rate limit. A request that was already sent
 * goes on, because its outcome counts.
 */
export class Patience {
  private readonly waiting = new Map<Exchange, Waiting>();

  constructor(private readonly io: Io) {
    io.cancelled.addEventListener("abort", () => {
      for (const exchange of this.waiting.keys()) {
        void this.endSoon(exchange);
      }
    });
  }

  outside(send: Send): Send {
    return (exchange) => {
      const own = { ...exchange };
      return new Promise((resolve, reject) => {
        this.waiting.set(own, { underWay: false, giveUp: () => reject(cancelled(own)) });
        if (this.io.cancelled.aborted) {
          void this.endSoon(own);
        }
        void send(own)
          .then(resolve, reject)
          .finally(() => this.waiting.delete(own));
      });
    };
  }

  inside(send: Send): Send {
    return async (exchange) => {
      const waiting = this.waiting.get(exchange);
      if (waiting === undefined) {
        throw cancelled(exchange);
      }
      waiting.underWay = true;
      const reply = await send(exchange);
      waiting.underWay = false;
      if (reply.status === 429 && this.io.cancelled.aborted) {
        throw cancelled(exchange);
      }
      return reply;
    };
  }

  private async endSoon(exchange: Exchange): Promise<void> {
    await this.io.sleep(graceTime);
    const waiting = this.waiting.get(exchange);
    if (waiting !== undefined && !waiting.underWay) {
      this.waiting.delete(exchange);
      waiting.giveUp();
    }
  }
}

function cancelled({ method, path }: Exchange): RequestError {
  return new RequestError({
    method,
    path,
    outcome: "rejected",
    said: "the run was cancelled while this waited to be sent",
    remedy: "Nothing was changed: the next run does it.",
  });
}

/** Pins the dated version, and checks the echo if its header is set too (the API's section "Versioning", 2 and 4). */
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
        said: `the gateway served version ${echo}, not the pinned ${apiVersion}`,
        remedy: `Set ${settings.named("apiVersion")} to a version that the gateway serves.`,
      });
    }
    return reply;
  };
}

/**
 * Sends a request only while the engine is alive.
 *
 * When a run is killed, the provider's process may live on. After a wait it would still send its request,
 * although a recovery may have put things right already.
 */
export function engineAlive(send: Send, io: Io): Send {
  return async (exchange) => {
    await io.engineAlive();
    return send(exchange);
  };
}

const longestLine = 500;

/**
 * Tells of each request that leaves, and of what came back, for who looks for what goes wrong: method, path, status, time and
 * request id. No query, header or body is told, and secrets that the gateway repeats are covered.
 */
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
      tell("no answer");
      throw error;
    }
  };
}
