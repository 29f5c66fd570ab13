import { createHash } from "node:crypto";
import { html } from "hono/html";
import { basicCredentials } from "../auth/authenticate.ts";
import type { Grant } from "../auth/tokens.ts";
import type { Exchange } from "../http/exchange.ts";
import { emptyReply, jsonReply, type Reply } from "../http/reply.ts";
import type { Json, Row } from "../json.ts";
import { scopes } from "../resources/scopes.ts";
import type { Service } from "../service.ts";

type Code =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "invalid_scope"
  | "unauthorized_client"
  | "unsupported_grant_type"
  | "unsupported_response_type";

/** An error of an OAuth endpoint (RFC 6749, 4.1.2.1 and 5.2). */
class OAuthError extends Error {
  readonly code: Code;

  constructor(code: Code, description: string) {
    super(description);
    this.code = code;
  }
}

function oauthErrorReply({ code, message }: OAuthError): Reply {
  const body = { error: code, error_description: message };
  if (code !== "invalid_client") return jsonReply(400, body);
  return jsonReply(401, body, { "WWW-Authenticate": 'Basic realm="oauth"' });
}

function requireClient({ service, headers, form = {} }: Exchange): Row {
  const { id, secret } = basicCredentials(headers.get("authorization")) ?? {
    id: form.client_id ?? "",
    secret: form.client_secret ?? "",
  };
  const app = service.apps.verify(id, secret);
  if (app === undefined) throw new OAuthError("invalid_client", "The app is unknown or its secret is wrong");
  return app;
}

/** The requested scopes, all of which the app must have. If none are requested, all of the app's scopes. */
function grantedScopes(asked: string | undefined, app: Row): string[] {
  const owned = Array.isArray(app.scopes) ? app.scopes.map(String) : [];
  return narrowedScopes(asked, owned);
}

/** The requested scopes, all of which must be available (RFC 6749, 3.3 and 6). */
function narrowedScopes(asked: string | undefined, owned: string[]): string[] {
  const wanted = (asked ?? "").split(" ").filter((name) => name !== "");
  const foreign = wanted.filter((name) => !owned.includes(name));
  if (foreign.length > 0)
    throw new OAuthError("invalid_scope", `These scopes are not available: ${foreign.join(" ")}`);
  return wanted.length > 0 ? wanted : owned;
}

/** The token endpoint (RFC 6749, 3.2): service flow, user flow and refresh. */
function token(exchange: Exchange): Reply {
  const app = requireClient(exchange);
  const form = exchange.form ?? {};
  switch (form.grant_type) {
    case "client_credentials":
      return serviceTokens(exchange, app, form);
    case "authorization_code":
      return codeTokens(exchange, app, form);
    case "refresh_token":
      return refreshedTokens(exchange, app, form);
    default:
      throw new OAuthError("unsupported_grant_type", "grant_type is missing or not supported");
  }
}

/** Revokes a token of the calling app. An unknown token is not an error (RFC 7009, 2.2). */
function revoke(exchange: Exchange): Reply {
  const app = requireClient(exchange);
  const { tokens } = exchange.service;
  const value = exchange.form?.token ?? "";
  const refresh = tokens.find("refresh", value)?.grant;
  const access = tokens.find("access", value)?.grant;
  if (refresh !== undefined && refresh.appId === app.id) tokens.revokeFamily(refresh.family);
  if (access !== undefined && access.appId === app.id) tokens.revoke(value);
  return emptyReply(200);
}

type Form = Record<string, string>;

/** The app acts as its owner (the API's section "Authentication", 1). This flow has no refresh token. */
function serviceTokens(exchange: Exchange, app: Row, form: Form): Reply {
  const scopes = grantedScopes(form.scope, app);
  const userId = String(app.owner_id);
  const grant = { userId, scopes, appId: String(app.id), details: {} };
  return tokenReply(accessToken(exchange, grant), scopes, exchange);
}

function codeTokens(exchange: Exchange, app: Row, form: Form): Reply {
  const { tokens } = exchange.service;
  const grant = spend(exchange, app, "code", form.code);
  const { redirect_uri, code_challenge } = grant.details;
  if (form.redirect_uri !== redirect_uri) {
    throw new OAuthError("invalid_grant", "redirect_uri differs from the one in the code request");
  }
  // RFC 7636, 4.6.
  const challenge = createHash("sha256")
    .update(form.code_verifier ?? "")
    .digest("base64url");
  if (challenge !== code_challenge) throw new OAuthError("invalid_grant", "code_verifier is wrong");
  const refresh = tokens.issue({ ...grant, kind: "refresh", details: {} });
  return tokenReply(accessToken(exchange, grant), grant.scopes, exchange, refresh);
}

