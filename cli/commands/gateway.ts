import {
  type Auth,
  authFor,
  Client,
  type Io,
  type Kind,
  readSettings,
  Session,
  type Settings,
  settingNames,
  systemIo,
} from "pulumi-workspace-gateway/tools";
import { type ConfigListing, configText } from "../stack/config-listing.js";
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

/** A client for one command, and how it signs in. */
export function clientFor(settings: Settings, terminal: Terminal): { client: Client; auth: Auth } {
  const io = ioOf(terminal);
  const auth = authFor(settings, io);
  return { client: new Client(settings, io, undefined, auth), auth };
}

/** Messages for people go through the terminal, which may have to clear its line of progress first. */
function ioOf({ note, progress, trace }: Terminal): Io {
  return { ...systemIo, warn: note, progress, trace };
}

/**
 * What a command reads the gateway with: the same as the lifecycle, one client for each connection. The environment goes
 * before the stack's config; where there is no stack, no error advises to set anything in one.
 */
export function sessionFor(
  terminal: Terminal,
  options: GatewayOptions,
  kinds: readonly Kind[],
  config?: ConfigListing,
): Session {
  const env = withBaseUrl(terminal.env, options);
  const session = new Session(
    kinds,
    env,
    ioOf(terminal),
    config === undefined ? namedInEnvironment : undefined,
  );
  session.configure((key) => configText(config?.[key]?.value));
  return session;
}
