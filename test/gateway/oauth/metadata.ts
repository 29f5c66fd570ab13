import { scopes } from "../auth/scopes.ts";
import type { Exchange } from "../http/exchange.ts";
import { jsonReply, type Reply } from "../http/reply.ts";

/** Where the endpoints are and what they can do (RFC 8414). */
export function metadata({ service: { origin } }: Exchange): Reply {
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
