import type { Command } from "commander";
import { gatewayCommand, signInVariables } from "../gateway-command.js";
import type { Terminal } from "../terminal.js";
import { type ImportFileOptions, writeImportFile } from "./import-file.js";

export function importFileCommand(terminal: Terminal): Command {
  return gatewayCommand(
    "import-file",
    "Write the file with which `pulumi import --file` takes an object that exists into a stack.",
    {
      examples: [
        "workspace-gateway import-file Workspace team --id ws_123 --out team.json",
        "workspace-gateway import-file Prompt tone --id prompt_123 --workspace-id ws_123 > tone.json",
        "workspace-gateway import-file Member ada --id member_123 --workspace-id ws_123 --out ada.json",
        "workspace-gateway import-file Budget cap --id ws_123 --out cap.json    # the id of its workspace",
        "pulumi import --file tone.json --generate-code=false --protect=false --yes",
      ],
      reads: [...signInVariables, "API_VERSION"],
    },
  )
    .argument("<kind>", "the class that declares it, such as Prompt")
    .argument("<name>", "its logical name in the program")
    .requiredOption("--id <id>", "the object's id on the gateway")
    .option("--workspace-id <id>", "the workspace that it belongs to, if it belongs to one")
    .option("--parent <urn>", "the resource that the program gives as `parent`, if it does")
    .option("--out <file>", "where to write the file (default: standard output)")
    .addHelpText(
      "after",
      "\nThe object is read, and nothing is written to the gateway. Run `pulumi import` where Pulumi.yaml is; the first\n" +
        "preview is empty for a program that declares what is told on standard error.",
    )
    .action((kind: string, name: string, options: ImportFileOptions) =>
      writeImportFile(kind, name, options, terminal),
    );
}
