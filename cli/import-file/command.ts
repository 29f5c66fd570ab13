import type { Command } from "commander";
import {
  type Client,
  defined,
  didYouMean,
  everyKind,
  isReadable,
  type Kind,
  ObjectRegistry,
  quoted,
  ResourceContext,
  readImport,
  shellWord,
  unreadNote,
  type Values,
  whyNotImportable,
} from "pulumi-workspace-gateway/tools";
import { hasPlugin } from "../doctor/pulumi.js";
import { importArguments, importEntry, whatImports } from "../export/exported-program.js";
import { declarationText } from "../export/print.js";
import { writeWhole } from "../files.js";
import { clientFor, type GatewayOptions, gatewayCommand, settingsFor } from "../gateway.js";
import { type Terminal, UsageError } from "../terminal.js";

export function importFileCommand(terminal: Terminal): Command {
  return gatewayCommand(
    "import-file",
    "Write a file for `pulumi import --file`, which imports an existing object into a stack.",
    {
      examples: [
        "workspace-gateway import-file Workspace team --id ws_123 --out team.json",
        "workspace-gateway import-file Prompt tone --id prompt_123 --workspace-id ws_123 > tone.json",
        "workspace-gateway import-file Member ada --id member_123 --workspace-id ws_123 --out ada.json",
        "workspace-gateway import-file Budget cap --id ws_123 --out cap.json    # the id of its workspace",
        "pulumi import --file tone.json --generate-code=false --protect=false --yes",
      ],
      notes:
        "Writes nothing to the gateway. The declaration for your program is printed to standard error. With it, the\n" +
        "first preview is empty. Run `pulumi import` in the folder that contains Pulumi.yaml.\n" +
        `The import requires ${whatImports}.`,
    },
  )
    .argument("<kind>", "class of the object, such as Prompt")
    .argument("<name>", "logical name of the resource in the program")
    .requiredOption("--id <id>", "id of the object on the gateway")
    .option("--workspace-id <id>", "id of the object's workspace, if it belongs to one")
    .option("--parent <urn>", "URN of the resource's `parent` in the program, if it has one")
    .option("--out <file>", "where to write the file (default: standard output)")
    .action((kind: string, name: string, options: ImportFileOptions) =>
      writeImportFile(kind, name, options, terminal),
    );
}

interface ImportFileOptions extends GatewayOptions {
  readonly id: string;
  readonly workspaceId?: string;
  readonly parent?: string;
  readonly out?: string;
}

async function writeImportFile(
  kindName: string,
  name: string,
  options: ImportFileOptions,
  terminal: Terminal,
): Promise<void> {
  const { id, parent, out, connection } = options;
  // Loading the kinds loads the Pulumi SDK, which is slow.
  const kinds = await everyKind();
  const kind = importableKind(kinds, kindName);
  const place = { ...importPlace(kind, options), ...defined({ connection }) };
  const { client } = clientFor(settingsFor(terminal, options), terminal);
  const { entry, declared, unread } = await readEntry({
    ...{ kind, name, id, place, client, kinds },
    hasPlugin: await hasPlugin(process.cwd()),
  });
  const text = importFileText(entry, parent);
  if (out === undefined) {
    terminal.out(text);
  } else {
    await writeWhole(out, `${text}\n`);
  }
  const declaration = declarationText({
    kind: kind.name,
    name,
    properties: Object.entries(declared),
    parent: parent === undefined ? undefined : "parent",
  });
  const save = out === undefined ? "Save the output, for example as import.json, and run" : "Run";
  const line = `pulumi ${importArguments(shellWord(out ?? "import.json")).join(" ")}`;
  terminal.note(
    `${save} this in the folder that contains Pulumi.yaml to import the object into the stack:\n\n  ${line}\n`,
  );
  terminal.note("Add this declaration to the program, so that the first preview is empty:\n");
  terminal.note(declaration);
  for (const line of unread) {
    terminal.note(`\n${line}`);
  }
}

/** The import file names a parent in `nameTable`, and the resource refers to that name. */
function importFileText(entry: object, parent: string | undefined): string {
  const inside = { nameTable: { parent }, resources: [{ ...entry, parent: "parent" }] };
  return JSON.stringify(parent === undefined ? { resources: [entry] } : inside, undefined, 2);
}

async function readEntry(wanted: {
  readonly kind: Kind;
  readonly name: string;
  readonly id: string;
  readonly place: Values;
  readonly client: Client;
  readonly kinds: readonly Kind[];
  readonly hasPlugin: boolean;
}) {
  const { kind, name, id, place, client, kinds, hasPlugin } = wanted;
  const context = new ResourceContext({ kind, client, registry: new ObjectRegistry(), values: place, kinds });
  const object = await readImport(context, id, { declaresNull: true });
  if (object === undefined) {
    const { parent } = kind.endpoints;
    const where = parent === undefined ? "" : ` in the workspace ${String(place[parent.field])}`;
    throw new Error(`no ${kind.name} has the id ${id}${where}`);
  }
  const { declared, unread } = object;
  return {
    entry: importEntry({ kind: kind.name, name, id }, object, hasPlugin),
    declared,
    unread: unread.map((field) => unreadNote(kind, field)),
  };
}

function importableKind(kinds: readonly Kind[], wanted: string): Kind {
  const kind = kinds.find(({ name }) => name === wanted);
  if (kind === undefined) {
    const names = kinds.filter(isReadable).map(({ name }) => name);
    throw new UsageError(
      `unknown kind ${quoted(wanted)}.${didYouMean(wanted, names, "The kinds that can be imported")}`,
    );
  }
  if (!isReadable(kind)) {
    throw new UsageError(whyNotImportable(kind));
  }
  return kind;
}

/** An object of a kind without a list has the id of its workspace. */
function importPlace(
  { name, endpoints: { list, parent } }: Kind,
  { id, workspaceId }: { readonly id: string; readonly workspaceId?: string },
): Values {
  if (parent === undefined) {
    if (workspaceId !== undefined) {
      throw new UsageError(`${name} does not belong to a workspace: omit --workspace-id`);
    }
    return {};
  }
  const parentId = workspaceId ?? (list === undefined ? id : undefined);
  if (parentId === undefined) {
    throw new UsageError(`${name} belongs to a workspace: pass --workspace-id`);
  }
  if (list === undefined && parentId !== id) {
    throw new UsageError(`${name} has the id of its workspace, but --id and --workspace-id differ`);
  }
  return { [parent.field]: parentId };
}
