import type { ClientAuth } from "oauth4webapi";
import type { Io } from "../io/io.js";
import { defined, isJsonObject } from "../text/json.js";
import { describeBody } from "./checked.js";
import { type Exchange, type Failure, RequestError, type Send, type Server } from "./exchange.js";
import { Limiter, retried } from "./limits.js";
import { type Login, type LoginStore, SettingsError } from "./logins.js";
import { type App, loginLine, type SettingKey, type Settings } from "./settings.js";
import { traced, transport } from "./transport.js";

export interface Auth {
  token(): Promise<string>;
  /** Replaces a token that the gateway rejected. Returns false if no other token is available. */
  renew(refused: string): Promise<boolean>;
  /** All credentials used so far. Messages must never show them. */
  secrets(): readonly string[];
}

export function staticToken(accessToken: string): Auth {
  return { token: async () => accessToken, renew: async () => false, secrets: () => [accessToken] };
}

/** After a 401, the token is renewed and the request repeated once (API document, "Authentication"). */
export function authorized(send: Send, auth: Auth): Send {
  return async (exchange) => {
    if (exchange.auth === "app") {
      return send(exchange);
    }
    const attempt = async (token: string) =>
      send({ ...exchange, headers: { ...exchange.headers, authorization: `Bearer ${token}` } });
    const token = await auth.token().catch(marked);
    const reply = await attempt(token);
    return reply.status === 401 && (await auth.renew(token).catch(marked))
      ? attempt(await auth.token().catch(marked))
      : reply;
  };
}

/** Marks an error as coming from the token endpoint, whose 404 does not mean that an object is missing. */
function marked(error: unknown): never {
  throw error instanceof RequestError
    ? new RequestError({ ...error.failure, signIn: true }, { cause: error.cause })
    : error;
}

/** Adds the app's own credentials. The API does not document how to send them ("Authentication", 5). */
export function asApp(send: Send, settings: Settings): Send {
  return async (exchange) => {
    if (exchange.auth !== "app") {
      return send(exchange);
    }
    const { id, secret } = requireApp(settings);
    return send(
      settings.appAuth === "body"
        ? { ...exchange, body: { ...exchange.body, client_id: id, client_secret: secret } }
        : { ...exchange, headers: { ...exchange.headers, authorization: basicHeader(id, secret) } },
    );
  };
}

export function requireApp({ clientId, clientSecret, named }: Settings): { id: string; secret: string } {
  if (clientId === undefined || clientSecret === undefined) {
    throw new SettingsError(
      `this call needs app credentials: set ${named("clientId")} and ${named("clientSecret")}.`,
    );
  }
  return { id: clientId, secret: clientSecret };
}

/** The id and secret are form-encoded (RFC 6749, 2.3.1). */
function basicHeader(clientId: string, clientSecret: string): string {
  const encoded = [clientId, clientSecret].map((text) =>
    new URLSearchParams({ _: text }).toString().slice(2),
  );
  return `Basic ${Buffer.from(encoded.join(":")).toString("base64")}`;
}

/** App secrets that a response may echo. */
export function appSecrets({
  clientId,
  clientSecret,
}: Pick<Settings, "clientId" | "clientSecret">): string[] {
  return clientId === undefined || clientSecret === undefined
    ? []
    : [clientSecret, basicHeader(clientId, clientSecret).slice("Basic ".length)];
}

/** How an app authenticates with an OAuth server: in the same way as with the gateway. */
export function proofOf(
  { clientId, clientSecret, appAuth }: App,
  oauth: typeof import("oauth4webapi"),
): ClientAuth {
  if (clientSecret === undefined) {
    return oauth.None();
  }
  return appAuth === "body"
    ? oauth.ClientSecretPost(clientSecret)
    : (_server, _client, _body, headers) => headers.set("authorization", basicHeader(clientId, clientSecret));
}

