import type { Exchange } from "../http/exchange.ts";
import { jsonReply, type Reply } from "../http/reply.ts";
import { scopes } from "../resources/scopes.ts";
import { authorize } from "./authorize.ts";
import { OAuthError, oauthErrorReply } from "./oauth-error.ts";
import { revoke, token } from "./token.ts";

type Respond = (exchange: Exchange) => Reply;

/** The endpoints of the OAuth 2.0 flows; the API document names the flows and shows no endpoint. */
export const oauthRoutes: { method: "get" | "post"; path: string; respond: Respond }[] = [
  { method: "get", path: "/.well-known/oauth-authorization-server", respond: metadata },
  { method: "get", path: "/oauth/authorize", respond: settled(authorize) },
  { method: "post", path: "/oauth/authorize", respond: settled(authorize) },
  { method: "post", path: "/oauth/token", respond: settled(token) },
  { method: "post", path: "/oauth/revoke", respond: settled(revoke) },
];

/** Runs in one transaction that a refusal does not undo: reuse of a token revokes its family. */
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
