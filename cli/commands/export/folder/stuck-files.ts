import type { ExportedObject, ExportedProgram } from "../../../export/exported-program.js";
import { proseReader } from "../../../export/files/prose-files.js";
import { textAt } from "./export-folder.js";
import { type ExportMemory, fileDigest } from "./export-memory.js";

interface Place {
  readonly folder: string;
  readonly memory: Pick<ExportMemory, "files">;
  /** Whether to overwrite edited files. */
  readonly force: boolean;
}

/** The program as it has to be, and as it was. */
export interface Programs {
  readonly whole: ExportedProgram;
  /** As earlier exports knew it. */
  readonly before: ExportedProgram;
}

/** Tells whether a file was edited, and so stays as it is, though the program wants another text. */
export function stuckIn({ whole, before }: Programs, place: Place): (file: string) => boolean {
  const { force, folder } = place;
  const seen = new Map<string, boolean>();
  const differs = (file: string) =>
    !force && isEdited(file, place) && textAt(folder, file) !== fileText(whole, file);
  // The file would no longer read a text that somebody has edited.
  const dropsText = (file: string) =>
    before.objects
      .filter((object) => object.file === file)
      .flatMap(textFilesOf)
      .some((text) => fileText(whole, text) === undefined && differs(text));
  return (file) => {
    const isStuck = seen.get(file) ?? (differs(file) || dropsText(file));
    seen.set(file, isStuck);
    return isStuck;
  };
}

/** The files without which a declaration does not work: its own, the texts that it reads, and what these need if they are new. */
export function filesOf(object: ExportedObject, before: ExportedProgram): string[] {
  const isNew = (file: string) => fileText(before, file) === undefined;
  const texts = textFilesOf(object);
  return [
    object.file,
    ...texts,
    ...(texts.length > 0 && isNew(proseReader.path) ? [proseReader.path] : []),
    ...(isNew(object.file) ? ["index.ts"] : []),
  ];
}

function textFilesOf({ properties }: ExportedObject): string[] {
  return properties.flatMap(({ file }) => file ?? []);
}

export function fileText({ files }: ExportedProgram, wanted: string): string | undefined {
  return files.find(({ path: file }) => file === wanted)?.text;
}

export function isCode(file: string): boolean {
  return /\.[cm]?[jt]s$/.test(file);
}

/** Whether a file differs from what an export wrote: a person has edited, deleted or created it. */
export function isEdited(file: string, { folder, memory }: Pick<Place, "folder" | "memory">): boolean {
  const text = textAt(folder, file);
  const digest = memory.files[file];
  return text === undefined ? digest !== undefined : digest !== fileDigest(text);
}
