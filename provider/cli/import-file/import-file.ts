import { writeFile } from "node:fs/promises";
import { shellWord } from "../../text/shell-word.js";
import { clientFor, type GatewayOptions, settingsFor } from "../gateway.js";
import type { Terminal } from "../terminal.js";
import { declarationText } from "./declaration-text.js";
import { type ImportEntry, readEntry } from "./entry.js";
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
  // The engine's SDK comes with the kinds: no other command waits for it.
  const { kinds } = await import("../../every-kind.js");
  const kind = importableKind(kinds, kindName);
  const place = { ...importPlace(kind, options), ...(connection === undefined ? {} : { connection }) };
  const { client } = clientFor(settingsFor(terminal, options));
  const { entry, declared, unread } = await readEntry({ kind, name, id, place, client, kinds });
  const text = importFileText(entry, parent);
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

/** What `pulumi import --file` reads; a parent has a name there, by which the resource refers to it. */
export function importFileText(entry: ImportEntry["entry"], parent: string | undefined): string {
  const file =
    parent === undefined
      ? { resources: [entry] }
      : { nameTable: { parent }, resources: [{ ...entry, parent: "parent" }] };
  return JSON.stringify(file, undefined, 2);
}

function whatToRun(out: string | undefined): string {
  const [save, file] =
    out === undefined ? ["Save it, say as import.json, and run", "import.json"] : ["Run", out];
  const line = `pulumi import --file ${shellWord(file)} --generate-code=false --protect=false --yes`;
  return `${save} this where Pulumi.yaml is, to take the object into the stack:\n\n  ${line}\n`;
}
