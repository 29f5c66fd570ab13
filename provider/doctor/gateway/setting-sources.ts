import { settingNames } from "../../client/settings/setting-names.js";
import type { Settings } from "../../client/settings/settings.js";
import { settingsSchema } from "../../client/settings/settings-schema.js";
import { about, type Diagnosis } from "../diagnosis.js";

/** Where settings can stand. */
export interface Written {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The stack's config by its full key; undefined for a key that is not there. */
  config(key: string): string | undefined;
}

const check = about("settings");

/** Where each setting of a connection comes from: an environment variable, or a key of the stack's config. */
export function sourcesOf({ env, config }: Written, connection: string | undefined): Record<string, string> {
  const found = Object.keys(settingsSchema.shape).flatMap((key) => {
    const names = settingNames(key, connection);
    const inEnv = isSet(env[names.variable]);
    return inEnv || isSet(config(names.config))
      ? [[key, inEnv ? names.variable : names.config] as const]
      : [];
  });
  return Object.fromEntries(found);
}

/** Tells where the settings come from, and which of them stand twice with two values. */
export function tellSources(written: Written, { connection }: Pick<Settings, "connection">): Diagnosis {
  const sources = sourcesOf(written, connection);
  const list = Object.entries(sources).map(([key, source]) => `${key} from ${source}`);
  const found = `${connection === undefined ? "" : `Connection "${connection}": `}${list.join(", ")}.`;
  const facts = { connection, sources };
  const hidden = Object.keys(sources).filter((key) => {
    const { variable, config } = settingNames(key, connection);
    const [first, second] = [written.env[variable]?.trim(), written.config(config)?.trim()];
    return isSet(first) && isSet(second) && first !== second;
  });
  return hidden.length === 0
    ? check.ok({ found, facts })
    : check.warning({
        found: `${found} The stack's config has other values for ${hidden.join(", ")}.`,
        means: "The environment goes before the config, here and in an `up`.",
        remedy: "Take away the ones that are not meant.",
        facts: { ...facts, hidden },
      });
}

function isSet(text: string | undefined): boolean {
  return text !== undefined && text.trim() !== "";
}
