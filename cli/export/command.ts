import type { Command } from "commander";
import { gatewayCommand, repeatable } from "../gateway.js";
import type { Terminal } from "../terminal.js";
import type { ExportOptions } from "./export-account.js";

export function exportCommand(terminal: Terminal): Command {
  return gatewayCommand(
    "export",
    "Write a Pulumi program that declares what is on the gateway, and a file that imports it.",
    {
      examples: [
        "workspace-gateway export gateway                                  # the whole account, into a new folder",
        "workspace-gateway export team --workspace 'Support assistant'     # one workspace",
        "workspace-gateway export gateway --import --stack prod            # and import it into a stack",
        "workspace-gateway export gateway --without Quota --without workflow",
        "workspace-gateway drift --adopt adopt.ts                          # later: what is new since then",
      ],
      notes:
        "The gateway is only read. The folder is written at the end, completely or not at all. If the gateway truncates a list, the\n" +
        "export fails. The summary and the program's README list what cannot be declared.\n\n" +
        "The gateway never shows API keys: the program reads them from its config as secrets, and the summary has the\n" +
        "commands that set them. Set them before the preview: setting a key is the only update of its object.\n\n" +
        "gateway-drift.yaml tells `drift` to skip what cannot be declared or was left out.",
    },
  )
    .argument("<folder>", "a new or empty folder")
    .option("-w, --workspace <name|id>", "only this workspace and what is in it; repeatable", repeatable)
    .option("--without <kind>", "leave out a kind, such as Quota or workflow; repeatable", repeatable)
    .option("--import", "also import the objects into a stack; runs npm (if needed) and pulumi")
    .option(
      "-s, --stack <name>",
      "the stack for --import, which creates it if it does not exist (default: dev)",
    )
    .option("--leave-keys", "do not declare keys that the gateway never shows: it keeps those that it has")
    .option("--project <name>", "name of the Pulumi project (default: the folder's)")
    .action(async (folder: string, options: ExportOptions) => {
      // The kinds load Pulumi's SDK, which is slow.
      const { exportAccount } = await import("./export-account.js");
      await exportAccount(folder, options, terminal);
    });
}
