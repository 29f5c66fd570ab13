import type { Io } from "../../io/io.js";
import type { Reply } from "../http/exchange.js";

/** `Retry-After` in milliseconds from now: seconds, or an HTTP date by the server's own clock (api.md, "Limits" 2). */
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

/** What the `X-RateLimit-*` headers promise: requests left, and milliseconds until there are more. */
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

/** The meaning of the reset value is not shown in api.md: its size tells epoch milliseconds, epoch seconds and a delta apart. */
function untilReset(reset: number, now: number): number {
  if (reset > 1e11) {
    return reset - now;
  }
  return reset > 1e8 ? reset * 1000 - now : reset * 1000;
}

/** The server's clock, since its epochs and dates are by it; ours where it does not say. */
export function serverNow(headers: Reply["headers"], io: Io): number {
  const date = Date.parse(headers.date ?? "");
  return Number.isNaN(date) ? io.now() : date;
}

/** An empty header says nothing, where Number would say 0. */
function number(header: string | undefined): number {
  return header === undefined || header.trim() === "" ? Number.NaN : Number(header);
}
