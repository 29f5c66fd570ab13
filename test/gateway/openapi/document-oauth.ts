import { type RouteConfig, z } from "@hono/zod-openapi";
import { responseHeaders } from "./document-operation.ts";

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
  approve: z.string().optional().openapi({ description: "Approves at once, as this account" }),
});

const tags = ["OAuth"];
const refusedPage = answer("The app or its address is not registered", html);
const unknownApp = answer("Unknown app", json(failure));

/** The OAuth endpoints, for the OpenAPI document. */
export const documentedOAuth: RouteConfig[] = [
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

function json(schema: z.ZodType) {
  return { "application/json": { schema } };
}

function form(schema: z.ZodType) {
  return { required: true, content: { "application/x-www-form-urlencoded": { schema } } };
}

function answer<Content extends object>(description: string, content: Content) {
  return { description, headers: responseHeaders, content };
}
