import type { Io } from "../../io/io.js";
import { defined } from "../../text/defined.js";
import { RequestError } from "../http/errors.js";
import { loginLine } from "../settings/credential.js";
import type { Login, LoginStore } from "../settings/login-store.js";
import type { Settings } from "../settings/settings.js";
import { SettingsError } from "../settings/settings-error.js";
import { isFresh, type Obtain } from "./renewing.js";
import type { RequestTokens, Tokens } from "./token-endpoint.js";

/** The tokens of a login: the stored ones while they are fresh, else new ones by the stored refresh token. */
export function loginTokens(
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
      return tokensOf(known);
    }
    // Another process may have renewed the login meanwhile: its tokens can be used.
    const login = await logins.change(baseUrl, connection, io, async (current) =>
      current === undefined || usable(current, refused)
        ? current
        : refreshed(current, endpointOf(current), `${again} again.`),
    );
    if (login === undefined) {
      throw new SettingsError(`the login for ${baseUrl} is gone. ${again}.`);
    }
    return tokensOf(login);
  };
}

async function refreshed(login: Login, request: RequestTokens, remedy: string): Promise<Login> {
  const { refreshToken } = login;
  if (refreshToken === undefined) {
    const said = "the login has expired, and the server gave no refresh token for it";
    const path = new URL(login.tokenUrl).pathname;
    throw new RequestError({ method: "POST", path, outcome: "rejected", said, remedy });
  }
  // RFC 6749, 6: a new refresh token replaces the old one. If none comes, the old one stays.
  const { refreshAt: _ended, ...lasting } = login;
  return { ...lasting, ...(await request("refresh_token", { refresh_token: refreshToken })) };
}

function tokensOf({ accessToken, refreshAt, refreshToken, scopes }: Login): Tokens {
  return defined({ accessToken, refreshAt, refreshToken, scopes });
}
