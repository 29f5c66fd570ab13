import { likely } from "../../text/likely.js";
import { printable } from "../../text/printable.js";
import { settingNames } from "./setting-names.js";
import type { SettingsSource } from "./settings.js";
import { settingsSchema } from "./settings-schema.js";

const start = settingNames("").variable;
const known = Object.keys(settingsSchema.shape).map((key) => settingNames(key).variable.slice(start.length));

/** A line for every variable of the environment that looks like a setting of this package and is none. */
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
      const meant = likely(name.slice(connection.length), known);
      const advice =
        meant === undefined
          ? `they are ${known.map((each) => start + each).join(", ")}`
          : `${start}${connection}${meant} is one`;
      return printable(
        `The environment has ${start}${name}, which is no setting and has no effect; ${advice}.`,
      );
    });
}

/** What stands before a setting, such as `EU_` of `EU_BASE_URL`. Empty for the default connection; undefined if none ends there. */
function prefixOf(name: string): string | undefined {
  const setting = known.find((each) => name === each || name.endsWith(`_${each}`));
  return setting === undefined ? undefined : name.slice(0, -setting.length);
}
