import { Command } from "commander";
import { environmentHelp, type Variable } from "./environment.js";

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
