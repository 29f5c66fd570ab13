import { createHash } from "node:crypto";
import { basicCredentials } from "../auth/authenticate.ts";
import type { Grant } from "../auth/tokens.ts";
import type { Exchange } from "../http/exchange.ts";
import { emptyReply, jsonReply, type Reply } from "../http/reply.ts";
import type { Row } from "../json.ts";
import { OAuthError } from "./oauth-error.ts";

function requireClient({ service, headers, form = {} }: Exchange): Row {
  const { id, secret } = basicCredentials(headers.get("authorization")) ?? {
    id: form.client_id ?? "",
    secret: form.client_secret ?? "",
  };
  const app = service.apps.verify(id, secret);
  if (app === undefined) throw new OAuthError("invalid_client", "The app is unknown or its secret is wrong");
  return app;
}

/** The scopes that are asked for, all of which the app must have; all it has when none are. */
export function grantedScopes(asked: string | undefined, app: Row): string[] {
  const owned = Array.isArray(app.scopes) ? app.scopes.map(String) : [];
  return narrowedScopes(asked, owned);
}

/** The scopes that are asked for, out of those there are to give (RFC 6749, 3.3 and 6). */
function narrowedScopes(asked: string | undefined, owned: string[]): string[] {
  const wanted = (asked ?? "").split(" ").filter((name) => name !== "");
  const foreign = wanted.filter((name) => !owned.includes(name));
  if (foreign.length > 0) throw new OAuthError("invalid_scope", `Not to be had: ${foreign.join(" ")}`);
  return wanted.length > 0 ? wanted : owned;
}

/** The token endpoint (RFC 6749, 3.2): service flow, user flow and refresh. */
export function token(exchange: Exchange): Reply {
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
      throw new OAuthError("unsupported_grant_type", "grant_type is missing or not one of this server's");
  }
}

/** Revokes a token of the calling app; an unknown one is no error (RFC 7009, 2.2). */
export function revoke(exchange: Exchange): Reply {
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

/** The app acts as its owning account (the API's section "Authentication", 1); such a flow has no refresh token. */
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
    throw new OAuthError("invalid_grant", "redirect_uri is not the one that the code was asked for with");
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

/** Takes a code or refresh token, which works once; a second use ends all that came of it (RFC 9700, 4.14.2). */
function spend({ service }: Exchange, app: Row, kind: "code" | "refresh", value = ""): Grant {
  const found = service.tokens.find(kind, value);
  if (found === undefined || found.grant.appId !== app.id) {
    throw new OAuthError("invalid_grant", `The ${kind} is unknown or another app's`);
  }
  if (found.state === "used") service.tokens.revokeFamily(found.grant.family);
  if (found.state !== "live")
    throw new OAuthError("invalid_grant", `The ${kind} was used before or has expired`);
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
