import type { Command } from "commander";
import { gatewayCommand, repeatable } from "../gateway-command.js";
import type { Terminal } from "../terminal.js";
import type { ExportOptions } from "./export-options.js";

export function exportCommand(terminal: Terminal): Command {
  return gatewayCommand(
    "export",
    "Write a Pulumi program that declares what is on the gateway, and a file that imports it.",
    {
      examples: [
        "workspace-gateway export gateway                                  # the whole account, into a new folder",
        "workspace-gateway export team --workspace 'Support assistant'     # one workspace",
        "workspace-gateway export gateway --import --stack prod            # and take it into a stack",
        "workspace-gateway export gateway --into                           # later: add what is new since then",
        "workspace-gateway export gateway --without Quota --without workflow",
      ],
      notes:
        "The gateway is only read. The folder is written at the end, all of it or nothing. A list that the gateway cuts\n" +
        "is an error. What nobody can declare stands in the summary, and in the program's README.\n\n" +
        "API keys are never shown by the gateway: the program asks for them as secrets of its config, and the summary has\n" +
        "the command lines. Set them before the preview: setting a key is the only update of its object.\n\n" +
        "--into changes only files that must change for what is new, and none that somebody has edited: it then prints the\n" +
        "declarations for pasting, puts their import into import-later.json, and exits with 1.",
    },
  )
    .argument("<folder>", "a new or empty folder; with --into that of an earlier export")
    .option("--workspace <name|id>", "only this workspace and what is in it; repeatable", repeatable)
    .option("--without <kind>", "leave out a kind, such as Quota or workflow; repeatable", repeatable)
    .option("--into", "add what is new to the earlier export in the folder, and list what is gone")
    .option("--force", "with --into: also overwrite files that somebody has edited")
    .option("--import", "also take what is exported into a stack: runs npm (if needed) and pulumi")
    .option("--stack <name>", "with --import: the stack, made if there is none (default: dev)")
    .option("--leave-keys", "do not declare keys that the gateway never shows: it keeps those that it has")
    .option("--project <name>", "name of the Pulumi project (default: the folder's)")
    .action(async (folder: string, options: ExportOptions) => {
      // Both load what no other command needs: the engine's SDK, and the formatter of the program.
      const { exportAccount } = await import("./export-account.js");
      const { exportProgram } = await import("../../export/export-program.js");
      await exportAccount(folder, options, terminal, exportProgram);
    });
}
