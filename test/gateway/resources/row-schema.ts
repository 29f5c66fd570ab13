import { z } from "@hono/zod-openapi";
import type { Row } from "../json.ts";

/** A free-form JSON object. */
export const anyObject = z.record(z.string(), z.unknown());

/** An integer; the API document shows no bounds, so it ends where JSON numbers stop being exact. */
export const integer = z
  .int()
  .openapi({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER });

/** When an object was made, and last written. */
export const stamps = { created_at: z.string(), updated_at: z.string() };

/** What a response shows of every object of a workspace, besides its fields. */
export const inWorkspace = { id: z.string(), workspace_id: z.string(), ...stamps };

/** A validated body as a row: it came out of JSON.parse, so its fields are JSON. */
export function bodyRow(body: object): Row {
  return body as Row;
}
