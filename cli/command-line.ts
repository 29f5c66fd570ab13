import { Command, CommanderError } from "commander";
import { isInRange, messageOf, quoted, unknownVariables } from "pulumi-workspace-gateway/tools";
import { apiCommand } from "./api/command.js";
import { applyCommand } from "./apply/command.js";
import { checkCommand } from "./check/command.js";
import { compareCommand } from "./compare/command.js";
import { doctorCommand } from "./doctor/command.js";
import { versionMismatch } from "./doctor/pulumi.js";
import { driftCommand } from "./drift/command.js";
import { explainCommand } from "./explain/command.js";
import { exportCommand } from "./export/command.js";
import { besidesPulumi, environmentHelp } from "./gateway.js";
import { getCommand } from "./get/command.js";
import { graphCommand } from "./graph/command.js";
import { permitVariable } from "./guard/options.js";
import { importFileCommand } from "./import-file/command.js";
import { initCommand } from "./init/command.js";
import { keyCommand } from "./key/command.js";
import { loginCommand, logoutCommand, whoamiCommand } from "./login/command.js";
import { maskingTerminal } from "./masking.js";
import { metricsCommand } from "./metrics/command.js";
import { colorsOf } from "./output.js";
import { promptsCommand } from "./prompts/command.js";
import { recoverCommand } from "./recover/command.js";
import { reviewCommand } from "./review/command.js";
import { routeCommand } from "./route/command.js";
import { Refused, type Terminal, UsageError } from "./terminal.js";
import { commandVersion, neededNode } from "./text/own-version.js";

const debugOption = "--debug";

const commands: readonly ((terminal: Terminal, commandLine: readonly string[]) => Command)[] = [
  initCommand,
  loginCommand,
  logoutCommand,
  whoamiCommand,
  doctorCommand,
  getCommand,
  explainCommand,
  apiCommand,
  keyCommand,
  exportCommand,
  importFileCommand,
  reviewCommand,
  promptsCommand,
  applyCommand,
  driftCommand,
  compareCommand,
  recoverCommand,
  graphCommand,
  routeCommand,
  checkCommand,
  metricsCommand,
];

/** Commands of other tools, and their equivalents here. */
const elsewhere: Readonly<Record<string, string>> = {
  create: "workspace-gateway init",
  destroy: "pulumi destroy",
  diff: "workspace-gateway review",
  import: "workspace-gateway import-file",
  list: "workspace-gateway get",
  new: "workspace-gateway init",
  plan: "workspace-gateway review",
  preview: "pulumi preview",
  refresh: "pulumi refresh",
  up: "pulumi up",
};

/** Returns the exit code: 0 success, 1 failure, 2 invalid command line, or the code of a `Refused` error. */
export async function runCommandLine(args: readonly string[], plain: Terminal): Promise<number> {
  const terminal = maskingTerminal(plain);
  let run: Command | undefined;
  const program = createProgram(withTrace(terminal, args), args).hook("preAction", (_program, command) => {
    run = command;
    requireNode();
    const mismatch = versionMismatch(process.cwd());
    if (mismatch !== undefined) {
      terminal.note(`workspace-gateway: ${mismatch.found} ${mismatch.remedy}`);
    }
    const { [permitVariable]: _ours, ...env } = terminal.env;
    for (const line of unknownVariables(env)) {
      terminal.note(`workspace-gateway: ${line}`);
    }
  });
  try {
    const [name = ""] = args;
    if (Object.hasOwn(elsewhere, name)) {
      throw new UsageError(`unknown command ${quoted(name)}. Use \`${elsewhere[name]}\`.`);
    }
    await program.parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) {
      return error.exitCode === 0 ? 0 : 2; // commander has already printed the error
    }
    terminal.note(`workspace-gateway: ${messageOf(error)}`);
    if (error instanceof UsageError) {
      terminal.note(usageOf(run ?? program));
    }
    return exitCodeOf(error);
  } finally {
    terminal.progress("");
  }
}

function requireNode(): void {
  const { node } = process.versions;
  const needed = neededNode();
  if (!isInRange(node, needed)) {
    throw new Error(
      `this command needs Node ${needed.replace(">=", "")} or newer, but this is Node ${node}. Install a newer version.`,
    );
  }
}

/** Commands receive the terminal before commander parses options such as `--debug`. */
function withTrace(terminal: Terminal, args: readonly string[]): Terminal {
  const { own } = besidesPulumi(args, args);
  return own.includes(debugOption) ? { ...terminal, trace: terminal.note } : terminal;
}

function exitCodeOf(error: unknown): number {
  if (error instanceof Refused) {
    return error.exitCode;
  }
  return error instanceof UsageError ? 2 : 1;
}

export function createProgram(terminal: Terminal, args: readonly string[]): Command {
  const program = new Command("workspace-gateway")
    .description(
      "Manage a workspace gateway: sign in, diagnose problems, export an account as a program, review and apply changes, find drift, " +
        "check expectations, draw and explain its routing, read metrics, and recover from a killed run.",
    )
    .version(commandVersion())
    .option(debugOption, "print each request to standard error, without secrets")
    .configureHelp({ showGlobalOptions: true, styleTitle: colorsOf(terminal).bold })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.note(text.trimEnd()),
      outputError: (text, write) => write(text.replace(/^error: /, "workspace-gateway: ")),
    })
    .addHelpText("after", environmentHelp());
  for (const make of commands) {
    const command = make(terminal, args);
    program.addCommand(command);
    inheriting(command, program);
  }
  return program.showHelpAfterError(usageOf(program));
}

function usageOf(command: Command): string {
  const usage = command.createHelp().commandUsage(command);
  return `Usage: ${usage}\nRun it with --help for options and examples.`;
}

/** Separately created commands do not inherit settings, so the settings are copied. */
function inheriting(command: Command, parent: Command): void {
  command.copyInheritedSettings(parent).showHelpAfterError(usageOf(command));
  for (const child of command.commands) {
    inheriting(child, command);
  }
}
