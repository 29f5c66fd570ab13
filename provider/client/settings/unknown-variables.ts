import { didYouMean } from "../../text/did-you-mean.js";
import { quoted } from "../../text/quoted.js";
import { settingNames } from "./setting-names.js";
import type { SettingsSource } from "./settings.js";
import { settingsSchema } from "./settings-schema.js";

const start = settingNames("").variable;
const known = Object.keys(settingsSchema.shape).map((key) => settingNames(key).variable.slice(start.length));

/** Warnings about unknown variables of the environment with this package's prefix, one line each. */
export function unknownVariables(env: SettingsSource["env"]): string[] {
  const names = Object.keys(env).filter(
    (name) => name.startsWith(start) && env[name] !== "" && env[name] !== undefined,
  );
  const connections = names.flatMap((name) => prefixOf(name.slice(start.length)) ?? []);
  return names
    .map((name) => name.slice(start.length))
    .filter((name) => prefixOf(name) === undefined)
    .map((name) => {
      const connection = connections.find((each) => each !== "" && name.startsWith(each)) ?? "";
      const hint = didYouMean(name.slice(connection.length), known, "The variables", start + connection);
      return `The environment variable ${quoted(start + name)} is not a setting and has no effect.${hint}`;
    });
}

/** What stands before a setting, such as `EU_` of `EU_BASE_URL`. Empty for the default connection; undefined if none ends there. */
function prefixOf(name: string): string | undefined {
  const setting = known.find((each) => name === each || name.endsWith(`_${each}`));
  return setting === undefined ? undefined : name.slice(0, -setting.length);
}
