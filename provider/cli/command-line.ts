import { createRequire } from "node:module";
import { Command } from "commander";
import { z } from "zod";
import { environmentHelp, signingIn } from "./environment.js";
import { importFileCommand } from "./import-file/import-file.js";
import { keyCommand } from "./key/key.js";
import { loginCommand } from "./login/login.js";
import { logoutCommand } from "./logout/logout.js";
import { metricsCommand } from "./metrics/command.js";
import type { Terminal } from "./terminal.js";
import { whoamiCommand } from "./whoami/whoami.js";

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
    program.addCommand(inheriting(make(terminal), program));
  }
  return program;
}

/** A command that is made apart has none of its parent's settings. */
function inheriting(command: Command, parent: Command): Command {
  command.copyInheritedSettings(parent);
  for (const child of command.commands) {
    inheriting(child, command);
  }
  return command;
}

function version(): string {
  const manifest: unknown = createRequire(__filename)("pulumi-workspace-gateway/package.json");
  return z.object({ version: z.string() }).parse(manifest).version;
}
