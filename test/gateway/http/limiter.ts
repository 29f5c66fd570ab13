import type { Variants } from "../variants.ts";

/** The number of requests that an account may send in a fixed window. */
export interface RateLimit {
  limit: number;
  windowSeconds: number;
}

/** An account's usage of its window, including the current request. */
export interface Standing {
  limit: number;
  remaining: number;
  resetsAt: number;
  exceeded: boolean;
}

/** Counts requests per account in fixed windows. */
export function createLimiter() {
  const windows = new Map<string, { endsAt: number; used: number }>();
  return {
    take(account: string, { limit, windowSeconds }: RateLimit): Standing {
      const now = Date.now();
      let window = windows.get(account);
      if (window === undefined || window.endsAt <= now) {
        window = { endsAt: now + windowSeconds * 1000, used: 0 };
        windows.set(account, window);
      }
      window.used++;
      return {
        limit,
        remaining: Math.max(0, limit - window.used),
        // A shortened window takes effect immediately.
        resetsAt: Math.min(window.endsAt, now + windowSeconds * 1000),
        exceeded: window.used > limit,
      };
    },
  };
}

/** The rate limit headers of every response (the API's section "Limits"). */
export function rateHeaders(standing: Standing, variants: Variants): Record<string, string> {
  return {
    "X-RateLimit-Limit": String(standing.limit),
    "X-RateLimit-Remaining": String(standing.remaining),
    "X-RateLimit-Reset": resetValue(standing.resetsAt, variants),
  };
}

/** The `Retry-After` value of a 429 (the API's section "Errors"). */
export function retryAfter(standing: Standing, variants: Variants): string {
  if (variants.retryAfter === "seconds") return String(secondsUntil(standing.resetsAt));
  // HTTP dates have whole seconds. Round up, so that the client does not retry too early.
  const date = Math.ceil((standing.resetsAt + variants.dateSkewMs) / 1000) * 1000;
  return new Date(date).toUTCString();
}

function resetValue(resetsAt: number, { reset, dateSkewMs }: Variants): string {
  switch (reset) {
    case "delta":
      return String(secondsUntil(resetsAt));
    case "epoch-ms":
      return String(resetsAt + dateSkewMs);
    case "epoch-seconds":
      return String(Math.ceil((resetsAt + dateSkewMs) / 1000));
  }
}

function secondsUntil(moment: number): number {
  return Math.max(1, Math.ceil((moment - Date.now()) / 1000));
}
