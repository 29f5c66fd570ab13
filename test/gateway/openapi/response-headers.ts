import { z } from "@hono/zod-openapi";

const text = (description: string) => z.string().openapi({ description });

/** The headers of every response (api.md, "Limits" and "Versioning"). */
export const responseHeaders = z.object({
  "X-RateLimit-Limit": text("Requests that the account may make in a window"),
  "X-RateLimit-Remaining": text("Requests that are left in this window"),
  "X-RateLimit-Reset": text("When the window ends, in seconds of the epoch"),
  "Service-Api-Version": text("The version that the response was served with"),
  "X-Request-Id": text("Names the request"),
});

/** The headers of a 429, besides (api.md, "Errors"). */
export const limitHeaders = responseHeaders.extend({ "Retry-After": text("Seconds to wait") });
