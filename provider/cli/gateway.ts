import { Client } from "../client/client.js";
import { settingNames } from "../client/settings/setting-names.js";
import { readSettings, type Settings } from "../client/settings/settings.js";
import type { Auth } from "../client/sign-in/auth.js";
import { authFor } from "../client/sign-in/auth-for.js";
import { systemIo } from "../io/io.js";
import type { Terminal } from "./terminal.js";

/** The options of every command: which gateway to use, and how to print the result. */
export interface GatewayOptions {
  readonly connection?: string;
  readonly baseUrl?: string;
  readonly json?: true;
}

/** The settings of a command. They come from the environment only, because there is no stack. */
export function settingsFor(
  { env }: Terminal,
  { connection, baseUrl }: GatewayOptions,
  to: "call" | "sign in" = "call",
): Settings {
  const variable = (key: string) => settingNames(key, connection).variable;
  const given = baseUrl === undefined ? {} : { [variable("baseUrl")]: baseUrl };
  const named = (key: string) => (key === "baseUrl" ? `${variable(key)} or --base-url` : variable(key));
  return readSettings({ env: { ...env, ...given }, config: () => undefined, named }, connection, to);
}

/** A client for one command, and the way in which it signs in. */
export function clientFor(settings: Settings): { client: Client; auth: Auth } {
  const auth = authFor(settings, systemIo);
  return { client: new Client(settings, systemIo, undefined, auth), auth };
}