function refreshedTokens(exchange: Exchange, app: Row, form: Form): Reply {
  const { tokens } = exchange.service;
  const grant = spend(exchange, app, "refresh", form.refresh_token);
  const scopes = narrowedScopes(form.scope, grant.scopes);
  const refresh = tokens.issue({ ...grant, kind: "refresh" });
  return tokenReply(accessToken(exchange, { ...grant, scopes }), scopes, exchange, refresh);
}

/** Uses up a code or refresh token. A second use revokes all tokens derived from it (RFC 9700, 4.14.2). */
function spend({ service }: Exchange, app: Row, kind: "code" | "refresh", value = ""): Grant {
  const found = service.tokens.find(kind, value);
  if (found === undefined || found.grant.appId !== app.id) {
    throw new OAuthError("invalid_grant", `The ${kind} is unknown or belongs to a different app`);
  }
  if (found.state === "used") service.tokens.revokeFamily(found.grant.family);
  if (found.state !== "live")
    throw new OAuthError("invalid_grant", `The ${kind} was already used or has expired`);
  service.tokens.spend(value);
  return found.grant;
}

function accessToken({ service }: Exchange, grant: Omit<Grant, "family"> & { family?: string }): string {
  const expiresInSeconds = service.variants.accessTokenSeconds;
  return service.tokens.issue({ ...grant, kind: "access", details: {}, expiresInSeconds });
}

function tokenReply(access: string, scopes: string[], { service }: Exchange, refresh?: string): Reply {
  const body = {
    access_token: access,
    token_type: "Bearer",
    expires_in: service.variants.accessTokenSeconds,
    scope: scopes.join(" "),
    ...(refresh === undefined ? {} : { refresh_token: refresh }),
  };
  return jsonReply(200, body, { "Cache-Control": "no-store" });
}

type Html = ReturnType<typeof html>;

/** The page where a person approves an app. It asks for no password, because the accounts are made up. */
function consentPage(app: Row, scopes: string[], fields: Record<string, string>, users: Row[]): Reply {
  const kept = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  const buttons = users.map(
    ({ username }) => html`<button name="approve" value="${username}">Approve as ${username}</button> `,
  );
  return page(
    200,
    html`<h1>${app.name} asks for access</h1><ul>${scopes.map((scope) => html`<li>${scope}</li>`)}</ul>
<form method="post">${kept}${buttons}<button>Deny</button></form>`,
  );
}

/** Shows the error to the person, because the app's redirect address is not trusted (RFC 6749, 4.1.2.1). */
function refusalPage(message: string): Reply {
  return page(400, html`<h1>This request cannot be approved</h1><p>${message}</p>`);
}

function page(status: number, content: Html): Reply {
  const head = html`<head><meta charset="utf-8"><title>Approve</title></head>`;
  return {
    status,
    headers: { "Content-Type": "text/html; charset=utf-8" },
    body: String(html`<!doctype html><html lang="en">${head}<body>${content}</body></html>`),
  };
}

const CODE_SECONDS = 60;

/** The authorization endpoint (RFC 6749, 3.1): GET shows the consent page, and POST receives the decision. */
function authorize(exchange: Exchange): Reply {
  const { service, method } = exchange;
  const fields = { ...exchange.query, ...exchange.form };
  try {
    checkedAddress(service, fields);
  } catch (error) {
    if (error instanceof OAuthError) return refusalPage(error.message);
    throw error;
  }
  try {
    const request = checkedRequest(service, fields);
    const approving = fields.approve ?? service.variants.approve;
    if (approving !== null) return redirect(fields, { code: issueCode(service, request, approving) });
    if (method === "POST") return redirect(fields, { error: "access_denied" });
    return consentPage(request.app, request.scopes, fields, service.store.table("users").find({}));
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return redirect(fields, { error: error.code, error_description: error.message });
  }
}

