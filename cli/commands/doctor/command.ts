import type { Command } from "commander";
import { gatewayCommand } from "../gateway-command.js";
import type { Terminal } from "../terminal.js";
import { type DoctorOptions, runDoctor } from "./doctor.js";
import { systemMachine } from "./system-machine.js";

export function doctorCommand(terminal: Terminal): Command {
  return gatewayCommand("doctor", "Check everything that the next `up` needs, and say what to do.", {
    examples: [
      "workspace-gateway doctor                  # in the folder of a program: its selected stack, too",
      "workspace-gateway doctor --stack prod --json",
      "workspace-gateway doctor --base-url https://gateway.example/api/v1",
    ],
    notes:
      "Checks the settings, the gateway, the token and its scopes, the rate limit, Node, pulumi, the packages, the\n" +
      "stack and what a killed run has left. It runs a preview of the stack, and so the program, and compares it with\n" +
      "the rights of the token, for each connection.\n\n" +
      "It writes nothing: it sends only GETs to the gateway, and runs only commands of pulumi that read.\n\n" +
      "Each line is ok, a warning (advice), a problem, or not checked, with the reason.\n" +
      "Exit code 1 also means a problem: the next `up`, or any write, would fail.",
  })
    .option("--stack <name>", "the stack to look at (default: the selected one, if here is a program)")
    .action((options: DoctorOptions) =>
      runDoctor(options, terminal, systemMachine(terminal.env, process.cwd())),
    );
}
