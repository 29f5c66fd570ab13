import type { Io } from "../../io/io.js";
import type { Settings } from "../settings/settings.js";
import { asResult, RequestError } from "./errors.js";
import type { Exchange, Reply, Send } from "./exchange.js";

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
