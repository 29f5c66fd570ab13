import type { Io } from "../../io/io.js";
import type { Reply } from "../http/exchange.js";

/**
 * `Retry-After` in milliseconds from now. The header has seconds, or an HTTP date by the server's own clock
 * (the API's section "Limits", 2).
 */
export function retryAfter({ headers }: Reply, io: Io): number | undefined {
  const value = headers["retry-after"];
  if (value === undefined) {
    return undefined;
  }
  const wait = /^\d+(\.\d+)?$/.test(value)
    ? Number(value) * 1000
    : Date.parse(value) - serverNow(headers, io);
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

/** What the `X-RateLimit-*` headers say: the requests left, and the milliseconds until there are more. */
export function allowanceLeft(
  { headers }: Reply,
  io: Io,
): { remaining: number; resetsIn: number } | undefined {
  const remaining = number(headers["x-ratelimit-remaining"]);
  const reset = number(headers["x-ratelimit-reset"]);
  if (Number.isNaN(remaining) || Number.isNaN(reset)) {
    return undefined;
  }
  return { remaining, resetsIn: Math.max(0, untilReset(reset, serverNow(headers, io))) };
}

/**
 * The API document does not show what the reset value means. Its size tells whether it is epoch milliseconds,
 * epoch seconds or seconds from now.
 */
function untilReset(reset: number, now: number): number {
  if (reset > 1e11) {
    return reset - now;
  }
  return reset > 1e8 ? reset * 1000 - now : reset * 1000;
}

/** The time on the server's clock, to which its dates refer; if the answer has no date, the time on ours. */
export function serverNow(headers: Reply["headers"], io: Io): number {
  const date = Date.parse(headers.date ?? "");
  return Number.isNaN(date) ? io.now() : date;
}

/** An empty header says nothing, but `Number` would read it as 0. */
function number(header: string | undefined): number {
  return header === undefined || header.trim() === "" ? Number.NaN : Number(header);
}
