import { z } from "@hono/zod-openapi";
import type { Call } from "../http/operation.ts";
import type { Row } from "../json.ts";
import type { Variants } from "../variants.ts";

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

/** A kind of object that belongs to a workspace, as data; `collection` makes its endpoints. */
export interface Resource {
  /** Its heading in the API document. */
  name: string;
  table: string;
  path: string;
  /** The resource part of its scopes. */
  scope: string;
  /** The body of a create, without `workspace_id`. */
  fields: z.ZodObject;
  /** What PATCH may change; null when the object cannot be updated. */
  changes: z.ZodObject | null;
  /** Optional fields that a create or a PUT leaves out (the API's section "Defaults": not shown). */
  defaults: Row;
  /** Fields of a create that a later write may not change. */
  fixed?: string[];
  /** Fields that are encrypted at rest and never shown. */
  sealed?: string[];
  /** What a duplicate has in common with the object, besides the workspace. */
  naturalKey: string[];
  /** The fields in which objects of one natural key may differ. */
  distinguishedBy?: string[];
  item: z.ZodObject;
  /** Checks a draft and adds what the service itself decides, before it is stored. */
  compose?(draft: Row, call: Call): Row;
  /** A row as a response shows it. */
  represent?(row: Row, variants: Variants): Row;
  /** What else changes once a row is stored. */
  stored?(row: Row, call: Call): void;
  /** Throws if a row cannot be deleted. */
  refuseRemoval?(row: Row, call: Call): void;
  /** What else goes when a row is deleted. */
  removed?(row: Row, call: Call): void;
}
