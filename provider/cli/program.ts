import { createRequire } from "node:module";
import { Command } from "commander";
import { z } from "zod";
import { environmentHelp, signingIn } from "./environment.js";
import { importFileCommand } from "./import-file.js";
import { keyCommand } from "./key.js";
import { loginCommand } from "./login.js";
import { logoutCommand } from "./logout.js";
import { metricsCommand } from "./metrics.js";
import type { Terminal } from "./terminal.js";
import { whoamiCommand } from "./whoami.js";

/** The command line `workspace-gateway`. */
export function createProgram(terminal: Terminal): Command {
  const program = new Command("workspace-gateway")
    .description(
      "Sign in to a workspace gateway, get keys for it, import its objects, and tidy up its metrics.",
    )
    .version(version())
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.note(text.trimEnd()),
    })
    .showHelpAfterError("Run it with --help for options and examples.")
    .addHelpText("after", environmentHelp([...signingIn, "APP_AUTH", "API_VERSION"]));
  for (const make of [
    loginCommand,
    logoutCommand,
    whoamiCommand,
    keyCommand,
    importFileCommand,
    metricsCommand,
  ]) {
    program.addCommand(adopted(make(terminal), program));
  }
  return program;
}

/** A command that is made apart has none of its parent's settings. */
function adopted(command: Command, parent: Command): Command {
  command.copyInheritedSettings(parent);
  for (const child of command.commands) {
    adopted(child, command);
  }
  return command;
}

function version(): string {
  const manifest: unknown = createRequire(__filename)("pulumi-workspace-gateway/package.json");
  return z.object({ version: z.string() }).parse(manifest).version;
}
