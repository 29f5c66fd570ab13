import type { Command } from "commander";
import { systemIo } from "pulumi-workspace-gateway/tools";
import { usualRoutesFile } from "../../expectations/format.js";
import { plainCommand } from "../gateway-command.js";
import type { Terminal } from "../terminal.js";
import { type ApplyOptions, applyPin } from "./apply.js";

export function applyCommand(terminal: Terminal): Command {
  return plainCommand("apply", "Apply what was reviewed and pinned, and nothing else.", {
    examples: [
      "workspace-gateway review --pin gateway.pin -- --stack prod    # review, and pin what was seen",
      "workspace-gateway apply gateway.pin                           # in the folder of the same program",
      "workspace-gateway apply gateway.pin -- --stack my-org/prod",
      "workspace-gateway apply gateway.pin --markdown comment.md     # also if it fails",
    ],
    notes:
      "Looks again first: if the gateway, the account, the program, the stack or the configuration moved since the\n" +
      "review, it says what moved and applies nothing. What gateway-routes.yaml expects has to hold, too.\n" +
      "Runs `pulumi preview --refresh`, then `pulumi up --refresh --plan`.\n\n" +
      "Exit codes: 0 applied or nothing to do, 1 failed, 2 the command line is wrong,\n" +
      "3 an expectation would be broken, 4 the pin does not hold.",
  })
    .argument("<pin>", "what `workspace-gateway review --pin` wrote; pulumi's plan must lie beside it")
    .argument("[pulumi...]", "after `--`: more arguments for `pulumi preview` and `pulumi up`")
    .option(
      "--routes <file>",
      `what is expected of the gateway (default: ${usualRoutesFile}, if it is there)`,
    )
    .option("--markdown <file>", "write what was applied, and what was not, as the comment of a pull request")
    .action((pin: string, pulumi: string[], options: ApplyOptions) =>
      applyPin(pin, pulumi, options, terminal, systemIo),
    );
}
