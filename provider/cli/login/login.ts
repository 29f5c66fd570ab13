import { type Command, InvalidArgumentError } from "commander";
import { GatewayError } from "../../client/http/errors.js";
import type { App } from "../../client/settings/app.js";
import { LoginStore } from "../../client/settings/login-store.js";
import type { Settings } from "../../client/settings/settings.js";
import { systemIo } from "../../io/io.js";
import { clientFor, type GatewayOptions, settingsFor } from "../gateway.js";
import { gatewayCommand } from "../gateway-command.js";
import type { Terminal } from "../terminal.js";
import { UsageError } from "../usage-error.js";
import { askApproval } from "./approval.js";
import { type EndpointOptions, findEndpoints } from "./oauth-endpoints.js";
import { openBrowser } from "./open-browser.js";

interface Options extends GatewayOptions, EndpointOptions {
  readonly clientId?: string;
  readonly scopes?: string[];
  readonly browser: boolean;
  readonly timeout: number;
  readonly json?: true;
}

interface Account {
  readonly id: string;
  readonly email: string;
}

export function loginCommand(terminal: Terminal): Command {
  return gatewayCommand("login", "Sign in as a person: approve the app in a browser, and keep the login.", {
    examples: [
      "workspace-gateway login --base-url https://gateway.example/api/v1 --client-id app_123",
      "workspace-gateway login --scopes profile:read workspaces:read workspaces:write",
      "workspace-gateway login --authorize-url https://id.example/authorize --token-url https://id.example/token",
    ],
    reads: ["BASE_URL", "CLIENT_ID", "CLIENT_SECRET", "SCOPES", "APP_AUTH"],
  })
    .option(
      "--issuer <url>",
      "authorization server that publishes its endpoints (default: origin of the base URL)",
    )
    .option("--authorize-url <url>", "page where a person approves, if the issuer does not publish it")
    .option("--token-url <url>", "token endpoint that goes with it")
    .option("--client-id <id>", "the app (default: $WORKSPACE_GATEWAY_CLIENT_ID)")
    .option("--scopes <scope...>", "scopes to ask for (default: all that the app may have)")
    .option("--no-browser", "only print the URL")
    .option("--timeout <seconds>", "how long to wait for the approval", secondsToWait, 300)
    .addHelpText(
      "after",
      "\nThe app must have http://127.0.0.1/callback among its redirect URIs, with any port.\n" +
        "Its secret, if it has one, is read from $WORKSPACE_GATEWAY_CLIENT_SECRET.\n" +
        "The login is kept in $XDG_CONFIG_HOME or ~/.config, workspace-gateway/credentials.json, for this user alone.",
    )
    .action((options: Options) => login(options, terminal));
}

async function login(options: Options, terminal: Terminal): Promise<void> {
  const settings = settingsFor(terminal, options, "sign in");
  const { baseUrl, connection, credential } = settings;
  const logins = LoginStore.of(terminal.env);
  logins.find(baseUrl, connection); // a file that cannot be used is told before anybody approves
  const app = appOf(options, settings);
  const scopes = options.scopes ?? settings.scopes ?? [];
  const endpoints = await findEndpoints(options, settings);
  const show = (url: string) => {
    terminal.note(`Open this URL in a browser, and approve:\n${url}`);
    if (options.browser) {
      openBrowser(url, terminal.env);
    }
  };
  const tokens = await askApproval(
    { endpoints, app, scopes, timeout: options.timeout * 1000, show },
    settings,
  );
  const { tokenUrl, revocationUrl } = endpoints;
  await logins.change(baseUrl, connection, systemIo, async () => ({
    tokenUrl,
    revocationUrl,
    ...app,
    ...(scopes.length > 0 ? { scopes: [...scopes] } : {}), // what is granted, where the server does not say
    ...tokens,
  }));
  const account = await accountOf({ ...settings, credential: { from: "login", logins } });
  const who =
    account === undefined ? "an account that it may not read (no scope profile:read)" : described(account);
  const said = `Logged in to ${baseUrl} as ${who}.`;
  terminal.out(
    options.json ? JSON.stringify({ baseUrl, account: account ?? null, file: logins.file }) : said,
  );
  terminal.note(`The login is kept in ${logins.file}.`);
  if (tokens.refreshToken === undefined) {
    terminal.note("The server gave nothing to renew it with: it ends when its token does.");
  }
  if (credential.from !== "login") {
    const stronger = settings.named(credential.from === "service" ? "tokenUrl" : "accessToken");
    terminal.note(`It is not used as long as ${stronger} is set.`);
  }
}

/** The secret in the environment is that of the app in the environment: no other app gets it. */
function appOf({ clientId }: Options, settings: Settings): App {
  const chosen = clientId ?? settings.clientId;
  if (chosen === undefined) {
    throw new UsageError(`which app? Give --client-id or set ${settings.named("clientId")}`);
  }
  const clientSecret = chosen === settings.clientId ? settings.clientSecret : undefined;
  return { clientId: chosen, clientSecret, appAuth: settings.appAuth };
}

/** Undefined if the login may not read its account. */
async function accountOf(settings: Settings): Promise<Account | undefined> {
  try {
    const { id, email } = await clientFor(settings).client.account();
    return { id: String(id), email: String(email) };
  } catch (error) {
    if (error instanceof GatewayError && error.status === 403) {
      return undefined;
    }
    throw error;
  }
}

function described({ id, email }: Account): string {
  return `account ${id} (${email})`;
}

function secondsToWait(text: string): number {
  const seconds = Number(text);
  if (!(seconds > 0 && seconds <= 3600)) {
    throw new InvalidArgumentError("It must be a number of seconds, at most 3600.");
  }
  return seconds;
}
