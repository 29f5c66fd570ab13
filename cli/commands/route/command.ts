import type { Command } from "commander";
import { besidesPulumi, gatewayCommand } from "../gateway-command.js";
import { type Terminal, UsageError } from "../terminal.js";
import { type RouteOptions, tellRoute } from "./tell-route.js";

export function routeCommand(terminal: Terminal, commandLine: readonly string[]): Command {
  return gatewayCommand("route", "Say where one model name that callers send ends, and why.", {
    examples: [
      'workspace-gateway route gpt-4o --workspace "Support assistant"          # before and after a `pulumi preview`',
      'workspace-gateway route gpt-4o --workspace "Support assistant" -- --stack prod --refresh',
      "workspace-gateway route gpt-4o --workspace Team --preview preview.json",
      "workspace-gateway route gpt-4o --workspace Team --live                  # the gateway as it is",
      "workspace-gateway route gpt-4o --workspace Team --stack prod --json",
    ],
    notes:
      "It tells every mapping that is asked, in order, and what it says; where the name ends, with the provider, host and\n" +
      "cost of the model; and what of it depends on what the API leaves open. The reading is that of `review`.\n" +
      "Without --live or --stack it runs `pulumi preview` in the current folder, as `review` does, and answers for before\n" +
      "and after; with a token it also reads what nobody declares in that workspace. Nothing is written.\n" +
      "A name that ends nowhere is an answer, too: the exit code is 0.",
  })
    .argument("<name>", "the model name, as callers send it")
    .argument("[pulumi...]", "after `--`: more arguments for `pulumi preview`")
    .requiredOption("--workspace <name>", "name or id of the workspace that callers use")
    .option("--live", "ask the gateway as it is")
    .option(
      "--stack <name>",
      "ask this stack as its last `up` left it, or a file that `pulumi stack export` wrote",
    )
    .option("--preview <file>", "what `pulumi preview --json --show-sames` printed; `-` is standard input")
    .option("--offline", "for a preview: send nothing to the gateway")
    .action((name: string, _pulumi, options: RouteOptions, command: Command) => {
      const { own, pulumi } = besidesPulumi(command.args, commandLine);
      if (own.length !== 1) {
        throw new UsageError(
          `give one name, and arguments for pulumi after \`--\`: ${own.slice(1).join(" ")}`,
        );
      }
      return tellRoute(name, pulumi, options, terminal);
    });
}
