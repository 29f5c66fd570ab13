import type { Io } from "../../io/io.js";
import { loginLine } from "../settings/credential.js";
import type { Settings } from "../settings/settings.js";
import type { SettingKey } from "../settings/settings-schema.js";
import { type Auth, staticToken } from "./auth.js";
import { authServer, type Wire } from "./auth-server.js";
import { loginTokens } from "./login-tokens.js";
import { Renewing } from "./renewing.js";
import { tokenEndpoint } from "./token-endpoint.js";

/** The bearer token of a connection, from the source that is set. `wire` reaches its token endpoint. */
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
