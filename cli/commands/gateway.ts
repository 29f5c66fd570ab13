import {
  type Auth,
  authFor,
  Client,
  readSettings,
  type Settings,
  settingNames,
  systemIo,
} from "pulumi-workspace-gateway/tools";
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
  const given = withBaseUrl(env, { connection, baseUrl });
  return readSettings({ env: given, config: () => undefined, named: namedInEnvironment }, connection, to);
}

/** The environment, with the URL that an option gives. */
export function withBaseUrl(
  env: Terminal["env"],
  { connection, baseUrl }: { readonly [K in "connection" | "baseUrl"]?: string | undefined },
): Terminal["env"] {
  const { variable } = settingNames("baseUrl", connection);
  return baseUrl === undefined ? env : { ...env, [variable]: baseUrl };
}

/** How the user sets a key for a command that looks at no stack. */
export function namedInEnvironment(key: string, connection: string | undefined): string {
  const { variable } = settingNames(key, connection);
  return key === "baseUrl" ? `${variable} or --base-url` : variable;
}

/** A client for one command, and the way in which it signs in. `cancelled`: what waits to be sent then is given up. */
export function clientFor(
  settings: Settings,
  terminal: Terminal,
  cancelled: AbortSignal = systemIo.cancelled,
): { client: Client; auth: Auth } {
  // What a person should know goes through the terminal: it may have to make room for it.
  const io = { ...systemIo, cancelled, warn: terminal.note, progress: terminal.progress };
  const auth = authFor(settings, io);
  return { client: new Client(settings, io, undefined, auth), auth };
}
