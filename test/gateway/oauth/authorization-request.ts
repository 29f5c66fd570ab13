import type { Json, Row } from "../json.ts";
import type { Service } from "../service.ts";
import { grantedScopes } from "./granted-scopes.ts";
import { OAuthError } from "./oauth-error.ts";

/** What an app asks a person to approve. */
export interface AuthorizationRequest {
  app: Row;
  redirectUri: string;
  scopes: string[];
  codeChallenge: string;
}

/** The app and address that an answer may be sent to; anything wrong here is shown to the person instead. */
export function checkedAddress(
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
export function checkedRequest(service: Service, fields: Record<string, string>): AuthorizationRequest {
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
