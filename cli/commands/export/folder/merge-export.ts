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

/** Makes a program of an account. */
export type Exporter = (input: ExportInput) => ExportedProgram | Promise<ExportedProgram>;

/** What an export does to its folder. */
export interface ExportMerge {
  /** The program as it is then. */
  readonly program: ExportedProgram;
  /** Its files that have to be written. */
  readonly files: readonly ExportedFile[];
  /** What the program declares that it did not before, also what somebody has pasted since. */
  readonly fresh: readonly ExportedObject[];
  /** What could not be written into the program, because somebody has edited the files that it would change. */
  readonly notWritten: readonly ExportedObject[];
  /** What has to be pasted for it, file by file. */
  readonly pastes: readonly ExportedFile[];
  /** The edited files that were not touched though this export would write them otherwise. */
  readonly keptFiles: readonly string[];
  /** The edited files that are overwritten. */
  readonly overwritten: readonly string[];
}

/** A new export: all of it is written. */
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
  /** Also writes files that were edited. */
  readonly force: boolean;
  /** Whether only a part of the export was read: texts about the whole, such as the README, stay as they are. */
  readonly isPart: boolean;
  /** What stands in the program's folder now. */
  readonly written: string;
}

/**
 * Adds what is new to an earlier export, and leaves alone what does not change and what somebody has edited. It compares
 * the program with the new objects with the one without them: only files that differ are written. While an edited file
 * is among those, the objects that need it are left out, and their declarations are printed for pasting.
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

/** What would have to change in the folder to make it a program. */
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
    /** The program does not work without these; it does without a text such as its README. */
    inTheWay: kept.filter((file) => isCode(file) || isNew(file)),
  };
}

/** What is still taken if these files stay as they are: objects in these files are dropped first, then those in new files. */
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

/** Files that a declaration reads when it has been pasted: the text of a prompt, and what reads such texts. */
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

/** Whether a file is not as an export has written it: somebody has edited, deleted or made it. */
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