function issueCode(service: Service, request: AuthorizationRequest, user: string): string {
  const { app, redirectUri, scopes, codeChallenge } = request;
  const account = service.accounts.find(user);
  if (account === undefined) throw new OAuthError("invalid_request", `Unknown account "${user}"`);
  return service.tokens.issue({
    kind: "code",
    userId: String(account.id),
    appId: String(app.id),
    scopes,
    details: { redirect_uri: redirectUri, code_challenge: codeChallenge },
    expiresInSeconds: CODE_SECONDS,
  });
}

function redirect(fields: Record<string, string>, answer: Record<string, string>): Reply {
  const target = new URL(fields.redirect_uri ?? "");
  const state = fields.state === undefined ? {} : { state: fields.state };
  for (const [key, value] of Object.entries({ ...answer, ...state })) target.searchParams.set(key, value);
  return emptyReply(302, { Location: target.href });
}

interface AuthorizationRequest {
  app: Row;
  redirectUri: string;
  scopes: string[];
  codeChallenge: string;
}

/** The app and the address for the redirect. Errors here are shown to the person instead of the app. */
function checkedAddress(
  service: Service,
  { client_id = "", redirect_uri = "" }: Record<string, string>,
): { app: Row; redirectUri: string } {
  const app = service.apps.find(client_id);
  if (app === undefined)
    throw new OAuthError("invalid_client", "client_id does not belong to a registered app");
  const registered: readonly Json[] = Array.isArray(app.redirect_uris) ? app.redirect_uris : [];
  if (!registered.some((uri) => isSameAddress(String(uri), redirect_uri))) {
    throw new OAuthError("invalid_request", "redirect_uri is not registered for the app");
  }
  return { app, redirectUri: redirect_uri };
}

/** Checks the whole request. Errors here are sent to the app. */
function checkedRequest(service: Service, fields: Record<string, string>): AuthorizationRequest {
  const { app, redirectUri } = checkedAddress(service, fields);
  if (fields.response_type !== "code") {
    throw new OAuthError("unsupported_response_type", "response_type must be code");
  }
  const codeChallenge = fields.code_challenge ?? "";
  if (fields.code_challenge_method !== "S256" || codeChallenge === "") {
    throw new OAuthError(
      "invalid_request",
      "PKCE is required: code_challenge with code_challenge_method S256",
    );
  }
  return { app, redirectUri, scopes: grantedScopes(fields.scope, app), codeChallenge };
}

/** Whether two addresses are equal. The port of a loopback address may differ (RFC 8252, 7.3). */
function isSameAddress(registered: string, given: string): boolean {
  if (registered === given) return true;
  const [known, asked] = [URL.parse(registered), URL.parse(given)];
  if (known === null || asked === null || !/^(127\.0\.0\.1|\[::1\]|localhost)$/.test(known.hostname))
    return false;
  asked.port = known.port;
  return asked.href === known.href;
}

type Respond = (exchange: Exchange) => Reply;

/** The endpoints of the OAuth 2.0 flows. The API document names the flows, but shows no endpoints. */
export const oauthRoutes: { method: "get" | "post"; path: string; respond: Respond }[] = [
  { method: "get", path: "/.well-known/oauth-authorization-server", respond: metadata },
  { method: "get", path: "/oauth/authorize", respond: settled(authorize) },
  { method: "post", path: "/oauth/authorize", respond: settled(authorize) },
  { method: "post", path: "/oauth/token", respond: settled(token) },
  { method: "post", path: "/oauth/revoke", respond: settled(revoke) },
];

/** Runs in a transaction that an OAuth error does not undo, because reuse of a token revokes its family. */
function settled(respond: Respond): Respond {
  return (exchange) =>
    exchange.service.store.transaction(() => {
      try {
        return respond(exchange);
      } catch (error) {
        if (error instanceof OAuthError) return oauthErrorReply(error);
        throw error;
      }
    });
}

function metadata({ service: { origin } }: Exchange): Reply {
  const clientAuthentication = ["client_secret_basic", "client_secret_post"];
  return jsonReply(200, {
    issuer: origin,
    authorization_endpoint: `${origin}/oauth/authorize`,
    token_endpoint: `${origin}/oauth/token`,
    revocation_endpoint: `${origin}/oauth/revoke`,
    scopes_supported: scopes,
    response_types_supported: ["code"],
    grant_types_supported: ["authorization_code", "client_credentials", "refresh_token"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: clientAuthentication,
    revocation_endpoint_auth_methods_supported: clientAuthentication,
  });
}
