import type { Command } from "commander";
import { systemMachine } from "../doctor/pulumi.js";
import { stackCommand } from "../gateway.js";
import type { Terminal } from "../terminal.js";
import type { RecoverOptions } from "./recover-stack.js";

export function recoverCommand(terminal: Terminal): Command {
  return stackCommand(
    "recover",
    "Clean up after a killed run of pulumi, so that the next `pulumi up` can continue.",
    {
      examples: [
        "workspace-gateway recover                        # after a killed run, in the folder of the program",
        "workspace-gateway recover --dry-run --stack prod",
        "workspace-gateway recover --yes --stack prod     # in a pipeline",
        "workspace-gateway recover --since 2026-11-22T10:15:00Z   # also objects that no checkpoint recorded",
      ],
      notes:
        "Compares the state and its pending operations with the gateway, which it only reads. It looks for unrecorded\n" +
        "creates, and adds the objects that it finds to the state. It removes the lock, changes the state with\n" +
        "`pulumi stack import`, and keeps a copy of the old state in this folder. It refuses a stack that a running process\n" +
        "on this machine has locked, and with --yes also one that another machine locked less than an hour ago.\n\n" +
        "You can run it again at any time, even if it was interrupted. If pulumi can no longer read the stack, run\n" +
        "`workspace-gateway doctor`: it prints the commands that repair the files of the backend.",
    },
  )
    .option("-s, --stack <name>", "the stack (default: the selected one)")
    .option("-y, --yes", "do not ask; required without a terminal")
    .option("--dry-run", "only show the plan")
    .option(
      "--since <time>",
      "also look for objects that were created since then and not recorded (ISO 8601, with a time zone)",
    )
    .action(async (options: RecoverOptions) => {
      const { recoverStack } = await import("./recover-stack.js"); // loads the Pulumi SDK, which is slow
      await recoverStack(options, terminal, systemMachine(terminal.env, process.cwd()));
    });
}
