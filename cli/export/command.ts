import type { Command } from "commander";
import { gatewayCommand, repeatable } from "../gateway.js";
import type { Terminal } from "../terminal.js";
import type { ExportOptions } from "./export-account.js";

export function exportCommand(terminal: Terminal): Command {
  return gatewayCommand(
    "export",
    "Write a Pulumi program that declares the objects on the gateway, and a file that imports them.",
    {
      examples: [
        "workspace-gateway export gateway                                  # the whole account, into a new folder",
        "workspace-gateway export team --workspace 'Support assistant'     # one workspace",
        "workspace-gateway export gateway --import --stack prod            # also imports it into a stack",
        "workspace-gateway export gateway --without Quota --without workflow",
        "workspace-gateway drift --adopt adopt.ts                          # later: declares new objects",
      ],
      notes:
        "The export only reads from the gateway. It writes the folder at the end, completely or not at all. If the gateway\n" +
        "truncates a list, the export fails. The summary and the program's README list what cannot be declared.\n\n" +
        "The gateway never shows API keys. The program reads them from its config as secrets, and the summary lists the\n" +
        "commands that set them. Set them before the preview. The preview then updates these objects only to set the keys.\n\n" +
        "With gateway-drift.yaml, `drift` skips objects that cannot be declared or were excluded.",
    },
  )
    .argument("<folder>", "a new or empty folder")
    .option(
      "-w, --workspace <name>",
      "export only the workspace with this name or id, and its contents (repeatable)",
      repeatable,
    )
    .option("--without <kind>", "exclude a kind, such as Quota or workflow (repeatable)", repeatable)
    .option("--import", "also import the objects into a stack (runs pulumi and, if needed, npm)")
    .option("-s, --stack <name>", "the stack for --import, created if it does not exist (default: dev)")
    .option("--leave-keys", "do not declare keys that the gateway never shows (it keeps the current keys)")
    .option("--project <name>", "the name of the Pulumi project (default: the folder's name)")
    .action(async (folder: string, options: ExportOptions) => {
      // The kinds load Pulumi's SDK, which is slow.
      const { exportAccount } = await import("./export-account.js");
      await exportAccount(folder, options, terminal);
    });
}
