import type { Command } from "commander";
import { whatImports } from "../../export/first-steps.js";
import { gatewayCommand } from "../gateway-command.js";
import type { Terminal } from "../terminal.js";
import { type ImportFileOptions, writeImportFile } from "./import-file.js";

export function importFileCommand(terminal: Terminal): Command {
  return gatewayCommand(
    "import-file",
    "Write a file for `pulumi import --file`, which takes an existing object into a stack.",
    {
      examples: [
        "workspace-gateway import-file Workspace team --id ws_123 --out team.json",
        "workspace-gateway import-file Prompt tone --id prompt_123 --workspace-id ws_123 > tone.json",
        "workspace-gateway import-file Member ada --id member_123 --workspace-id ws_123 --out ada.json",
        "workspace-gateway import-file Budget cap --id ws_123 --out cap.json    # the id of its workspace",
        "pulumi import --file tone.json --generate-code=false --protect=false --yes",
      ],
      notes:
        "The object is only read: nothing is written to the gateway. The declaration for your program is printed on\n" +
        "standard error: with it, the first preview is empty. Run `pulumi import` in the folder of Pulumi.yaml.\n" +
        `It needs ${whatImports}.`,
    },
  )
    .argument("<kind>", "class of the object, such as Prompt")
    .argument("<name>", "logical name of the resource in the program")
    .requiredOption("--id <id>", "id of the object on the gateway")
    .option("--workspace-id <id>", "id of the workspace that the object belongs to, if there is one")
    .option("--parent <urn>", "URN of the `parent` that the resource has in the program, if it has one")
    .option("--out <file>", "where to write the file (default: standard output)")
    .action((kind: string, name: string, options: ImportFileOptions) =>
      writeImportFile(kind, name, options, terminal),
    );
}
