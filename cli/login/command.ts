import { spawn } from "node:child_process";
import { createServer, type RequestListener } from "node:http";
import type { Command } from "commander";
import {
  type App,
  appSecrets,
  authServer,
  credentialOrigin,
  defined,
  hasStatus,
  itemOf,
  type Login,
  LoginStore,
  oauthFetch,
  plainUrl,
  proofOf,
  Renewing,
  RequestError,
  type Settings,
  secureUrl,
  systemIo,
  tokenEndpoint,
} from "pulumi-workspace-gateway/tools";
import { clientFor, type GatewayOptions, gatewayCommand, numberOf, settingsFor } from "../gateway.js";
import { colorsOf, type OutputOptions, resultText } from "../output.js";
import { type Terminal, UsageError } from "../terminal.js";
import { TextTable } from "../text/table.js";

export function loginCommand(terminal: Terminal): Command {
  return gatewayCommand("login", "Sign in as a person: approve the app in a browser. The login is saved.", {
    examples: [
      "workspace-gateway login --base-url https://gateway.example/api/v1 --client-id app_123",
      "workspace-gateway login --scopes profile:read workspaces:read workspaces:write",
      "workspace-gateway login --authorize-url https://id.example/authorize --token-url https://id.example/token",
    ],
    reads: ["BASE_URL", "CLIENT_ID", "CLIENT_SECRET", "SCOPES", "APP_AUTH"],
    notes:
      "The app must allow the redirect URI http://127.0.0.1/callback with any port.\n" +
      "If the app has a secret, it is read from $WORKSPACE_GATEWAY_CLIENT_SECRET.\n" +
      "The login is saved in $XDG_CONFIG_HOME or ~/.config, in workspace-gateway/credentials.json. Only you can read it.",
  })
    .option(
      "--issuer <url>",
      "authorization server that publishes its endpoints (default: origin of the base URL)",
    )
    .option("--authorize-url <url>", "page on which you approve the app, if the issuer does not publish it")
    .option("--token-url <url>", "token endpoint; required with --authorize-url")
    .option("--client-id <id>", "id of the app (default: $WORKSPACE_GATEWAY_CLIENT_ID)")
    .option("--scopes <scope...>", "scopes to request (default: the gateway decides)")
    .option("--no-browser", "only print the URL")
    .option("--timeout <seconds>", "how long to wait for the approval", numberOf("seconds", 3600), 300)
    .action((options: LoginOptions) => logIn(options, terminal));
}

interface LoginWish {
  readonly issuer?: string;
  readonly authorizeUrl?: string;
  readonly tokenUrl?: string;
  readonly clientId?: string;
  readonly scopes?: string[];
  readonly timeout: number;
}

interface LoginOptions extends GatewayOptions, OutputOptions, LoginWish {
  readonly browser: boolean;
}

async function logIn(options: LoginOptions, terminal: Terminal): Promise<void> {
  const settings = settingsFor(terminal, options, "sign in");
  const { baseUrl, connection, credential } = settings;
  const logins = LoginStore.of(terminal.env);
  logins.find(baseUrl, connection); // fails before the approval if the file is unusable
  const show = (url: string) => {
    terminal.note(`Open this URL in a browser, and approve the app:\n${url}`);
    if (options.browser) {
      openBrowser(url, terminal.env);
    }
  };
  const login = await approvedLogin(options, settings, show);
  await logins.change(baseUrl, connection, systemIo, async () => login);
  const account = await accountOf({ ...settings, credential: { from: "login", logins } }, terminal);
  const who =
    account === undefined
      ? "an account that this login cannot read (it lacks the scope profile:read)"
      : `account ${account.id} (${account.email})`;
  const said = `Logged in to ${baseUrl} as ${who}.`;
  terminal.out(
    resultText(
      options,
      () => ({ baseUrl, account: account ?? null, file: logins.file }),
      () => said,
    ),
  );
  terminal.note(`The login is saved in ${logins.file}.`);
  if (login.refreshToken === undefined) {
    terminal.note("The server issued no refresh token, so the login ends when its token expires.");
  }
  if (credential.from !== "login") {
    const stronger = settings.named(credential.from === "service" ? "tokenUrl" : "accessToken");
    terminal.note(`The login is not used while ${stronger} is set.`);
  }
}

