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
import { type ConfigListing, configText } from "./stack/stack-state.js";
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

/** What the environment variables mean. The common first part of their names is left out. */
const meanings = {
  BASE_URL: "root of the management API, ends in /api/v1",
  ACCESS_TOKEN: "bearer token; used before any other way to sign in",
  CLIENT_ID: "the app that the service flow, login and key use",
  CLIENT_SECRET: "the app's secret; there is no option for it, because other users can see options",
  TOKEN_URL: "token endpoint of the service flow",
  SCOPES: "scopes to ask for, separated by spaces or commas",
  APP_AUTH: "how the app's credentials are sent: basic (default) or body",
  API_VERSION: "dated version of the API to pin",
} as const;

interface CommandHelp {
  readonly examples: readonly string[];
  readonly notes?: string;
  /** The environment variables that it reads (default: all that say where it signs in, and how). */
  readonly reads?: readonly (keyof typeof meanings)[];
  readonly exitCodes?: string;
}

export function plainCommand(name: string, description: string, { examples, notes }: CommandHelp): Command {
  const command = new Command(name)
    .description(description)
    .addHelpText("after", `\nExamples:\n${examples.map((line) => `  ${line}`).join("\n")}`);
  return notes === undefined ? command : command.addHelpText("after", `\n${notes}`);
}

/** A command for one gateway, with the options that say which gateway. */
export function gatewayCommand(name: string, description: string, help: CommandHelp): Command {
  return plainCommand(name, description, help)
    .option("--connection <name>", "a named connection, the same as `connection` of a resource")
    .option("--base-url <url>", "root of the management API (default: $WORKSPACE_GATEWAY_BASE_URL)")
    .option("--json", "print the result as JSON")
    .addHelpText("after", environmentHelp(help));
}

/** A command for the gateways of a stack, whose resources say which connection they use. */
export function stackCommand(name: string, description: string, help: CommandHelp): Command {
  return plainCommand(name, description, help)
    .option("--json", "print the facts as JSON")
    .addHelpText("after", environmentHelp(help, 'For resources with `connection: "eu"` the names are'));
}

export function repeatable(text: string, before: readonly string[] = []): string[] {
  return [...before, text];
}

/** The operands of a command, and what stands after `--`: that is for pulumi. */
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
      throw new InvalidArgumentError(`It must be a number of ${what}, at most ${most}.`);
    }
    return number;
  };
}

/** The part of a help text that lists the environment variables of a command, and when they have other names. */
export function environmentHelp(
  {
    reads,
    exitCodes = "0 done, 1 failed, 2 the command line is wrong.",
  }: Pick<CommandHelp, "reads" | "exitCodes"> = {},
  connections = "With --connection eu the names are",
): string {
  const lines = Object.entries(meanings)
    .filter(([name]) => reads === undefined || reads.some((each) => each === name))
    .map(([name, meaning]) => `  WORKSPACE_GATEWAY_${name.padEnd(14)} ${meaning}`);
  return `
Environment:
${lines.join("\n")}
${connections} WORKSPACE_GATEWAY_EU_BASE_URL and so on.

Exit codes: ${exitCodes}`;
}
