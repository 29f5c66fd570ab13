import type { Command } from "commander";
import { systemMachine } from "../doctor/pulumi.js";
import { stackCommand } from "../gateway.js";
import type { Terminal } from "../terminal.js";
import type { RecoverOptions } from "./recover-stack.js";

export function recoverCommand(terminal: Terminal): Command {
  return stackCommand(
    "recover",
    "Clean up after a killed Pulumi run, so that the next `pulumi up` can continue.",
    {
      examples: [
        "workspace-gateway recover                        # after a killed run, in the program's folder",
        "workspace-gateway recover --dry-run --stack prod",
        "workspace-gateway recover --yes --stack prod     # in a pipeline",
        "workspace-gateway recover --since 2026-11-22T10:15:00Z   # also finds objects that no checkpoint recorded",
      ],
      notes:
        "Compares the state and its pending operations with the gateway, without changing the gateway. It looks for\n" +
        "unrecorded creates, and adds the objects that it finds to the state. It removes the lock, changes the state with\n" +
        "`pulumi stack import`, and keeps a copy of the old state in this folder. It refuses to work on a stack that is\n" +
        "locked by a running process on this machine or, with --yes, was locked by a different machine less than an hour ago.\n\n" +
        "You can run the command again at any time, even after an interruption. If pulumi can no longer read the stack, run\n" +
        "`workspace-gateway doctor`: it prints the commands that repair the backend's files.",
    },
  )
    .option("-s, --stack <name>", "the stack (default: the selected stack)")
    .option("-y, --yes", "do not ask for confirmation (required without a terminal)")
    .option("--dry-run", "only show the plan")
    .option(
      "--since <time>",
      "also look for unrecorded objects that were created since this time (ISO 8601, with a time zone)",
    )
    .action(async (options: RecoverOptions) => {
      const { recoverStack } = await import("./recover-stack.js"); // loads the Pulumi SDK, which is slow
      await recoverStack(options, terminal, systemMachine(terminal.env, process.cwd()));
    });
}
