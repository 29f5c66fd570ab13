import { type OpenAPIHono, type RouteConfig, z } from "@hono/zod-openapi";
import type { Env } from "../http/exchange.ts";
import type { Operation } from "../http/operation.ts";
import { scopes } from "../resources/scopes.ts";
import type { Service } from "../service.ts";
import { defaultVariants } from "../variants.ts";

const versionHeader = z.object({
  "Service-Api-Version": z
    .enum(defaultVariants().versions)
    .optional()
    .openapi({ description: "The dated API version to use; the latest if omitted" }),
});

/** An operation as the OpenAPI document shows it, under a base path. */
function documentedOperation(operation: Operation, base: string): RouteConfig {
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
const responseHeaders = z.object({
  "X-RateLimit-Limit": text("Requests that the account may make in a window"),
  "X-RateLimit-Remaining": text("Requests left in this window"),
  "X-RateLimit-Reset": text("When the window ends, in seconds since the epoch"),
  "Service-Api-Version": text("The version of the response"),
  "X-Request-Id": text("Id of the request"),
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

const failure = z.object({ error: z.string(), error_description: z.string() }).openapi("OAuthError");
const html = { "text/html": { schema: z.string() } };

const credentials = z.object({ client_id: z.string().optional(), client_secret: z.string().optional() });

const tokenForm = credentials.extend({
  grant_type: z.enum(["client_credentials", "authorization_code", "refresh_token"]),
  scope: z.string().optional(),
  code: z.string().optional(),
  code_verifier: z.string().optional(),
  redirect_uri: z.string().optional(),
  refresh_token: z.string().optional(),
});

const tokens = z.object({
  access_token: z.string(),
  token_type: z.literal("Bearer"),
  expires_in: z.int(),
  scope: z.string(),
  refresh_token: z.string().optional(),
});

const authorization = z.object({
  response_type: z.literal("code"),
  client_id: z.string(),
  redirect_uri: z.string(),
  code_challenge: z.string(),
  code_challenge_method: z.literal("S256"),
  scope: z.string().optional(),
  state: z.string().optional(),
  approve: z.string().optional().openapi({ description: "Approves immediately, as this account" }),
});

const tags = ["OAuth"];
const refusedPage = answer("The app or its address is not registered", html);
const unknownApp = answer("Unknown app", json(failure));

const documentedOAuth: RouteConfig[] = [
  {
    method: "get",
    path: "/.well-known/oauth-authorization-server",
    summary: "Where the OAuth endpoints are (RFC 8414)",
    tags,
    responses: { 200: answer("Metadata", json(z.record(z.string(), z.unknown()))) },
  },
  {
    method: "get",
    path: "/oauth/authorize",
    summary: "Ask a person to approve an app",
    tags,
    request: { query: authorization },
    responses: {
      200: answer("The consent page", html),
      302: answer("Back to the app", {}),
      400: refusedPage,
    },
  },
  {
    method: "post",
    path: "/oauth/authorize",
    summary: "The person's answer to the consent page",
    tags,
    request: { query: authorization.partial(), body: form(authorization) },
    responses: { 302: answer("Back to the app", {}), 400: refusedPage },
  },
  {
    method: "post",
    path: "/oauth/token",
    summary: "Get an access token",
    tags,
    request: { body: form(tokenForm) },
    responses: {
      200: answer("Tokens", json(tokens)),
      400: answer("Refused", json(failure)),
      401: unknownApp,
    },
  },
  {
    method: "post",
    path: "/oauth/revoke",
    summary: "Revoke a token (RFC 7009)",
    tags,
    request: { body: form(credentials.extend({ token: z.string() })) },
    responses: { 200: answer("Revoked, or unknown", {}), 401: unknownApp },
  },
];

function form(schema: z.ZodType) {
  return { required: true, content: { "application/x-www-form-urlencoded": { schema } } };
}

function answer<Content extends object>(description: string, content: Content) {
  return { description, headers: responseHeaders, content };
}

/** Serves `/openapi.json`, made of the same operations and schemas that serve requests. */
export function mountDocument(
  app: OpenAPIHono<Env>,
  service: Service,
  documented: [Operation, string][],
): void {
  const registry = app.openAPIRegistry;
  for (const [operation, base] of documented) registry.registerPath(documentedOperation(operation, base));
  for (const route of documentedOAuth) registry.registerPath(route);
  const names = Object.fromEntries(scopes.map((scope) => [scope, scope]));
  registry.registerComponent("securitySchemes", "app", { type: "http", scheme: "basic" });
  registry.registerComponent("securitySchemes", "oauth2", {
    type: "oauth2",
    flows: {
      clientCredentials: { tokenUrl: "/oauth/token", scopes: names },
      authorizationCode: {
        authorizationUrl: "/oauth/authorize",
        tokenUrl: "/oauth/token",
        refreshUrl: "/oauth/token",
        scopes: names,
      },
    },
  });
  app.doc31("/openapi.json", () => ({
    openapi: "3.1.0",
    info: {
      title: "Workspace Gateway Management API",
      version: service.variants.versions.at(-1) ?? "",
      description: "As the reference gateway serves it with the default variants.",
    },
    servers: [{ url: service.origin }],
  }));
}