/** The authorization code grant with PKCE (RFC 6749, 4.1; RFC 7636). `show` opens the approval page. */
export async function approvedLogin(
  options: LoginWish,
  settings: Settings,
  show: (url: string) => void,
): Promise<Login> {
  const app = appOf(options, settings);
  const scopes = options.scopes ?? settings.scopes ?? [];
  const endpoints = await findEndpoints(options, settings);
  const { tokenUrl, revocationUrl } = endpoints;
  const oauth = await import("oauth4webapi");
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
    const answer = callback.answer(state, options.timeout * 1000);
    show(url.href);
    const code = codeOf(oauth, await answer, state, endpoints, app);
    const server = authServer(tokenUrl, "--token-url", settings, systemIo);
    const remedy = "Check --client-id, the app's secret and its redirect URIs, and run the command again.";
    const ask = tokenEndpoint({ tokenUrl, app, remedy }, server, systemIo);
    const form = { code, redirect_uri: redirectUri, code_verifier: verifier };
    return {
      ...{ tokenUrl, revocationUrl, ...app },
      ...defined({ scopes: scopes.length > 0 ? [...scopes] : undefined }), // the requested scopes are granted unless the server names different scopes
      ...(await ask("authorization_code", form)),
    };
  } finally {
    callback.close();
  }
}

/** The secret in the environment belongs only to the app in the environment. Other apps do not use it. */
function appOf({ clientId }: LoginWish, settings: Settings): App {
  const chosen = clientId ?? settings.clientId;
  if (chosen === undefined) {
    throw new UsageError(`no app is configured: pass --client-id or set ${settings.named("clientId")}`);
  }
  const clientSecret = chosen === settings.clientId ? settings.clientSecret : undefined;
  return { clientId: chosen, clientSecret, appAuth: settings.appAuth };
}

async function accountOf(settings: Settings, terminal: Terminal) {
  try {
    const { id, email } = await clientFor(settings, terminal).client.account();
    return { id: String(id), email: String(email) };
  } catch (error) {
    if (error instanceof RequestError && error.status === 403) {
      return undefined;
    }
    throw error;
  }
}

const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

function openBrowser(url: string, { DISPLAY, WAYLAND_DISPLAY }: Terminal["env"]): void {
  const usual = DISPLAY || WAYLAND_DISPLAY ? ["xdg-open"] : [];
  const [command, ...args] = openers[process.platform] ?? usual;
  if (command !== undefined) {
    const child = spawn(command, [...args, url], { detached: true, stdio: "ignore" });
    child.on("error", () => {}); // if the opener does not exist, the user can open the printed URL
    child.unref();
  }
}

function codeOf(
  oauth: typeof import("oauth4webapi"),
  answer: URL,
  state: string,
  endpoints: OauthEndpoints,
  app: App,
): string {
  // Without metadata, the issuer's name is unknown, so the name in the response is accepted.
  const issuer = endpoints.issuer ?? answer.searchParams.get("iss") ?? new URL(endpoints.tokenUrl).origin;
  try {
    return (
      oauth.validateAuthResponse({ issuer }, { client_id: app.clientId }, answer, state).get("code") ?? ""
    );
  } catch (error) {
    if (error instanceof oauth.AuthorizationResponseError) {
      const why = error.error_description ?? error.error;
      const isDenied = error.error === "access_denied";
      throw new Error(isDenied ? "the approval was denied" : `the app was not approved: ${why}`);
    }
    throw error;
  }
}

/** The server that receives the browser's redirect (RFC 8252, 7.3). */
async function openCallback() {
  const server = createServer();
  const port = await new Promise<number>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
  const redirectUri = `http://127.0.0.1:${port}/callback`;
  return {
    redirectUri,
    /** Refuses all requests other than the redirect with this `state`. `timeout` is in milliseconds. */
    answer: (state: string, timeout: number) =>
      new Promise<URL>((resolve, reject) => {
        const late = () =>
          reject(
            new Error(`the app was not approved within ${timeout / 1000} seconds. Run the command again.`),
          );
        const timer = setTimeout(late, timeout);
        const done = (answer: URL) => {
          clearTimeout(timer);
          resolve(answer);
        };
        server.on("request", receive(redirectUri, state, done));
      }),
    close: () => {
      server.close();
      server.closeAllConnections(); // an open connection that sends nothing would keep the process alive
    },
  };
}

