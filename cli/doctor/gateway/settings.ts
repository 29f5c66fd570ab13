import {
  defined,
  readSettings,
  type Settings,
  SettingsError,
  settingNames,
  settingsSchema,
} from "pulumi-workspace-gateway/tools";
import type { Fact } from "../table.js";

/** Where the settings of a connection can be. */
export interface SettingPlaces {
  readonly connection: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The stack's config by its full key; undefined for a key that is not set. */
  config(key: string): string | undefined;
  /** How the user sets a key without a stack. */
  readonly named?: (key: string) => string;
  /** Why settings may seem to be missing: the stack's config cannot be read. */
  readonly gap?: string;
}

/** The settings of a connection; to sign in, the credential may be missing. */
export function settingsIn(places: SettingPlaces, to: "call" | "sign in"): Fact<Settings> {
  try {
    return { known: readSettings(places, places.connection, to) };
  } catch (error) {
    if (error instanceof SettingsError) {
      return { why: to === "call" ? "there is no credential" : "the settings are not complete" };
    }
    throw error;
  }
}

/** Where each setting comes from: an environment variable, or a key of the stack's config. */
export function sourcesOf({ env, config, connection }: SettingPlaces): Record<string, string> {
  const isSet = (text: string | undefined) => text !== undefined && text.trim() !== "";
  const found = Object.keys(settingsSchema.shape).map((key) => {
    const { variable, config: name } = settingNames(key, connection);
    return [key, isSet(env[variable]) ? variable : isSet(config(name)) ? name : undefined] as const;
  });
  return defined(Object.fromEntries(found));
}
