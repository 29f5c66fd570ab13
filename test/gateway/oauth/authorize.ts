import { html } from "hono/html";
import type { Exchange } from "../http/exchange.ts";
import { emptyReply, type Reply } from "../http/reply.ts";
import type { Json, Row } from "../json.ts";
import type { Service } from "../service.ts";
import { OAuthError } from "./oauth-error.ts";
import { grantedScopes } from "./token.ts";

type Html = ReturnType<typeof html>;

/** The page on which a person approves an app; it asks no password, for the accounts are made up. */
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

/** Tells the person what the app cannot be told, because where to tell it is in doubt (RFC 6749, 4.1.2.1). */
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

/** The authorization endpoint (RFC 6749, 3.1): GET shows the consent page, POST takes its answer. */
export function authorize(exchange: Exchange): Reply {
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
  if (account === undefined) throw new OAuthError("invalid_request", `There is no account "${user}"`);
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

/** The app and address that an answer may be sent to; anything wrong here is shown to the person instead. */
function checkedAddress(
  service: Service,
  { client_id = "", redirect_uri = "" }: Record<string, string>,
): { app: Row; redirectUri: string } {
  const app = service.apps.find(client_id);
  if (app === undefined) throw new OAuthError("invalid_client", "client_id is not that of a registered app");
  const registered: readonly Json[] = Array.isArray(app.redirect_uris) ? app.redirect_uris : [];
  if (!registered.some((uri) => isSameAddress(String(uri), redirect_uri))) {
    throw new OAuthError("invalid_request", "redirect_uri is not registered for the app");
  }
  return { app, redirectUri: redirect_uri };
}

/** The whole request; anything wrong here is told to the app. */
function checkedRequest(service: Service, fields: Record<string, string>): AuthorizationRequest {
  const { app, redirectUri } = checkedAddress(service, fields);
  if (fields.response_type !== "code") {
    throw new OAuthError("unsupported_response_type", "response_type must be code");
  }
  const codeChallenge = fields.code_challenge ?? "";
  if (fields.code_challenge_method !== "S256" || codeChallenge === "") {
    throw new OAuthError("invalid_request", "PKCE is needed: code_challenge with code_challenge_method S256");
  }
  return { app, redirectUri, scopes: grantedScopes(fields.scope, app), codeChallenge };
}

/** Equal addresses; the port of a loopback address is free (RFC 8252, 7.3). */
function isSameAddress(registered: string, given: string): boolean {
  if (registered === given) return true;
  const [known, asked] = [URL.parse(registered), URL.parse(given)];
  if (known === null || asked === null || !/^(127\.0\.0\.1|\[::1\]|localhost)$/.test(known.hostname))
    return false;
  asked.port = known.port;
  return asked.href === known.href;
}
