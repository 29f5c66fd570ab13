import type { Command } from "commander";
import { appSecrets, proofOf } from "../../client/settings/app.js";
import { type Login, LoginStore } from "../../client/settings/login-store.js";
import type { Settings } from "../../client/settings/settings.js";
import { authServer } from "../../client/sign-in/auth-server.js";
import { oauthFetch } from "../../client/sign-in/oauth-fetch.js";
import { systemIo } from "../../io/io.js";
import { type GatewayOptions, settingsFor } from "../gateway.js";
import { gatewayCommand } from "../gateway-command.js";
import type { Terminal } from "../terminal.js";

interface Options extends GatewayOptions {
  readonly json?: true;
}

export function logoutCommand(terminal: Terminal): Command {
  return gatewayCommand("logout", "Forget the login, and have the server end it where it can.", {
    examples: ["workspace-gateway logout", "workspace-gateway logout --connection eu"],
    reads: ["BASE_URL"],
  }).action((options: Options) => logout(options, terminal));
}

async function logout(options: Options, terminal: Terminal): Promise<void> {
  const settings = settingsFor(terminal, options, "sign in");
  const { baseUrl, connection } = settings;
  const logins = LoginStore.of(terminal.env);
  const login = logins.find(baseUrl, connection);
  const report = (result: "none" | "forgotten" | "revoked", line: string) =>
    terminal.out(options.json ? JSON.stringify({ baseUrl, result }) : line);
  if (login === undefined) {
    report("none", `There is no login for ${baseUrl}.`);
    return;
  }
  let last: Login = login;
  await logins.change(baseUrl, connection, systemIo, async (current = login) => {
    last = current;
    return undefined;
  });
  if (last.revocationUrl === undefined) {
    report("forgotten", `The login for ${baseUrl} is forgotten; its tokens work until they expire.`);
    return;
  }
  await revoke(last, last.revocationUrl, settings);
  report("revoked", `Logged out of ${baseUrl}.`);
}

/** Ends the refresh token, and with it what came of it (RFC 7009). */
async function revoke(login: Login, url: string, settings: Settings): Promise<void> {
  const oauth = await import("oauth4webapi");
  const token = login.refreshToken ?? login.accessToken;
  const server = { issuer: new URL(url).origin, revocation_endpoint: url };
  const secrets = [...appSecrets(login), token];
  const remedy =
    "The login is forgotten here, but the server has not ended it: its tokens work until they expire.";
  const fetch = oauthFetch(authServer(url, "the login's revocation URL", settings, systemIo), {
    remedy,
    secrets,
  });
  await oauth.revocationRequest(server, { client_id: login.clientId }, proofOf(login, oauth), token, {
    [oauth.customFetch]: fetch,
    [oauth.allowInsecureRequests]: true, // login takes http on loopback only
  });
}
