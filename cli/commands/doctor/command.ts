import type { Command } from "commander";
import { gatewayCommand } from "../gateway-command.js";
import type { Terminal } from "../terminal.js";
import { type DoctorOptions, runDoctor } from "./doctor.js";
import { systemMachine } from "./system-machine.js";

export function doctorCommand(terminal: Terminal): Command {
  return gatewayCommand("doctor", "Look at all that a first write needs: what is wrong, and what to do.", {
    examples: [
      "workspace-gateway doctor                  # in the folder of a program: its selected stack, too",
      "workspace-gateway doctor --stack prod --json",
      "workspace-gateway doctor --base-url https://gateway.example/api/v1",
    ],
    notes:
      "Looks at the settings, the gateway, the token and its scopes, the rate limit, Node, pulumi, the packages, the\n" +
      "stack and what a killed run has left. A preview of the stack, which runs the program, says what the next\n" +
      "`up` does: that is compared with what the token may do, for each connection that it uses.\n\n" +
      "It writes nothing: to the gateway it sends only GETs, and of pulumi it runs only commands that show\n" +
      "something. A token endpoint is asked for a token, as by every command.\n\n" +
      "Each line is ok, a warning (advice), a problem, or not checked, with the reason.\n" +
      "Exit code 1 also says that there is a problem: the next `up`, or any write, would fail.",
  })
    .option("--stack <name>", "the stack to look at (default: the selected one, if here is a program)")
    .action((options: DoctorOptions) =>
      runDoctor(options, terminal, systemMachine(terminal.env, process.cwd())),
    );
}
