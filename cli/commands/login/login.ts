import { spawn } from "node:child_process";
import {
  type App,
  defined,
  type Login,
  LoginStore,
  RequestError,
  type Settings,
  systemIo,
} from "pulumi-workspace-gateway/tools";
import { clientFor, type GatewayOptions, settingsFor } from "../gateway.js";
import { type Terminal, UsageError } from "../terminal.js";
import { askApproval } from "./approval.js";
import { type EndpointOptions, findEndpoints } from "./oauth-endpoints.js";

/** What a person shall approve. */
interface LoginWish extends EndpointOptions {
  readonly clientId?: string;
  readonly scopes?: string[];
  /** How long to wait for the person, in seconds. */
  readonly timeout: number;
}

export interface LoginOptions extends GatewayOptions, LoginWish {
  readonly browser: boolean;
}

interface Account {
  readonly id: string;
  readonly email: string;
}

export async function logIn(options: LoginOptions, terminal: Terminal): Promise<void> {
  const settings = settingsFor(terminal, options, "sign in");
  const { baseUrl, connection, credential } = settings;
  const logins = LoginStore.of(terminal.env);
  logins.find(baseUrl, connection); // fails before a person approves, if the file cannot be used
  const show = (url: string) => {
    terminal.note(`Open this URL in a browser, and approve:\n${url}`);
    if (options.browser) {
      openBrowser(url, terminal.env);
    }
  };
  const login = await approvedLogin(options, settings, show);
  await logins.change(baseUrl, connection, systemIo, async () => login);
  const account = await accountOf({ ...settings, credential: { from: "login", logins } }, terminal);
  const who =
    account === undefined
      ? "an account that this login may not read (it lacks the scope profile:read)"
      : `account ${account.id} (${account.email})`;
  const said = `Logged in to ${baseUrl} as ${who}.`;
  terminal.out(
    options.json ? JSON.stringify({ baseUrl, account: account ?? null, file: logins.file }) : said,
  );
  terminal.note(`The login is kept in ${logins.file}.`);
  if (login.refreshToken === undefined) {
    terminal.note("The server gave no refresh token, so the login ends when its token expires.");
  }
  if (credential.from !== "login") {
    const stronger = settings.named(credential.from === "service" ? "tokenUrl" : "accessToken");
    terminal.note(`The login is not used while ${stronger} is set.`);
  }
}

/** Asks a person to approve the app on the page that `show` opens, and gets the tokens. */
export async function approvedLogin(
  options: LoginWish,
  settings: Settings,
  show: (url: string) => void,
): Promise<Login> {
  const app = appOf(options, settings);
  const scopes = options.scopes ?? settings.scopes ?? [];
  const endpoints = await findEndpoints(options, settings);
  const timeout = options.timeout * 1000;
  const tokens = await askApproval({ endpoints, app, scopes, timeout, show }, settings);
  const { tokenUrl, revocationUrl } = endpoints;
  return {
    tokenUrl,
    revocationUrl,
    ...app,
    ...defined({ scopes: scopes.length > 0 ? [...scopes] : undefined }), // granted, if the server names no others
    ...tokens,
  };
}

/** The secret in the environment belongs to the app in the environment. No other app gets it. */
function appOf({ clientId }: LoginWish, settings: Settings): App {
  const chosen = clientId ?? settings.clientId;
  if (chosen === undefined) {
    throw new UsageError(`which app? Give --client-id or set ${settings.named("clientId")}`);
  }
  const clientSecret = chosen === settings.clientId ? settings.clientSecret : undefined;
  return { clientId: chosen, clientSecret, appAuth: settings.appAuth };
}

/** The account; undefined if the login may not read it. */
async function accountOf(settings: Settings, terminal: Terminal): Promise<Account | undefined> {
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

/** Opens a URL in the person's browser, if there seems to be one. The URL is always printed too. */
function openBrowser(url: string, env: Readonly<Record<string, string | undefined>>): void {
  const [command, ...args] = opener(env);
  if (command === undefined) {
    return;
  }
  const child = spawn(command, [...args, url], { detached: true, stdio: "ignore" });
  child.on("error", () => {}); // there is no such program: the person opens the printed URL
  child.unref();
}

function opener({ DISPLAY, WAYLAND_DISPLAY }: Readonly<Record<string, string | undefined>>): string[] {
  switch (process.platform) {
    case "darwin":
      return ["open"];
    case "win32":
      return ["rundll32", "url.dll,FileProtocolHandler"];
    default:
      return DISPLAY || WAYLAND_DISPLAY ? ["xdg-open"] : [];
  }
}
