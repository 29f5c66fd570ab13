import type { Command } from "commander";
import {
  appSecrets,
  authServer,
  type Login,
  LoginStore,
  oauthFetch,
  proofOf,
  type Settings,
  systemIo,
} from "pulumi-workspace-gateway/tools";
import { type GatewayOptions, gatewayCommand, settingsFor } from "../gateway.js";
import type { Terminal } from "../terminal.js";

export function logoutCommand(terminal: Terminal): Command {
  return gatewayCommand("logout", "Delete the login, and let the server end it, if the server can.", {
    examples: ["workspace-gateway logout", "workspace-gateway logout --connection eu"],
    reads: ["BASE_URL"],
  }).action((options: GatewayOptions) => logOut(options, terminal));
}

/** How a login ended: there was none, it was only deleted here, or the server ended it too. */
type LoginEnd = "none" | "forgotten" | "revoked";

async function logOut(options: GatewayOptions, terminal: Terminal): Promise<void> {
  const settings = settingsFor(terminal, options, "sign in");
  const { baseUrl } = settings;
  const result = await endLogin(settings, LoginStore.of(terminal.env));
  const words: Record<LoginEnd, string> = {
    none: `There is no login for ${baseUrl}.`,
    forgotten: `The login for ${baseUrl} is deleted here. Its tokens work until they expire.`,
    revoked: `Logged out of ${baseUrl}.`,
  };
  terminal.out(options.json ? JSON.stringify({ baseUrl, result }) : words[result]);
}

/** Deletes a login here first. So it is gone here also if the server cannot end it. */
export async function endLogin(settings: Settings, logins: LoginStore): Promise<LoginEnd> {
  const { baseUrl, connection } = settings;
  const login = logins.find(baseUrl, connection);
  if (login === undefined) {
    return "none";
  }
  let last: Login = login;
  await logins.change(baseUrl, connection, systemIo, async (current = login) => {
    last = current; // another process may have renewed the login since
    return undefined;
  });
  if (last.revocationUrl === undefined) {
    return "forgotten";
  }
  await revoke(last, last.revocationUrl, settings);
  return "revoked";
}

/** Ends the refresh token, and with it all tokens that it gave (RFC 7009). */
async function revoke(login: Login, url: string, settings: Settings): Promise<void> {
  const oauth = await import("oauth4webapi");
  const token = login.refreshToken ?? login.accessToken;
  const server = { issuer: new URL(url).origin, revocation_endpoint: url };
  const secrets = [...appSecrets(login), token];
  const remedy =
    "The login is deleted here, but the server has not ended it: its tokens work until they expire.";
  const fetch = oauthFetch(authServer(url, "the login's revocation URL", settings, systemIo), {
    remedy,
    secrets,
  });
  await oauth.revocationRequest(server, { client_id: login.clientId }, proofOf(login, oauth), token, {
    [oauth.customFetch]: fetch,
    [oauth.allowInsecureRequests]: true, // login accepts http only on this machine
  });
}
