import type {
  ExportedFile,
  ExportedObject,
  ExportedProgram,
  ExportInput,
  KnownObject,
} from "../../../export/exported-program.js";
import type { Declarable } from "../../../live/declarable.js";
import { isDeclaredIn } from "./declared-in.js";
import { textAt } from "./export-folder.js";
import { type ExportMemory, fileDigest, remembered } from "./export-memory.js";
import { pasteTexts } from "./paste-texts.js";

/** Makes a program from an account. */
export type Exporter = (input: ExportInput) => ExportedProgram | Promise<ExportedProgram>;

/** The changes that an export makes in its folder. */
export interface ExportMerge {
  /** The program after the export. */
  readonly program: ExportedProgram;
  /** The files to write. */
  readonly files: readonly ExportedFile[];
  /** The newly declared objects. Some may have been pasted by a person since the last export. */
  readonly fresh: readonly ExportedObject[];
  /** The objects that were left out, because they belong into edited files. */
  readonly notWritten: readonly ExportedObject[];
  /** The text to paste for them, by file. */
  readonly pastes: readonly ExportedFile[];
  /** The edited files that differ from this export, and were not touched. */
  readonly keptFiles: readonly string[];
  /** The edited files that are overwritten. */
  readonly overwritten: readonly string[];
}

/** A new export writes all files. */
export async function firstExport(input: ExportInput, exporter: Exporter): Promise<ExportMerge> {
  const program = await exporter(input);
  return {
    program,
    files: program.files,
    fresh: program.objects,
    notWritten: [],
    pastes: [],
    keptFiles: [],
    overwritten: [],
  };
}

interface Merging {
  readonly folder: string;
  readonly memory: ExportMemory;
  /** Whether to overwrite edited files. */
  readonly force: boolean;
  /** Whether only a part of the export was read. Texts about the whole, such as the README, then stay as they are. */
  readonly isPart: boolean;
  /** The text of all TypeScript files in the folder now. */
  readonly written: string;
}

/**
 * Adds new objects to an earlier export. It makes the program twice, with and without the new objects, and writes only
 * the files that differ. It never changes an edited file: objects that need one are left out, and their declarations
 * are printed for pasting.
 */
export async function mergeExport(
  input: ExportInput & { readonly known: readonly KnownObject[] },
  merging: Merging,
  exporter: Exporter,
): Promise<ExportMerge> {
  const { known } = input;
  const whole = await exporter(input);
  const added = whole.objects.filter((object) => !known.some((each) => isSame(each, object)));
  const pasted = added.filter((object) => isDeclaredIn(merging.written, object));
  const before = await exporter({
    ...input,
    objects: input.objects.filter((each) => isAmong(known, each)),
    strays: [],
  });
  const build = (those: readonly ExportedObject[]) => {
    const all = [...known, ...those.map(remembered)];
    const objects = input.objects.filter((each) => "why" in each || isAmong(all, each));
    return exporter({ ...input, known: all, objects });
  };
  let taken = added;
  for (;;) {
    const program = taken.length === added.length ? whole : await build(taken);
    const changes = changesOf(program, before, merging);
    const free = taken.filter((object) => !pasted.includes(object));
    if (changes.inTheWay.length === 0 || free.length === 0) {
      const notWritten = added.filter((object) => !taken.includes(object));
      return {
        program,
        files: [...changes.files, ...attachments(whole, program, merging)],
        fresh: program.objects.filter((object) => taken.some((each) => isSame(each, object))),
        notWritten,
        pastes: pasteTexts(whole, notWritten, (file) => textAt(merging.folder, file)),
        keptFiles: notWritten.length > 0 ? changesOf(whole, before, merging).inTheWay : changes.kept,
        overwritten: changes.overwritten,
      };
    }
    taken = [...pasted, ...withoutThose(free, changes.inTheWay, before)];
  }
}

/** The files that must change for the folder to hold a program. */
function changesOf(program: ExportedProgram, before: ExportedProgram, merging: Merging) {
  const { folder, force, isPart } = merging;
  const isNew = (file: string) => textIn(before, file) === undefined;
  const needed = program.files
    .filter((file) => textAt(folder, file.path) !== file.text)
    .filter((file) => force || textIn(before, file.path) !== file.text)
    .filter((file) => !isPart || isCode(file.path) || isNew(file.path));
  const edited = needed.filter((file) => isEdited(file.path, merging)).map((file) => file.path);
  const kept = force ? [] : edited;
  return {
    files: needed.filter((file) => !kept.includes(file.path)),
    kept,
    overwritten: force ? edited : [],
    /** The files that the program needs. It works without texts such as the README. */
    inTheWay: kept.filter((file) => isCode(file) || isNew(file)),
  };
}

/** The objects that can be added without these files: it drops those in these files first, then those in new files. */
function withoutThose(
  taken: readonly ExportedObject[],
  inTheWay: readonly string[],
  before: ExportedProgram,
): ExportedObject[] {
  const elsewhere = taken.filter(({ file }) => !inTheWay.includes(file));
  if (elsewhere.length < taken.length) {
    return elsewhere;
  }
  const inOldFiles = taken.filter(({ file }) => textIn(before, file) !== undefined);
  return inOldFiles.length < taken.length ? inOldFiles : [];
}

/** The files that a pasted declaration reads: the texts of prompts, and the module that reads them. */
function attachments(whole: ExportedProgram, program: ExportedProgram, { folder }: Merging): ExportedFile[] {
  return whole.files.filter(
    ({ path: file }) =>
      !whole.objects.some((object) => object.file === file) &&
      textIn(program, file) === undefined &&
      textAt(folder, file) === undefined,
  );
}

function textIn({ files }: ExportedProgram, wanted: string): string | undefined {
  return files.find(({ path: file }) => file === wanted)?.text;
}

function isCode(file: string): boolean {
  return /\.[cm]?[jt]s$/.test(file);
}

/** Whether a file differs from what an export wrote: a person has edited, deleted or created it. */
export function isEdited(file: string, { folder, memory }: Pick<Merging, "folder" | "memory">): boolean {
  const text = textAt(folder, file);
  const digest = memory.files[file];
  return text === undefined ? digest !== undefined : digest !== fileDigest(text);
}

export function isSame(a: Pick<KnownObject, "kind" | "id">, b: Pick<KnownObject, "kind" | "id">): boolean {
  return a.kind === b.kind && a.id === b.id;
}

function isAmong(known: readonly KnownObject[], { object: { kind, id } }: Declarable): boolean {
  return known.some((each) => isSame(each, { kind: kind.name, id }));
}
