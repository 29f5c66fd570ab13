import type { Command } from "commander";
import { howMany } from "pulumi-workspace-gateway/tools";
import { diagnose } from "../../doctor/doctor.js";
import { lookForProject, type Machine, systemMachine } from "../../doctor/pulumi.js";
import { reportText } from "../../doctor/table.js";
import { type GatewayOptions, namedInEnvironment, withBaseUrl } from "../gateway.js";
import { gatewayCommand } from "../gateway-command.js";
import { Refused, type Terminal, UsageError } from "../terminal.js";

export interface DoctorOptions extends GatewayOptions {
  readonly stack?: string;
}

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
      "Each line is ok, a note (a destroy would be refused), a warning (advice), a problem, or not checked, with the reason.\n" +
      "Exit code 1 also means a problem: the next `up`, or any write, would fail.",
  })
    .option("--stack <name>", "the stack to look at (default: the selected one, if here is a program)")
    .action((options: DoctorOptions) =>
      runDoctor(options, terminal, systemMachine(terminal.env, process.cwd())),
    );
}

/** Prints the findings. A problem ends with exit code 1. */
export async function runDoctor(options: DoctorOptions, terminal: Terminal, machine: Machine): Promise<void> {
  const { stack, connection } = options;
  if (stack !== undefined && (await lookForProject(machine.folder)) === undefined) {
    throw new UsageError("--stack needs a program: there is no Pulumi.yaml in this folder or above it");
  }
  const findings = await diagnose({
    machine,
    stack,
    connection,
    settings: withBaseUrl(machine.env, options),
    named: namedInEnvironment,
    progress: (text) => terminal.progress(text),
  });
  terminal.progress("");
  const problems = findings.filter(({ state }) => state === "problem").length;
  terminal.out(
    options.json
      ? JSON.stringify({ writable: problems === 0, findings }, undefined, 2)
      : reportText(findings),
  );
  if (problems > 0) {
    throw new Refused(`${howMany(problems, "problem")}: a write would fail.`, 1);
  }
}
