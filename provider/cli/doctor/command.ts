import type { Command } from "commander";
import { gatewayCommand, signInVariables } from "../gateway-command.js";
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
    reads: [...signInVariables, "API_VERSION"],
  })
    .option("--stack <name>", "the stack to look at (default: the selected one, if here is a program)")
    .addHelpText(
      "after",
      "\nLooks at the settings, the gateway, the token and its scopes, the rate limit, Node, pulumi, the packages, the\n" +
        "stack and what a killed run has left. It writes nothing: to the gateway it sends only GETs, and of pulumi it\n" +
        "runs only commands that show something. A token endpoint is asked for a token, as by every command.\n\n" +
        "Each line is ok, a warning, a problem (a write would fail), or not checked, with the reason.\n" +
        "Exit code 1 also says that there is a problem.",
    )
    .action((options: DoctorOptions) =>
      runDoctor(options, terminal, systemMachine(terminal.env, process.cwd())),
    );
}
