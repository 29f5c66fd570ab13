import { everyKind, shellWord } from "pulumi-workspace-gateway/tools";
import { importArguments } from "../../export/first-steps.js";
import type { ImportEntry } from "../../export/import-text.js";
import { declarationTexts, literalProperties } from "../../export/print/declaration.js";
import { clientFor, type GatewayOptions, settingsFor } from "../gateway.js";
import { hasPlugin } from "../has-plugin.js";
import type { Terminal } from "../terminal.js";
import { writeWhole } from "../whole-file.js";
import { readEntry } from "./entry.js";
import { importableKind, importPlace } from "./importable.js";

export interface ImportFileOptions extends GatewayOptions {
  readonly id: string;
  readonly workspaceId?: string;
  /** The URN of the resource that the program gives as `parent`. */
  readonly parent?: string;
  readonly out?: string;
}

export async function writeImportFile(
  kindName: string,
  name: string,
  options: ImportFileOptions,
  terminal: Terminal,
): Promise<void> {
  const { id, parent, out, connection } = options;
  // The kinds load the engine's SDK, which is slow. Only this command loads it.
  const kinds = await everyKind();
  const kind = importableKind(kinds, kindName);
  const place = { ...importPlace(kind, options), ...(connection === undefined ? {} : { connection }) };
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
  const [declaration = ""] = await declarationTexts([
    {
      kind: kind.name,
      name,
      properties: literalProperties(declared),
      ...(parent === undefined ? {} : { parent: "parent" }),
    },
  ]);
  for (const line of [
    whatToRun(out),
    "Put this into the program. Then the first preview is empty:\n",
    declaration,
  ]) {
    terminal.note(line);
  }
  for (const line of unread) {
    terminal.note(`\n${line}`);
  }
}

/** The file for `pulumi import --file`. A parent gets a name in it, and the resource refers to this name. */
export function importFileText(entry: ImportEntry, parent: string | undefined): string {
  const file =
    parent === undefined
      ? { resources: [entry] }
      : { nameTable: { parent }, resources: [{ ...entry, parent: "parent" }] };
  return JSON.stringify(file, undefined, 2);
}

function whatToRun(out: string | undefined): string {
  const [save, file] =
    out === undefined ? ["Save it, for example as import.json, and run", "import.json"] : ["Run", out];
  const line = `pulumi ${importArguments(shellWord(file)).join(" ")}`;
  return `${save} this in the folder of Pulumi.yaml, to take the object into the stack:\n\n  ${line}\n`;
}
