import {
  type App,
  authServer,
  defined,
  type Settings,
  systemIo,
  type Tokens,
  tokenEndpoint,
} from "pulumi-workspace-gateway/tools";
import { openCallback } from "./callback.js";
import type { OauthEndpoints } from "./oauth-endpoints.js";

interface ApprovalRequest {
  readonly endpoints: OauthEndpoints;
  readonly app: App;
  readonly scopes: readonly string[];
  /** How long to wait for the person, in milliseconds. */
  readonly timeout: number;
  /** Shows the person the page where they approve. */
  show(url: string): void;
}

/**
 * Asks a person to approve the app, and gets the tokens.
 * This is the authorization code grant with PKCE (RFC 6749, 4.1; RFC 7636).
 */
export async function askApproval(request: ApprovalRequest, settings: Settings): Promise<Tokens> {
  const oauth = await import("oauth4webapi");
  const { endpoints, app, scopes, timeout } = request;
  const state = oauth.generateRandomState();
  const verifier = oauth.generateRandomCodeVerifier();
  const callback = await openCallback();
  try {
    const { redirectUri } = callback;
    const url = new URL(endpoints.authorizeUrl);
    const parameters = {
      response_type: "code",
      client_id: app.clientId,
      redirect_uri: redirectUri,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      ...defined({ scope: scopes.join(" ") || undefined }),
    };
    for (const [name, value] of Object.entries(parameters)) {
      url.searchParams.set(name, value);
    }
    const answer = callback.answer(state, timeout);
    request.show(url.href);
    const code = codeOf(oauth, await answer, state, request);
    const server = authServer(endpoints.tokenUrl, "--token-url", settings, systemIo);
    const remedy = "Check --client-id, the app's secret and its redirect URIs, and run the command again.";
    const ask = tokenEndpoint({ tokenUrl: endpoints.tokenUrl, app, remedy }, server, systemIo);
    return await ask("authorization_code", { code, redirect_uri: redirectUri, code_verifier: verifier });
  } finally {
    callback.close();
  }
}

function codeOf(
  oauth: typeof import("oauth4webapi"),
  answer: URL,
  state: string,
  { endpoints, app }: ApprovalRequest,
): string {
  // Without metadata we do not know the issuer's name, so we accept the name in the answer.
  const issuer = endpoints.issuer ?? answer.searchParams.get("iss") ?? new URL(endpoints.tokenUrl).origin;
  try {
    return (
      oauth.validateAuthResponse({ issuer }, { client_id: app.clientId }, answer, state).get("code") ?? ""
    );
  } catch (error) {
    if (error instanceof oauth.AuthorizationResponseError) {
      const why = error.error_description ?? error.error;
      throw new Error(
        error.error === "access_denied" ? "the approval was denied" : `the app was not approved: ${why}`,
      );
    }
    throw error;
  }
}
