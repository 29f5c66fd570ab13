import { z } from "@hono/zod-openapi";

/** An integer; api.md shows no bounds, so it ends where JSON numbers stop being exact. */
export const integer = z
  .int()
  .openapi({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER });
