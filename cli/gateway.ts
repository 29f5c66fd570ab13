import { Command, InvalidArgumentError } from "commander";
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
import { withOutput } from "./output.js";
import { type ConfigListing, configText } from "./stack/stack-state.js";
import type { Terminal } from "./terminal.js";

export interface GatewayOptions {
  readonly connection?: string;
  readonly baseUrl?: string;
}

/** Reads settings from the environment only, because there is no stack. */
export function settingsFor(
  { env }: Terminal,
  { connection, baseUrl }: GatewayOptions,
  to: "call" | "sign in" = "call",
): Settings {
  const given = withBaseUrl(env, { connection, baseUrl });
  return readSettings({ env: given, config: () => undefined, named: namedInEnvironment }, connection, to);
}

export function withBaseUrl(
  env: Terminal["env"],
  { connection, baseUrl }: { readonly [K in "connection" | "baseUrl"]?: string | undefined },
): Terminal["env"] {
  const { variable } = settingNames("baseUrl", connection);
  return baseUrl === undefined ? env : { ...env, [variable]: baseUrl };
}

export function namedInEnvironment(key: string, connection: string | undefined): string {
  const { variable } = settingNames(key, connection);
  return key === "baseUrl" ? `${variable} or --base-url` : variable;
}

export function clientFor(settings: Settings, terminal: Terminal): { client: Client; auth: Auth } {
  const io = ioOf(terminal);
  const auth = authFor(settings, io);
  return { client: new Client(settings, io, undefined, auth), auth };
}

/** Messages go through the terminal, which may have to clear its progress line first. */
function ioOf({ note, progress, trace }: Terminal): Io {
  return { ...systemIo, warn: note, progress, trace };
}

/**
 * Uses one client for each connection. The environment takes precedence over the stack's config. Without
 * `options`, messages do not suggest the option `--base-url`.
 */
export function sessionFor(
  terminal: Terminal,
  options: GatewayOptions | undefined,
  kinds: readonly Kind[],
  config?: ConfigListing,
): Session {
  const env = withBaseUrl(terminal.env, options ?? {});
  const byVariable = (key: string, connection?: string) => settingNames(key, connection).variable;
  const named = options === undefined ? byVariable : namedInEnvironment;
  const session = new Session(kinds, env, ioOf(terminal), config === undefined ? named : undefined);
  session.configure((key) => configText(config?.[key]?.value));
  return session;
}

/** Environment variables, without their common prefix, and their descriptions. */
const meanings = {
  BASE_URL: "root URL of the management API, ending in /api/v1",
  ACCESS_TOKEN: "bearer token; takes precedence over any other way to sign in",
  CLIENT_ID: "id of the app that the service flow and the commands login and key use",
  CLIENT_SECRET: "the app's secret; not an option, because other users could see it in the process list",
  TOKEN_URL: "token endpoint of the service flow",
  SCOPES: "scopes to request, separated by spaces or commas",
  APP_AUTH: "how the app's credentials are sent: basic (default) or body",
  API_VERSION: "dated API version to pin",
} as const;

interface CommandHelp {
  readonly examples: readonly string[];
  readonly notes?: string;
  /** Environment variables that the command reads. Default: all. */
  readonly reads?: readonly (keyof typeof meanings)[];
  readonly exitCodes?: string;
  /** The output formats. Default: a table, JSON and YAML. */
  readonly formats?: Parameters<typeof withOutput>[1];
}

export function plainCommand(name: string, description: string, { examples, notes }: CommandHelp): Command {
  const command = new Command(name)
    .description(description)
    .addHelpText("after", `\nExamples:\n${examples.map((line) => `  ${line}`).join("\n")}`);
  return notes === undefined ? command : command.addHelpText("after", `\n${notes}`);
}

export function gatewayCommand(name: string, description: string, help: CommandHelp): Command {
  return withOutput(plainCommand(name, description, help), help.formats)
    .option("--connection <name>", "the connection to use, as in a resource's `connection` property")
    .option("--base-url <url>", "root of the management API (default: $WORKSPACE_GATEWAY_BASE_URL)")
    .addHelpText("after", environmentHelp(help));
}

/** For commands that read a stack. Each resource in the stack selects its own connection. */
export function stackCommand(name: string, description: string, help: CommandHelp): Command {
  return withOutput(plainCommand(name, description, help), help.formats).addHelpText(
    "after",
    environmentHelp(help, 'For resources with `connection: "eu"`, the variables are'),
  );
}

export function repeatable(text: string, before: readonly string[] = []): string[] {
  return [...before, text];
}

/** Separates a command's operands from the arguments after `--`, which are for pulumi. */
export function besidesPulumi(
  operands: readonly string[],
  commandLine: readonly string[],
): { readonly own: readonly string[]; readonly pulumi: readonly string[] } {
  const dashes = commandLine.indexOf("--");
  const pulumi = dashes < 0 ? [] : commandLine.slice(dashes + 1);
  return { own: operands.slice(0, operands.length - pulumi.length), pulumi };
}

export function numberOf(what: string, most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!(number > 0 && number <= most)) {
      throw new InvalidArgumentError(`Expected a number of ${what}, at most ${most}.`);
    }
    return number;
  };
}

export function environmentHelp(
  { reads, exitCodes }: Pick<CommandHelp, "reads" | "exitCodes"> = {},
  connections = "With --connection eu, the variables are",
): string {
  const lines = Object.entries(meanings)
    .filter(([name]) => reads === undefined || reads.some((each) => each === name))
    .map(([name, meaning]) => `  WORKSPACE_GATEWAY_${name.padEnd(14)} ${meaning}`);
  return `
Environment:
${lines.join("\n")}
${connections} WORKSPACE_GATEWAY_EU_BASE_URL and so on.
${exitCodeHelp(exitCodes)}`;
}

export function exitCodeHelp(exitCodes = "0 success, 1 failed, 2 invalid command line."): string {
  return `\nExit codes: ${exitCodes}`;
}
