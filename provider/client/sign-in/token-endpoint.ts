import type { Io } from "../../io/io.js";
import { defined } from "../../text/defined.js";
import type { Send } from "../http/exchange.js";
import { type App, appSecrets, proofOf } from "../settings/app.js";
import { notCarriedOut, oauthFetch } from "./oauth-fetch.js";

/** What a token endpoint gives (RFC 6749, 5.1). */
export interface Tokens {
  readonly accessToken: string;
  /** When to get another one, in milliseconds since the epoch; absent if the server did not say. */
  readonly refreshAt?: number;
  readonly refreshToken?: string;
  readonly scopes?: string[];
}

/** Asks for tokens with one grant type and the parameters that RFC 6749 defines for it. */
export type RequestTokens = (grantType: string, parameters: Record<string, string>) => Promise<Tokens>;

interface Endpoint {
  readonly tokenUrl: string;
  readonly app: App;
  /** What the user can do if no tokens come, in one sentence. */
  readonly remedy: string;
}

const secretParameters = ["refresh_token", "code", "code_verifier"];

/** How long before its end a token is replaced. A short-lived one is replaced after half of its life. */
const margin = 30_000;

/** The token endpoint of an app. The OAuth library is loaded with the first request: most runs send none. */
export function tokenEndpoint({ tokenUrl, app, remedy }: Endpoint, send: Send, io: Io): RequestTokens {
  const server = { issuer: new URL(tokenUrl).origin, token_endpoint: tokenUrl };
  const client = { client_id: app.clientId };
  return async (grantType, parameters) => {
    const oauth = await import("oauth4webapi");
    const proof = proofOf(app, oauth);
    const asked = io.now();
    const secrets = [...appSecrets(app), ...secretParameters.map((name) => parameters[name] ?? "")];
    const response = await oauth.genericTokenEndpointRequest(server, client, proof, grantType, parameters, {
      [oauth.customFetch]: oauthFetch(send, { remedy, secrets }),
      [oauth.allowInsecureRequests]: true, // the settings allow http only on loopback or with `allowHttp`
    });
    try {
      return tokensOf(await oauth.processGenericTokenEndpointResponse(server, client, response), asked);
    } catch (error) {
      // The new error has no cause: `error` contains the whole answer with its tokens.
      const said = `an answer without valid tokens: ${error instanceof Error ? error.message : "unreadable"}`;
      throw notCarriedOut({ method: "POST", path: new URL(tokenUrl).pathname, status: 200, said, remedy });
    }
  };
}

function tokensOf(
  answer: { access_token: string; expires_in?: number; refresh_token?: string; scope?: string },
  asked: number,
): Tokens {
  const { access_token: accessToken, expires_in: life, refresh_token: refreshToken, scope } = answer;
  return defined({
    accessToken,
    refreshAt: life === undefined ? undefined : asked + life * 1000 - Math.min(margin, life * 500),
    refreshToken,
    scopes: scope?.split(" ").filter((name) => name !== ""),
  });
}
