import type { Command } from "commander";
import { systemMachine } from "../doctor/system-machine.js";
import { stackCommand } from "../gateway-command.js";
import type { Terminal } from "../terminal.js";
import type { RecoverOptions } from "./recover-options.js";

export function recoverCommand(terminal: Terminal): Command {
  return stackCommand(
    "recover",
    "Repair what a killed run of pulumi has left, so that the next `pulumi up` carries on.",
    {
      examples: [
        "workspace-gateway recover                        # after a run that was killed, in the folder of the program",
        "workspace-gateway recover --dry-run --stack prod",
        "workspace-gateway recover --yes --stack prod     # in a pipeline",
        "workspace-gateway recover --since 2026-11-22T10:15:00Z   # also what no checkpoint recorded",
      ],
      notes:
        "In this order: processes of the killed run that still live here are ended; a file of the backend that was cut short\n" +
        "is restored; creates that nobody recorded are looked for on the gateway, and what was created goes into the state;\n" +
        "the lock is taken away. The gateway is only read. The state is changed by `pulumi stack import`, and a copy of the\n" +
        "old one is kept in this folder. A stack whose lock is held by a process that runs here is refused, and with --yes\n" +
        "also one whose lock another machine made less than an hour ago.\n\n" +
        "It can be run again at any time, also after it was itself interrupted.",
    },
  )
    .option("--stack <name>", "the stack (default: the selected one)")
    .option("--yes", "do not ask; needed if no person can answer")
    .option("--dry-run", "only show what was found and what would be done")
    .option(
      "--since <time>",
      "also look for what nobody recorded since then (ISO 8601, with its zone): PULUMI_SKIP_CHECKPOINTS",
    )
    .option(
      "--preview <file>",
      "for that, what `pulumi preview --json --show-sames` printed (default: run it)",
    )
    .action(async (options: RecoverOptions) => {
      const { recoverStack } = await import("./recover-stack.js"); // loads the kinds, which need the engine's SDK
      await recoverStack(options, terminal, systemMachine(terminal.env, process.cwd()));
    });
}
