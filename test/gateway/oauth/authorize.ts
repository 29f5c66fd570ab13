import type { Exchange } from "../http/exchange.ts";
import { emptyReply, type Reply } from "../http/reply.ts";
import type { Service } from "../service.ts";
import { type AuthorizationRequest, checkedAddress, checkedRequest } from "./authorization-request.ts";
import { consentPage, refusalPage } from "./consent-page.ts";
import { OAuthError } from "./oauth-error.ts";

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
    return consentPage(request, fields, service.store.table("users").find({}));
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
