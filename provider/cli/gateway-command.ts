import { Command } from "commander";

/** What the variables mean, without the part of their names that all of them have. */
const meanings = {
  BASE_URL: "root of the management API, ends in /api/v1",
  ACCESS_TOKEN: "bearer token; goes before the other ways to sign in",
  CLIENT_ID: "the app of the service flow, of login and of key",
  CLIENT_SECRET: "its secret; never an option, since other users see those",
  TOKEN_URL: "token endpoint of the service flow",
  SCOPES: "scopes to ask for, separated by spaces or commas",
  APP_AUTH: "how the app's credentials are sent: basic (default) or body",
  API_VERSION: "dated version of the API to pin",
} as const;

type Variable = keyof typeof meanings;

/** What signs a command in, and where to. */
export const signInVariables: readonly Variable[] = [
  "BASE_URL",
  "ACCESS_TOKEN",
  "CLIENT_ID",
  "CLIENT_SECRET",
  "TOKEN_URL",
  "SCOPES",
];

/** A command about one gateway, with the options that say which. */
export function gatewayCommand(
  name: string,
  description: string,
  help: { readonly examples: readonly string[]; readonly reads: readonly Variable[] },
): Command {
  return new Command(name)
    .description(description)
    .option("--connection <name>", "a named connection, as `connection` on a resource")
    .option("--base-url <url>", "root of the management API (default: $WORKSPACE_GATEWAY_BASE_URL)")
    .option("--json", "print the result as JSON")
    .addHelpText("after", `\nExamples:\n${help.examples.map((line) => `  ${line}`).join("\n")}`)
    .addHelpText("after", environmentHelp(help.reads));
}

/** The part of a help text that says which variables a command reads. */
export function environmentHelp(variables: readonly Variable[]): string {
  const lines = variables.map((name) => `  WORKSPACE_GATEWAY_${name.padEnd(14)} ${meanings[name]}`);
  return `
Environment:
${lines.join("\n")}
With --connection eu the names are WORKSPACE_GATEWAY_EU_BASE_URL and so on.

Exit codes: 0 done, 1 failed, 2 the command line makes no sense.`;
}