/** `wire` connects to the token endpoint of the configured source. */
export function authFor(settings: Settings, io: Io, wire?: Wire): Auth {
  const { credential, connection, named } = settings;
  const server = (url: string, name: string) => authServer(url, name, settings, io, wire);
  switch (credential.from) {
    case "accessToken":
      return staticToken(credential.accessToken);
    case "service": {
      const { tokenUrl, scopes } = credential;
      const keys: readonly SettingKey[] = ["clientId", "clientSecret", "tokenUrl", "scopes"];
      const remedy = `Check ${keys.map((key) => named(key)).join(", ")}.`;
      const request = tokenEndpoint({ ...credential, remedy }, server(tokenUrl, named("tokenUrl")), io);
      const scope: Record<string, string> = scopes.length > 0 ? { scope: scopes.join(" ") } : {};
      return new Renewing(() => request("client_credentials", scope), io);
    }
    case "login": {
      const remedy = `Run \`${loginLine(connection)}\` again.`;
      const obtain = loginTokens(
        settings,
        credential.logins,
        ({ tokenUrl, ...app }) =>
          tokenEndpoint({ tokenUrl, app, remedy }, server(tokenUrl, "the login's token URL"), io),
        io,
      );
      return new Renewing(obtain, io);
    }
  }
}

export type Wire = (server: Server) => Send;

/** Sends requests to an OAuth server. The server may differ from the gateway, so it has its own limiter. */
export function authServer(
  url: string,
  named: string,
  settings: Settings,
  io: Io,
  wire: Wire = (server) => transport(settings, server),
): Send {
  const sent = traced(wire({ url: new URL(url).origin, named }), io);
  return retried(new Limiter(settings, io).wrap(sent), settings, io);
}

function loginTokens(
  { baseUrl, connection }: Settings,
  logins: LoginStore,
  endpointOf: (login: Login) => RequestTokens,
  io: Io,
): Obtain {
  const again = `Run \`${loginLine(connection)}\``;
  const usable = (login: Login | undefined, refused: string | undefined): login is Login =>
    login !== undefined && login.accessToken !== refused && isFresh(login, io);
  return async (refused) => {
    const known = logins.find(baseUrl, connection);
    if (usable(known, refused)) {
      return known;
    }
    // If another process has renewed the login in the meantime, its tokens are used.
    const login = await logins.change(baseUrl, connection, io, async (current) =>
      current === undefined || usable(current, refused)
        ? current
        : refreshed(current, endpointOf(current), `${again} again.`),
    );
    if (login === undefined) {
      throw new SettingsError(`the login for ${baseUrl} no longer exists. ${again}.`);
    }
    return login;
  };
}

async function refreshed(login: Login, request: RequestTokens, remedy: string): Promise<Login> {
  const { refreshToken } = login;
  if (refreshToken === undefined) {
    const said = "the login has expired, and the server did not issue a refresh token";
    const path = new URL(login.tokenUrl).pathname;
    throw new RequestError({ method: "POST", path, outcome: "rejected", said, remedy });
  }
  // RFC 6749, 6: a new refresh token replaces the old one. If none is sent, the old one stays valid.
  const { refreshAt: _ended, ...lasting } = login;
  return { ...lasting, ...(await request("refresh_token", { refresh_token: refreshToken })) };
}

/** Obtains fresh tokens. The access token must differ from `refused`, which the gateway rejected. */
type Obtain = (refused?: string) => Promise<Tokens>;

/** All callers that wait for new tokens share one request. */
export class Renewing implements Auth {
  private current: Tokens | undefined;
  private pending: Promise<Tokens> | undefined;
  private readonly held = new Set<string>();

  constructor(
    private readonly obtain: Obtain,
    private readonly io: Io,
  ) {}

  async token(): Promise<string> {
    const { current } = this;
    return current !== undefined && isFresh(current, this.io) ? current.accessToken : this.next();
  }

  async renew(refused: string): Promise<boolean> {
    if (this.current === undefined || this.current.accessToken === refused) {
      await this.next(refused);
    }
    return true;
  }

  get scopes(): readonly string[] | undefined {
    return this.current?.scopes;
  }

  secrets(): readonly string[] {
    return [...this.held];
  }

