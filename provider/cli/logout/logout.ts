import { appSecrets, proofOf } from "../../client/settings/app.js";
import { type Login, LoginStore } from "../../client/settings/login-store.js";
import type { Settings } from "../../client/settings/settings.js";
import { authServer } from "../../client/sign-in/auth-server.js";
import { oauthFetch } from "../../client/sign-in/oauth-fetch.js";
import { systemIo } from "../../io/io.js";
import { type GatewayOptions, settingsFor } from "../gateway.js";
import type { Terminal } from "../terminal.js";

/** What became of a login: there was none, only we forgot it, or the server ended it too. */
type LoginEnd = "none" | "forgotten" | "revoked";

export async function logOut(options: GatewayOptions, terminal: Terminal): Promise<void> {
  const settings = settingsFor(terminal, options, "sign in");
  const { baseUrl } = settings;
  const result = await endLogin(settings, LoginStore.of(terminal.env));
  const words: Record<LoginEnd, string> = {
    none: `There is no login for ${baseUrl}.`,
    forgotten: `The login for ${baseUrl} is forgotten; its tokens work until they expire.`,
    revoked: `Logged out of ${baseUrl}.`,
  };
  terminal.out(options.json ? JSON.stringify({ baseUrl, result }) : words[result]);
}

/** Forgets a login first: one that the server could not end is gone here all the same. */
export async function endLogin(settings: Settings, logins: LoginStore): Promise<LoginEnd> {
  const { baseUrl, connection } = settings;
  const login = logins.find(baseUrl, connection);
  if (login === undefined) {
    return "none";
  }
  let last: Login = login;
  await logins.change(baseUrl, connection, systemIo, async (current = login) => {
    last = current; // another process may have renewed it meanwhile
    return undefined;
  });
  if (last.revocationUrl === undefined) {
    return "forgotten";
  }
  await revoke(last, last.revocationUrl, settings);
  return "revoked";
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
