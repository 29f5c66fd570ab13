import { loginLine } from "../settings/credential.js";
import { settingNames } from "../settings/setting-names.js";
import type { Settings } from "../settings/settings.js";
import type { SettingKey } from "../settings/settings-schema.js";
import type { Exchange } from "./exchange.js";

/** What the reader can do about a 401. */
export function remedyOfUnauthorized({ auth }: Exchange, settings: Settings): string {
  const { named, credential, connection } = settings;
  if (auth === "app") {
    return `Set ${named("clientId")} and ${named("clientSecret")} to those of the app; ${named("appAuth")} says how they are sent. ${lastUp("clientSecret", settings)}`;
  }
  switch (credential.from) {
    case "accessToken":
      return `Set ${named("accessToken")} to a valid token. ${lastUp("accessToken", settings)}`;
    case "service":
      return `The gateway refuses what ${named("tokenUrl")} issues: is that its own?`;
    case "login":
      return `Run \`${loginLine(connection)}\` again.`;
  }
}

/** Why a setting that was just put right may not help: the engine keeps the config of a stack in its state. */
function lastUp(key: SettingKey, { connection }: Settings): string {
  const { variable } = settingNames(key, connection);
  return `\`pulumi refresh\` and \`pulumi destroy\` use the config of the last \`up\`: ${variable} in the environment always wins.`;
}

/** What the reader can do about a 403. */
export async function remedyOfForbidden(
  { auth, scope }: Exchange,
  settings: Settings,
  whoAmI: () => Promise<string>,
): Promise<string> {
  const { named, credential, connection } = settings;
  if (auth === "app") {
    return `This call needs permission in the workspace for the owner of the app ${settings.clientId}.`;
  }
  const needed = scope === undefined ? "" : ` needs the scope ${scope} and`;
  const why = `This call${needed} needs permission in the workspace; the token belongs to ${await whoAmI()}.`;
  switch (credential.from) {
    case "accessToken":
      return `${why} Set ${named("accessToken")} to a token that has both.`;
    case "service":
      return `${why} Let the app ${credential.app.clientId} have both; ${named("scopes")} says which scopes it asks for.`;
    case "login":
      return `${why} Run \`${loginLine(connection)}\` as someone who has both.`;
  }
}
