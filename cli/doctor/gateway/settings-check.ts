import { readSettings, SettingsError, settingNames } from "pulumi-workspace-gateway/tools";
import { type Checking, capital, type Diagnosis } from "../diagnosis.js";
import { gatewayRow } from "../known.js";
import { isSet, sourcesOf, type Written } from "./setting-sources.js";

/** Tells where the settings come from, or which are missing. */
export const settingsCheck = gatewayRow("settings", ["written"], ({ written }, check) => {
  try {
    readSettings(written, written.connection);
    return tellSources(written, check);
  } catch (error) {
    if (!(error instanceof SettingsError)) {
      throw error;
    }
    if (written.gap !== undefined) {
      return check.notChecked(`they may stand in the stack's config, and ${written.gap}`);
    }
    const [what = "", ...remedies] = error.message.split(": ");
    return check.problem({
      found: `${capital(what)}.`,
      means: "The first resource would refuse to work.",
      remedy: `${capital(remedies.join(": "))}.`,
    });
  }
});

/** Tells where the settings come from, and which of them are set twice with different values. */
function tellSources(written: Written, check: Checking): Diagnosis {
  const { connection, env, config } = written;
  const sources = sourcesOf(written);
  const list = Object.entries(sources).map(([key, source]) => `${key} from ${source}`);
  const found = `${list.join(", ")}.`;
  const hidden = Object.keys(sources).filter((key) => {
    const names = settingNames(key, connection);
    const [first, second] = [env[names.variable]?.trim(), config(names.config)?.trim()];
    return isSet(first) && isSet(second) && first !== second;
  });
  return hidden.length === 0
    ? check.ok({ found, facts: { sources } })
    : check.warning({
        found: `${found} The stack's config has other values for ${hidden.join(", ")}.`,
        means: "The environment goes before the config, here and in an `up`.",
        remedy: "Remove the ones that are not meant.",
        facts: { sources, hidden },
      });
}
