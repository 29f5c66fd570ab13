import { loginLine } from "../settings/credential.js";
import { settingNames } from "../settings/setting-names.js";
import type { Settings } from "../settings/settings.js";
import type { SettingKey } from "../settings/settings-schema.js";
import type { Exchange } from "./exchange.js";

/** `isExpired`: the gateway knows tokens of this connection, so this one has expired or was revoked. */
export function remedyOfUnauthorized({ auth }: Exchange, settings: Settings, isExpired = false): string {
  const { named, credential, connection } = settings;
  if (auth === "app") {
    return `Set ${named("clientId")} and ${named("clientSecret")} to the credentials of the app; ${named("appAuth")} says how they are sent. ${configOfLastUp("clientSecret", settings)}`;
  }
  switch (credential.from) {
    case "accessToken":
      return isExpired
        ? `The token has expired, or was revoked. Set ${named("accessToken")} to a new one. ${configOfLastUp("accessToken", settings)}`
        : `Set ${named("accessToken")} to a valid token. ${configOfLastUp("accessToken", settings)}`;
    case "service":
      return isExpired
        ? `The token has expired, and so has the one that ${named("tokenUrl")} has issued in its place. Run again; if this does not help, compare the clocks of the two servers.`
        : `The gateway refuses the tokens of ${named("tokenUrl")}. Is this the gateway's own token URL?`;
    case "login":
      return `Run \`${loginLine(connection)}\` again.`;
  }
}

/** Says why a corrected setting may have no effect: the engine keeps the config of a stack in its state. */
function configOfLastUp(key: SettingKey, { connection }: Settings): string {
  const { variable } = settingNames(key, connection);
  return `\`pulumi refresh\` and \`pulumi destroy\` use the config of the last \`up\`: ${variable} in the environment always wins.`;
}

export async function remedyOfForbidden(
  { auth, scope }: Exchange,
  settings: Settings,
  whoAmI: () => Promise<string>,
): Promise<string> {
  const { named, credential, connection } = settings;
  if (auth === "app") {
    return `For this call, the owner of the app ${settings.clientId} needs permission in the workspace.`;
  }
  const needed = scope === undefined ? "" : `the scope ${scope} and `;
  const why = `This call needs ${needed}permission in the workspace; the token belongs to ${await whoAmI()}.`;
  switch (credential.from) {
    case "accessToken":
      return `${why} Set ${named("accessToken")} to a token that has both.`;
    case "service":
      return `${why} Give both to the app ${credential.app.clientId}; ${named("scopes")} says which scopes it asks for.`;
    case "login":
      return `${why} Run \`${loginLine(connection)}\` as someone who has both.`;
  }
}