function receive(redirectUri: string, state: string, done: (answer: URL) => void): RequestListener {
  return (request, response) => {
    const url = URL.parse(request.url ?? "", redirectUri);
    const answer = url?.pathname === "/callback" && url.searchParams.get("state") === state ? url : undefined;
    const text =
      answer === undefined
        ? "This is not the expected response."
        : "The response was received. You can close this page and return to the terminal.";
    response.writeHead(answer === undefined ? 400 : 200, {
      "content-type": "text/plain; charset=utf-8",
      connection: "close",
    });
    if (answer !== undefined) {
      response.once("close", () => done(answer)); // the browser received the page or disconnected
    }
    response.end(`${text}\n`);
  };
}

interface OauthEndpoints {
  /** Known only if the issuer published the endpoints. */
  readonly issuer?: string;
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly revocationUrl?: string;
}

/** The API document contains no endpoints, so they come from the options or from the issuer. */
async function findEndpoints(options: LoginWish, settings: Settings): Promise<OauthEndpoints> {
  const { authorizeUrl, tokenUrl = settings.tokenUrl, issuer } = options;
  if (authorizeUrl === undefined) {
    if (options.tokenUrl !== undefined) {
      throw new UsageError("--token-url requires --authorize-url");
    }
    return discover(secured("--issuer", issuer ?? new URL(settings.baseUrl).origin, settings), settings);
  }
  if (tokenUrl === undefined || issuer !== undefined) {
    throw new UsageError("--authorize-url requires --token-url, and cannot be used with --issuer");
  }
  return {
    authorizeUrl: secured("--authorize-url", authorizeUrl, settings),
    tokenUrl: secured("--token-url", tokenUrl, settings),
  };
}

/** Reads the standard location (RFC 8414), or the OpenID Connect location. */
async function discover(issuer: string, settings: Settings): Promise<OauthEndpoints> {
  const oauth = await import("oauth4webapi");
  const remedy = "Pass --issuer, or --authorize-url and --token-url.";
  const fetch = oauthFetch(authServer(issuer, "--issuer", settings, systemIo), { remedy, secrets: [] });
  const ask = (algorithm: "oauth2" | "oidc") =>
    oauth.discoveryRequest(new URL(issuer), {
      algorithm,
      [oauth.customFetch]: fetch,
      [oauth.allowInsecureRequests]: true, // `secured` accepts http only on this machine or with `allowHttp`
    });
  const response = await ask("oauth2").catch((error) =>
    hasStatus(error, 404) ? ask("oidc") : Promise.reject(error),
  );
  const found = await oauth.processDiscoveryResponse(new URL(issuer), response);
  const { authorization_endpoint, token_endpoint, revocation_endpoint } = found;
  if (authorization_endpoint === undefined || token_endpoint === undefined) {
    throw new Error(`${issuer} publishes no endpoints for a user flow. ${remedy}`);
  }
  return {
    issuer: found.issuer,
    authorizeUrl: secured("the issuer's authorization_endpoint", authorization_endpoint, settings),
    tokenUrl: secured("the issuer's token_endpoint", token_endpoint, settings),
    ...defined({
      revocationUrl:
        revocation_endpoint && secured("the issuer's revocation_endpoint", revocation_endpoint, settings),
    }),
  };
}

function secured(name: string, url: string, { allowHttp }: Settings): string {
  const parsed = (allowHttp ? plainUrl : secureUrl).safeParse(url);
  if (!parsed.success) {
    throw new UsageError(`${name} ${parsed.error.issues.map(({ message }) => message).join(", ")}`);
  }
  return parsed.data;
}

export function logoutCommand(terminal: Terminal): Command {
  return gatewayCommand("logout", "Delete the login, and revoke it on the server if possible.", {
    examples: ["workspace-gateway logout", "workspace-gateway logout --connection eu"],
    reads: ["BASE_URL"],
  }).action((options: GatewayOptions & OutputOptions) => logOut(options, terminal));
}

/** `forgotten`: only deleted locally. `revoked`: also revoked on the server. */
type LoginEnd = "none" | "forgotten" | "revoked";

