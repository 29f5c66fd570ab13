import type { Command } from "commander";
import { usualRoutesFile } from "../../expectations/format.js";
import { gatewayCommand } from "../gateway-command.js";
import { sourceOf } from "../review/command.js";
import type { Terminal } from "../terminal.js";
import { withUsageOptions } from "../usage/usage-options.js";
import { type CheckOptions, tellCheck } from "./tell-check.js";

export function checkCommand(terminal: Terminal, commandLine: readonly string[]): Command {
  const command = gatewayCommand(
    "check",
    "Hold what you expect of the gateway: routes, models, prompts, people, budgets.",
    {
      examples: [
        "workspace-gateway check                                   # what an `up` in this folder would make of it",
        "workspace-gateway check -- --stack prod --refresh",
        "workspace-gateway check preview.json --junit check.xml",
        "workspace-gateway check --stack prod                      # as the last `up` left it, or a file of `pulumi stack export`",
        "workspace-gateway check --program index.ts --config-secret openaiApiKey=made-up   # as a unit test deploys it",
        "workspace-gateway check --live --json                     # the gateway as it is",
        "workspace-gateway check --live --write                    # writes a file that holds today, to begin with",
      ],
      notes:
        `${usualRoutesFile} says what must be true:\n` +
        "  workspaces:\n" +
        '    "Support*":\n' +
        '      routes: { default: { model: openai/gpt-small, maxInputCost: 0.5 }, "gpt-4*": { provider: openai } }\n' +
        '      people: { admins: ["ada@example.com"] }\n\n' +
        "What is met only under one reading of what the API leaves open depends on that, and fails until the file says\n" +
        "`assume:`. What nobody can know here fails, too. --usage says how many requests it hits.\n" +
        "Nothing is written but the files that you ask for.",
      exitCodes:
        "0 done, 1 failed, 2 the command line is wrong, or the file of expectations,\n3 an expectation is not held.",
    },
  )
    .argument(
      "[file]",
      "what `pulumi preview --json --show-sames` printed; `-` is standard input (default: run it)",
    )
    .argument("[pulumi...]", "after `--`: more arguments for `pulumi preview`")
    .option("--routes <file>", `what is expected (default: ${usualRoutesFile} in this folder)`)
    .option("--live", "hold it against the gateway as it is")
    .option(
      "--stack <name>",
      "hold it against this stack as its last `up` left it, or a file that `pulumi stack export` wrote",
    )
    .option(
      "--program <file>",
      "hold it against this program, or that of a folder, deployed to a gateway in this process (needs workspace-gateway-emulator)",
    )
    .option("--stack-name <name>", "for --program: the name of its stack (default: test)")
    .option("--config <key=value...>", "for --program: config of its stack, beside that of its files")
    .option("--config-secret <key=value...>", "for --program: the same, as secrets; made-up values do")
    .option("--offline", "for a preview: send nothing to the gateway")
    .option("--junit <file>", "also write a test report that pipelines read")
    .option("--write", "write the file instead: what holds today")
    .option("--force", "let --write overwrite a file that is there");
  return withUsageOptions(command).action((_file, _pulumi, options: CheckOptions, self: Command) =>
    tellCheck(sourceOf(self.args, commandLine), options, terminal),
  );
}