  private async next(refused?: string): Promise<string> {
    this.pending ??= this.obtainOnce(refused);
    return (await this.pending).accessToken;
  }

  /** A rejection by the token endpoint is final: a second request could lock out the app or the user. */
  private async obtainOnce(refused: string | undefined): Promise<Tokens> {
    try {
      const tokens = await this.obtain(refused);
      this.current = tokens;
      for (const secret of [tokens.accessToken, tokens.refreshToken ?? ""]) {
        this.held.add(secret);
      }
      this.pending = undefined;
      return tokens;
    } catch (error) {
      if (!(error instanceof RequestError && error.outcome === "rejected")) {
        this.pending = undefined;
      }
      throw error;
    }
  }
}

function isFresh({ refreshAt }: { readonly refreshAt?: number | undefined }, io: Io): boolean {
  return refreshAt === undefined || io.now() < refreshAt;
}

/** See RFC 6749, 5.1. */
type Tokens = Pick<Login, "accessToken" | "refreshAt" | "refreshToken" | "scopes">;

type RequestTokens = (grantType: string, parameters: Record<string, string>) => Promise<Tokens>;

const secretParameters = ["refresh_token", "code", "code_verifier"];

/** How long before expiry a token is replaced, in milliseconds; at most half of its lifetime. */
const margin = 30_000;

/** Loads the OAuth library on the first request, because most runs do not send one. */
export function tokenEndpoint(
  { tokenUrl, app, remedy }: { readonly tokenUrl: string; readonly app: App; readonly remedy: string },
  send: Send,
  io: Io,
): RequestTokens {
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
      const answer = await oauth.processGenericTokenEndpointResponse(server, client, response);
      const { access_token: accessToken, expires_in: life, refresh_token: refreshToken, scope } = answer;
      return defined({
        accessToken,
        refreshAt: life === undefined ? undefined : asked + life * 1000 - Math.min(margin, life * 500),
        refreshToken,
        scopes: scope?.split(" ").filter((name) => name !== ""),
      });
    } catch (error) {
      // The new error has no cause, because `error` contains the whole response with its tokens.
      const said = `a response without valid tokens: ${error instanceof Error ? error.message : "unreadable"}`;
      throw notCarriedOut({ method: "POST", path: new URL(tokenUrl).pathname, status: 200, said, remedy });
    }
  };
}

interface Request {
  readonly method: "GET" | "POST";
  readonly headers: Record<string, string>;
  readonly body?: URLSearchParams | undefined;
}

/** A `fetch` for the OAuth library, with the client's own timeouts, retries and limits. */
export function oauthFetch(
  send: Send,
  { remedy, secrets }: { readonly remedy: string; readonly secrets: readonly string[] },
) {
  return async (url: string, { method, headers, body }: Request): Promise<Response> => {
    const { pathname: path, search } = new URL(url);
    const form = body === undefined ? {} : { form: body.toString(), repeatable: true };
    const exchange: Exchange = { method, path: path + search, headers, secrets, ...form };
    const reply = await send(exchange).catch((error: unknown) => {
      throw error instanceof RequestError ? notCarriedOut({ remedy, ...error.failure, path }, error) : error;
    });
    if (reply.status !== 200) {
      const isRedirect = reply.status >= 300 && reply.status < 400;
      const reason = describeBody(reply.body, secrets) || "no reason given";
      const said = isRedirect ? "a redirect, which is not followed" : reason;
      throw notCarriedOut({ method, path, status: reply.status, said, remedy });
    }
    // The unused identity token is removed, because the library would reject an invalid one.
    return Response.json(isJsonObject(reply.body) ? { ...reply.body, id_token: undefined } : null);
  };
}

/** A call without a token was not carried out, even if the outcome of the token request is unknown. */
function notCarriedOut(failure: Omit<Failure, "outcome">, cause?: unknown): RequestError {
  const { status } = failure;
  const answered = status !== undefined && status < 500 && status !== 429;
  return new RequestError({ ...failure, outcome: answered ? "rejected" : "not-sent" }, { cause });
}
