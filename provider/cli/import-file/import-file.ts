import { writeFile } from "node:fs/promises";
import type { Command } from "commander";
import type { Kind } from "../../spec/kind.js";
import type { Values } from "../../spec/values.js";
import { shellWord } from "../../text/shell-word.js";
import { signingIn } from "../environment.js";
import { clientFor, type GatewayOptions, settingsFor } from "../gateway.js";
import { gatewayCommand } from "../gateway-command.js";
import type { Terminal } from "../terminal.js";
import { UsageError } from "../usage-error.js";
import { declarationText } from "./declaration-text.js";
import { importEntry } from "./entry.js";

interface Options extends GatewayOptions {
  readonly id: string;
  readonly workspaceId?: string;
  readonly parent?: string;
  readonly out?: string;
}

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
      reads: [...signingIn, "API_VERSION"],
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
    .action((kind: string, name: string, options: Options) => writeImportFile(kind, name, options, terminal));
}

async function writeImportFile(
  kindName: string,
  name: string,
  options: Options,
  terminal: Terminal,
): Promise<void> {
  const { id, parent, out, connection } = options;
  // The engine's SDK comes with the kinds: no other command waits for it.
  const { kinds } = await import("../../every-kind.js");
  const kind = readableKind(kinds, kindName);
  const place = { ...placeOf(kind, options), ...(connection === undefined ? {} : { connection }) };
  const { client } = clientFor(settingsFor(terminal, options));
  const { entry, declared, unread } = await importEntry({ kind, name, id, place, client });
  const file =
    parent === undefined
      ? { resources: [entry] }
      : { nameTable: { parent }, resources: [{ ...entry, parent: "parent" }] };
  const text = JSON.stringify(file, undefined, 2);
  if (out === undefined) {
    terminal.out(text);
  } else {
    await writeFile(out, `${text}\n`);
  }
  const declaration = declarationText(kind.name, name, declared, parent !== undefined);
  for (const line of [whatToRun(out), `The first preview is empty for a program with this:\n`, declaration]) {
    terminal.note(line);
  }
  for (const line of unread) {
    terminal.note(`\n${line}`);
  }
}

function whatToRun(out: string | undefined): string {
  const [save, file] =
    out === undefined ? ["Save it, say as import.json, and run", "import.json"] : ["Run", out];
  const line = `pulumi import --file ${shellWord(file)} --generate-code=false --protect=false --yes`;
  return `${save} this where Pulumi.yaml is, to take the object into the stack:\n\n  ${line}\n`;
}

function readableKind(kinds: readonly Kind[], wanted: string): Kind {
  const readable = (kind: Kind) => kind.endpoints.list !== undefined || kind.endpoints.get !== undefined;
  const kind = kinds.find(({ name }) => name === wanted);
  if (kind === undefined) {
    const names = kinds.filter(readable).map(({ name }) => name);
    throw new UsageError(
      `there is no kind ${JSON.stringify(wanted)}; those that can be imported are ${names.join(", ")}`,
    );
  }
  if (!readable(kind)) {
    throw new UsageError(
      `${wanted} cannot be imported: the gateway does not show one again once it is made. Declare a new one`,
    );
  }
  return kind;
}

/** Where to look for the object: what there is no list of has the id of what it belongs to. */
function placeOf({ name, endpoints: { list, parent } }: Kind, { id, workspaceId }: Options): Values {
  if (parent === undefined) {
    if (workspaceId !== undefined) {
      throw new UsageError(`${name} belongs to no workspace: leave out --workspace-id`);
    }
    return {};
  }
  const parentId = workspaceId ?? (list === undefined ? id : undefined);
  if (parentId === undefined) {
    throw new UsageError(`${name} belongs to a workspace: give --workspace-id`);
  }
  if (list === undefined && parentId !== id) {
    throw new UsageError(`${name} has the id of its workspace, but --id and --workspace-id differ`);
  }
  return { [parent.field]: parentId };
}
