import type { Command } from "commander";
import { besidesPulumi, gatewayCommand, numberOf } from "../gateway-command.js";
import type { Terminal } from "../terminal.js";
import { withUsageOptions } from "../usage/usage-options.js";
import { type RetireOptions, tellRetirements } from "./tell-retirements.js";

export function retireCommand(terminal: Terminal, commandLine: readonly string[]): Command {
  const command = gatewayCommand(
    "retire",
    "Say which routes and callers stand in the way of models that retire.",
    {
      examples: [
        "workspace-gateway retire                                  # what an `up` in this folder would make of it",
        "workspace-gateway retire --usage 7d                       # and who still calls them",
        "workspace-gateway retire openai/gpt-4o --stack prod       # one model, as the last `up` left it",
        "workspace-gateway retire --stack prod --live --usage 30d  # routes of the gateway, days of the stack",
        "workspace-gateway retire --preview preview.json --within 90 --json",
      ],
      notes:
        "A `Model` says when it retires (`retiresOn`) and what replaces it (`replacedBy`). Without names, it tells of the models\n" +
        "that retire within 30 days, or have retired. The gateway does not know these days: with --live they come from --stack.\n" +
        "What stands after `--` is for `pulumi preview`. Days are those of UTC; on its day itself a model is still served. Nothing is written.\n\n" +
        "Exit codes: 0 told, 1 failed, 2 the command line is wrong, 3 a model has retired, and routes or callers still end there.",
    },
  )
    .argument(
      "[model...]",
      "gateway names, names in the program, or ids (default: all that retire soon or have retired)",
    )
    .option(
      "--within <days>",
      "tell of models that retire within so many days (default: 30)",
      numberOf("days", 3650),
    )
    .option("--live", "routes of the gateway as it is")
    .option(
      "--stack <name>",
      "this stack as its last `up` left it, or a file that `pulumi stack export` wrote",
    )
    .option("--preview <file>", "what `pulumi preview --json --show-sames` printed; `-` is standard input")
    .option("--offline", "for a preview: send nothing to the gateway");
  return withUsageOptions(command).action((_models, options: RetireOptions, run: Command) => {
    const { own, pulumi } = besidesPulumi(run.args, commandLine);
    return tellRetirements({ models: own, pulumi }, options, terminal);
  });
}
