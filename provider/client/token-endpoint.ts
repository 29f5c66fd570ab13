import type { App } from "./app.js";
import { basicHeader } from "./app.js";
import { describeBody, GatewayError } from "./errors.js";
import type { Exchange, Send } from "./exchange.js";
import type { Io } from "./io.js";
import { isJsonObject } from "./json.js";
import { redact } from "./redact.js";

/** What a token endpoint gives (RFC 6749, 5.1). */
export interface Tokens {
  readonly accessToken: string;
  /** When to get another, milliseconds since the epoch; absent if the server does not say how long this one lives. */
  readonly refreshAt?: number;
  readonly refreshToken?: string;
  readonly scopes?: string[];
}

/** Asks for tokens with one grant; its parameters are what RFC 6749 has for it. */
export type RequestTokens = (grantType: string, parameters: Record<string, string>) => Promise<Tokens>;

interface Endpoint {
  readonly tokenUrl: string;
  readonly app: App;
  /** What the reader can do if no tokens are to be had, one sentence. */
  readonly remedy: string;
}

/** How long before its end a token is replaced, but never more than half its life. */
const margin = 30_000;

/** The token endpoint of an app. The protocol is loaded at the first request, since most runs make none. */
export function tokenEndpoint({ tokenUrl, app, remedy }: Endpoint, send: Send, io: Io): RequestTokens {
  const server = { issuer: new URL(tokenUrl).origin, token_endpoint: tokenUrl };
  const client = { client_id: app.clientId };
  return async (grantType, parameters) => {
    const oauth = await import("oauth4webapi");
    const { clientSecret } = app;
    const byForm = app.appAuth === "body" ? oauth.ClientSecretPost : oauth.ClientSecretBasic;
    const proof = clientSecret === undefined ? oauth.None() : byForm(clientSecret);
    const asked = io.now();
    const fetch = fetchBy(send, { remedy, secrets: secretsOf(app, parameters) });
    const response = await oauth.genericTokenEndpointRequest(server, client, proof, grantType, parameters, {
      [oauth.customFetch]: fetch,
      [oauth.allowInsecureRequests]: true, // the settings take http on loopback only
    });
    try {
      return tokensOf(await oauth.processGenericTokenEndpointResponse(server, client, response), asked);
    } catch (error) {
      throw failure({ path: new URL(tokenUrl).pathname, status: 200, said: "no token" }, remedy, error);
    }
  };
}

function tokensOf(
  answer: { access_token: string; expires_in?: number; refresh_token?: string; scope?: string },
  asked: number,
): Tokens {
  const { access_token: accessToken, expires_in: life, refresh_token: refreshToken, scope } = answer;
  return {
    accessToken,
    ...(life === undefined ? {} : { refreshAt: asked + life * 1000 - Math.min(margin, life * 500) }),
    ...(refreshToken === undefined ? {} : { refreshToken }),
    ...(scope === undefined ? {} : { scopes: scope.split(" ").filter((name) => name !== "") }),
  };
}

/** `fetch` as the protocol wants it, over the project's own chain: its time-outs, retries, limits, no redirects. */
function fetchBy(send: Send, { remedy, secrets }: { remedy: string; secrets: readonly string[] }) {
  return async (
    url: string,
    { body, headers }: { body: URLSearchParams; headers: Record<string, string> },
  ): Promise<Response> => {
    const { pathname, search } = new URL(url);
    const exchange: Exchange = {
      method: "POST",
      path: pathname + search,
      headers,
      form: body.toString(),
      repeatable: true,
    };
    const reply = await send(exchange).catch((error: unknown) => {
      throw error instanceof GatewayError
        ? failure(error.failure, error.failure.remedy ?? remedy, error)
        : error;
    });
    if (reply.status !== 200) {
      const redirect = reply.status >= 300 && reply.status < 400;
      const said = redirect
        ? "a redirect, which is not followed"
        : describeBody(reply.body) || "no reason given";
      throw failure({ path: pathname, status: reply.status, said: redact(said, secrets) }, remedy);
    }
    return Response.json(isJsonObject(reply.body) ? { ...reply.body, id_token: undefined } : null);
  };
}

/** An API call that got no token was not carried out, whatever became of the request for the token. */
function failure(
  { path, status, said }: { path: string; status?: number | undefined; said: string },
  remedy: string,
  cause?: unknown,
): GatewayError {
  const answered = status !== undefined && status < 500 && status !== 429;
  const outcome = answered ? "rejected" : "not-sent";
  const known = status === undefined ? {} : { status };
  return new GatewayError({ method: "POST", path, outcome, said, remedy, ...known }, { cause });
}

function secretsOf({ clientId, clientSecret }: App, parameters: Record<string, string>): string[] {
  const ofApp =
    clientSecret === undefined ? [] : [clientSecret, basicHeader(clientId, clientSecret).slice(6)];
  return [...ofApp, ...["refresh_token", "code", "code_verifier"].map((name) => parameters[name] ?? "")];
}