async function logOut(options: GatewayOptions & OutputOptions, terminal: Terminal): Promise<void> {
  const settings = settingsFor(terminal, options, "sign in");
  const { baseUrl } = settings;
  const result = await endLogin(settings, LoginStore.of(terminal.env));
  const words: Record<LoginEnd, string> = {
    none: `No login for ${baseUrl} is saved on this machine.`,
    forgotten: `The login for ${baseUrl} was deleted on this machine. Its tokens work until they expire.`,
    revoked: `Logged out of ${baseUrl}.`,
  };
  terminal.out(
    resultText(
      options,
      () => ({ baseUrl, result }),
      () => words[result],
    ),
  );
}

/** Deletes the local login first, in case the server cannot revoke it. */
async function endLogin(settings: Settings, logins: LoginStore): Promise<LoginEnd> {
  const { baseUrl, connection } = settings;
  const login = logins.find(baseUrl, connection);
  if (login === undefined) {
    return "none";
  }
  let last: Login = login;
  await logins.change(baseUrl, connection, systemIo, async (current = login) => {
    last = current; // another process may have renewed the login in the meantime
    return undefined;
  });
  if (last.revocationUrl === undefined) {
    return "forgotten";
  }
  await revoke(last, last.revocationUrl, settings);
  return "revoked";
}

/** Revokes the refresh token and all tokens issued for it (RFC 7009). */
async function revoke(login: Login, url: string, settings: Settings): Promise<void> {
  const oauth = await import("oauth4webapi");
  const token = login.refreshToken ?? login.accessToken;
  const server = { issuer: new URL(url).origin, revocation_endpoint: url };
  const secrets = [...appSecrets(login), token];
  const remedy =
    "The login was deleted on this machine, but the server did not revoke it. Its tokens work until they expire.";
  const fetch = oauthFetch(authServer(url, "the login's revocation URL", settings, systemIo), {
    remedy,
    secrets,
  });
  await oauth.revocationRequest(server, { client_id: login.clientId }, proofOf(login, oauth), token, {
    [oauth.customFetch]: fetch,
    [oauth.allowInsecureRequests]: true, // login accepts http only on this machine
  });
}

export function whoamiCommand(terminal: Terminal): Command {
  return gatewayCommand("whoami", "Show your account on the gateway, and the credential in use.", {
    examples: ["workspace-gateway whoami", "workspace-gateway whoami --connection eu --json"],
  }).action((options: GatewayOptions & OutputOptions) => printIdentity(options, terminal));
}

async function printIdentity(options: GatewayOptions & OutputOptions, terminal: Terminal): Promise<void> {
  const settings = settingsFor(terminal, options);
  const identity = await readIdentity(settings, terminal);
  const { account, credential, scopes, baseUrl, apiVersion } = identity;
  const isPinned = settings.apiVersion !== undefined;
  const rows = [
    ["Account", `${String(account.id)} (${String(account.email)})`],
    ["Credential", credential],
    ["Scopes", scopes?.join(" ") ?? "unknown: the gateway does not show the scopes of this type of token"],
    ["Gateway", baseUrl],
    ["API version", `${apiVersion ?? "the gateway's latest"}, ${isPinned ? "pinned" : "not pinned"}`],
  ];
  const table = new TextTable([{ paint: colorsOf(terminal).bold }, {}]);
  terminal.out(
    resultText(
      options,
      () => identity,
      () => table.lines(rows).join("\n"),
    ),
  );
}

/** The account that the gateway reports, and the credential's origin, but never the credential. */
export async function readIdentity(settings: Settings, terminal: Terminal) {
  const { client, auth } = clientFor(settings, terminal);
  const reply = await client.send({ method: "GET", path: "/user", scope: "profile:read" });
  const { id, email, username, role, account_type } = itemOf(reply) ?? {};
  const { versionEchoHeader, apiVersion } = settings;
  const served = versionEchoHeader && reply.headers[versionEchoHeader.toLowerCase()];
  return {
    account: { id, email, username, role, accountType: account_type },
    credential: credentialOrigin(settings),
    scopes: auth instanceof Renewing ? auth.scopes : undefined,
    baseUrl: settings.baseUrl,
    apiVersion: apiVersion ?? served, // the version in the response, if the header's name is known
  };
}
