import type { Exchange } from "../http/exchange.ts";
import type { Reply } from "../http/reply.ts";
import { authorize } from "./authorize.ts";
import { metadata } from "./metadata.ts";
import { OAuthError, oauthErrorReply } from "./oauth-error.ts";
import { revoke } from "./revoke.ts";
import { token } from "./token.ts";

type Respond = (exchange: Exchange) => Reply;

/** The endpoints of the OAuth 2.0 flows; api.md names the flows and shows no endpoint. */
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
