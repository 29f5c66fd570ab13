import { type Auth, staticToken } from "./auth.js";
import { loginCommand } from "./credential.js";
import type { Send } from "./exchange.js";
import type { Io } from "./io.js";
import { Limiter } from "./limiter.js";
import { loginTokens } from "./login-tokens.js";
import { Renewing } from "./renewing.js";
import { retried } from "./retry.js";
import type { Settings } from "./settings.js";
import type { SettingKey } from "./settings-schema.js";
import { tokenEndpoint } from "./token-endpoint.js";
import { type Server, transport } from "./transport.js";

/** The bearer token of a connection, by whichever way is set; `wire` reaches a token endpoint's server. */
export function authFor(
  settings: Settings,
  io: Io,
  wire: (server: Server) => Send = (server) => transport(settings, server),
): Auth {
  const { credential, connection, named } = settings;
  const chain = (tokenUrl: string, name: string) =>
    retried(
      new Limiter(settings, io).wrap(wire({ url: new URL(tokenUrl).origin, named: name })),
      settings,
      io,
    );
  switch (credential.from) {
    case "accessToken":
      return staticToken(credential.accessToken);
    case "service": {
      const { tokenUrl, scopes } = credential;
      const keys: readonly SettingKey[] = ["clientId", "clientSecret", "tokenUrl", "scopes"];
      const remedy = `Check ${keys.map((key) => named(key)).join(", ")}.`;
      const request = tokenEndpoint({ ...credential, remedy }, chain(tokenUrl, named("tokenUrl")), io);
      const scope: Record<string, string> = scopes.length > 0 ? { scope: scopes.join(" ") } : {};
      return new Renewing(() => request("client_credentials", scope), io);
    }
    case "login": {
      const remedy = `Run \`${loginCommand(connection)}\` again.`;
      const obtain = loginTokens(
        settings,
        credential.logins,
        ({ tokenUrl, ...app }) =>
          tokenEndpoint({ tokenUrl, app, remedy }, chain(tokenUrl, "the login's token URL"), io),
        io,
      );
      return new Renewing(obtain, io);
    }
  }
}
