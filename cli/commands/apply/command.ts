import type { Command } from "commander";
import { systemIo } from "pulumi-workspace-gateway/tools";
import { plainCommand } from "../gateway-command.js";
import type { Terminal } from "../terminal.js";
import { applyPin } from "./apply.js";

export function applyCommand(terminal: Terminal): Command {
  return plainCommand("apply", "Apply what was reviewed and pinned, and nothing else.", {
    examples: [
      "workspace-gateway review --pin gateway.pin -- --stack prod    # review, and pin what was seen",
      "workspace-gateway apply gateway.pin                           # in the folder of the same program",
      "workspace-gateway apply gateway.pin -- --stack my-org/prod",
    ],
    notes:
      "Looks again first: if the gateway, the program or the configuration moved since the review, it says what\n" +
      "moved and applies nothing. Runs `pulumi preview --refresh`, then `pulumi up --refresh --plan`.\n\n" +
      "Exit codes: 0 applied or nothing to do, 1 failed, 2 the command line is wrong, 4 the pin does not hold.",
  })
    .argument("<pin>", "what `workspace-gateway review --pin` wrote; pulumi's plan must lie beside it")
    .argument("[pulumi...]", "after `--`: more arguments for `pulumi preview` and `pulumi up`")
    .action((pin: string, pulumi: string[]) => applyPin(pin, pulumi, terminal, systemIo));
}
