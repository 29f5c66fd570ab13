import { z } from "@hono/zod-openapi";
import type { Row } from "../json.ts";

/** A free-form JSON object. */
export const anyObject = z.record(z.string(), z.unknown());

/** A validated body as a row: it came out of JSON.parse, so its fields are JSON. */
export function bodyRow(body: object): Row {
  return body as Row;
}
