import { type RouteConfig, z } from "@hono/zod-openapi";
import type { Operation } from "../http/operation.ts";
import { defaultVariants } from "../variants.ts";

const versionHeader = z.object({
  "Service-Api-Version": z
    .enum(defaultVariants().versions)
    .optional()
    .openapi({ description: "The dated version to be served with; the latest when left out" }),
});

/** An operation as the OpenAPI document shows it, under a base path. */
export function documentedOperation(operation: Operation, base: string): RouteConfig {
  const { method, path, summary, tag, body, query } = operation;
  return {
    method,
    path: base + path,
    summary,
    tags: [tag],
    security: security(operation),
    request: {
      headers: versionHeader,
      params: pathParameters(path),
      ...(query instanceof z.ZodObject ? { query } : {}),
      ...(body === undefined ? {} : { body: requestBody(body) }),
    },
    responses: documentedResponses(operation),
  };
}

function requestBody(schema: z.ZodType) {
  const required = !schema.safeParse(undefined).success;
  const shape = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  return { required, content: { "application/json": { schema: shape as z.ZodType } } };
}

function pathParameters(path: string): z.ZodObject {
  const names = [...path.matchAll(/{(\w+)}/g)].map(([, name = ""]) => name);
  return z.object(Object.fromEntries(names.map((name) => [name, z.string()])));
}

function security({ auth, scope }: Operation): Record<string, string[]>[] {
  if (auth === "app") return [{ app: [] }];
  const needed = scope(defaultVariants());
  return [{ oauth2: needed === null ? [] : [needed] }];
}

const text = (description: string) => z.string().openapi({ description });

/** The headers of every response (the API's sections "Limits" and "Versioning"). */
export const responseHeaders = z.object({
  "X-RateLimit-Limit": text("Requests that the account may make in a window"),
  "X-RateLimit-Remaining": text("Requests that are left in this window"),
  "X-RateLimit-Reset": text("When the window ends, in seconds of the epoch"),
  "Service-Api-Version": text("The version that the response was served with"),
  "X-Request-Id": text("Names the request"),
});

/** The headers of a 429, besides (the API's section "Errors"). */
const limitHeaders = responseHeaders.extend({ "Retry-After": text("Seconds to wait") });

const errorBody = z
  .object({
    error: z.object({
      status: z.int(),
      message: z.string(),
      details: z.array(z.object({ field: z.string(), message: z.string() })),
    }),
  })
  .openapi("Error");

const MEANING: Record<number, string> = {
  400: "Invalid body or query, or unsupported version",
  401: "Missing, invalid or expired token",
  403: "The token lacks the scope, or the account lacks permission",
  404: "Item not found",
  409: "Conflict, such as a duplicate name",
  429: "Rate limited",
};

/** Statuses that any operation may answer: a bad version, a bad token, too many requests. */
const COMMON = [400, 401, 429];

/** Every response of an operation, as the plain variants have it. */
function documentedResponses({ returns, errors }: Operation): RouteConfig["responses"] {
  const responses: RouteConfig["responses"] = {};
  if (returns !== null) {
    responses[200] = { description: "Success", headers: responseHeaders, content: json(enveloped(returns)) };
  }
  for (const status of new Set([...COMMON, ...errors])) {
    responses[status] = {
      description: MEANING[status] ?? "Failure",
      headers: status === 429 ? limitHeaders : responseHeaders,
      content: json(errorBody),
    };
  }
  return responses;
}

function enveloped({ kind, schema, more }: NonNullable<Operation["returns"]>): z.ZodType {
  if (kind === "bare" || kind === "deleted") return schema;
  if (kind === "list") return z.object({ data: z.array(schema), total: z.int().optional(), ...more });
  return z.object({ data: schema });
}

function json(schema: z.ZodType) {
  return { "application/json": { schema } };
}
