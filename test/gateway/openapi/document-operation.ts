import { type RouteConfig, z } from "@hono/zod-openapi";
import type { Operation } from "../http/operation.ts";
import { defaultVariants } from "../variants.ts";
import { documentedResponses } from "./responses.ts";

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
