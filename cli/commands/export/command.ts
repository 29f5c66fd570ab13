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
        "workspace-gateway export gateway --into                           # later: what is new or has changed since then",
        "workspace-gateway export gateway --without Quota --without workflow",
      ],
      notes:
        "The gateway is only read. The folder is written at the end, all of it or nothing. A list that the gateway cuts\n" +
        "is an error. What nobody can declare stands in the summary, and in the program's README.\n\n" +
        "API keys are never shown by the gateway: the program asks for them as secrets of its config, and the summary has\n" +
        "the command lines. Set them before the preview: setting a key is the only update of its object.\n\n" +
        "--into brings the program in step: new objects and new values go into the files that nobody has edited. For an edited\n" +
        "file they are printed for pasting, with the file and the declaration, and the command exits with 1 until they are there.\n" +
        "import.json has what the program's stack lacks (--stack, else the stack of --import, else the selected one). If no stack\n" +
        "can be read, it keeps everything that no export has seen imported. import-later.json has what has to be pasted first.\n" +
        "gateway-drift.yaml has rules with which `drift` does not list what cannot be declared or was left out.",
    },
  )
    .argument("<folder>", "a new or empty folder; with --into that of an earlier export")
    .option("--workspace <name|id>", "only this workspace and what is in it; repeatable", repeatable)
    .option("--without <kind>", "leave out a kind, such as Quota or workflow; repeatable", repeatable)
    .option("--into", "bring the earlier export in the folder in step: what is new, changed or gone")
    .option("--force", "with --into: also overwrite files that somebody has edited")
    .option("--import", "also take what is exported into a stack: runs npm (if needed) and pulumi")
    .option("--stack <name>", "the program's stack; --import makes it if there is none (default: dev)")
    .option("--leave-keys", "do not declare keys that the gateway never shows: it keeps those that it has")
    .option("--project <name>", "name of the Pulumi project (default: the folder's)")
    .action(async (folder: string, options: ExportOptions) => {
      // Both load what no other command needs: the engine's SDK, and the formatter of the program.
      const { exportAccount } = await import("./export-account.js");
      const { exportProgram } = await import("../../export/export-program.js");
      await exportAccount(folder, options, terminal, exportProgram);
    });
}
