import { defined } from "pulumi-workspace-gateway/tools";
import type {
  ExportedFile,
  ExportedObject,
  ExportedProgram,
  ExportInput,
  KnownObject,
} from "../../../export/exported-program.js";
import type { StackResource } from "../../../stack/stack-state.js";
import { changedObjects, type GatewayChange } from "./changed-objects.js";
import { isDeclaredIn } from "./declared-code.js";
import { textAt } from "./export-folder.js";
import { type ExportMemory, remembered } from "./export-memory.js";
import { isSame } from "./is-same.js";
import { pasteTexts } from "./paste-texts.js";
import { filesOf, fileText, isCode, isEdited, stuckIn } from "./stuck-files.js";

/** Makes a program from an account. */
export type Exporter = (input: ExportInput) => ExportedProgram | Promise<ExportedProgram>;

/** The changes that an export makes in its folder. */
export interface ExportMerge {
  /** The program after the export. */
  readonly program: ExportedProgram;
  /** The files to write. */
  readonly files: readonly ExportedFile[];
  /** The files of earlier exports that the program no longer needs. */
  readonly obsolete: readonly string[];
  /** The newly declared objects. Some may have been pasted by a person since the last export. */
  readonly fresh: readonly ExportedObject[];
  /** The objects that were left out, because they belong into edited files. */
  readonly notWritten: readonly ExportedObject[];
  /** The objects that have other values than the last export declared. */
  readonly changed: readonly GatewayChange[];
  /** The objects that edited files no longer declare, as far as their text shows. */
  readonly notFound: readonly ExportedObject[];
  /** The text to paste, by file: what was left out, and the new values that were. */
  readonly pastes: readonly ExportedFile[];
  /** The edited files that differ from this export, and were not touched. */
  readonly keptFiles: readonly string[];
  /** The edited files that are overwritten. */
  readonly overwritten: readonly string[];
  /** What the program declares now, as the next export has to know it. */
  readonly known: readonly KnownObject[];
}

/** Whether the program has the values of an object that the gateway shows, as far as its text shows. */
export function isMerged({ changed, notFound }: ExportMerge, object: ExportedObject): boolean {
  return (
    !notFound.includes(object) &&
    !changed.some((each) => each.waiting.length > 0 && isSame(each.object, object))
  );
}

interface Merging {
  readonly folder: string;
  readonly memory: Pick<ExportMemory, "files">;
  /** Whether to overwrite edited files. */
  readonly force: boolean;
  /** Whether only a part of the export was read. Texts about the whole, such as the README, then stay as they are. */
  readonly isPart: boolean;
  /** The text of all TypeScript files in the folder now. */
  readonly written: string;
  /** What the stack of the program has, if that is known. */
  readonly stack: readonly StackResource[] | undefined;
  /** Files that tell of the account, and are no part of the program. */
  readonly beside: readonly ExportedFile[];
}

/**
 * Brings an earlier export in step with the account. It compares the program as it has to be with the program as earlier exports
 * knew it, and writes only the files in which they differ. It never changes an edited file: new objects and new values that
 * need one are left out, and are printed for pasting.
 */
export async function mergeExport(
  input: ExportInput & { readonly known: readonly KnownObject[] },
  merging: Merging,
  exporter: Exporter,
): Promise<ExportMerge> {
  const { known } = input;
  const { folder, written } = merging;
  const withBeside = (program: ExportedProgram) => ({
    ...program,
    files: [...program.files, ...(merging.isPart ? [] : merging.beside)],
  });
  const whole = withBeside(await exporter(input));
  const before = await exporter({ ...input, objects: [], strays: [] });
  const programs = { whole, before };
  const isStuck = stuckIn(programs, merging);
  const isKnown = (object: ExportedObject) => known.some((each) => isSame(each, object));
  const notWritten = whole.objects
    .filter((object) => !isKnown(object) && filesOf(object, before).some(isStuck))
    .filter((object) => !isDeclaredIn(written, object));
  const taken = whole.objects.filter((object) => !notWritten.includes(object));
  const program = notWritten.length === 0 ? whole : withBeside(await withOnly(taken, input, exporter));
  const { changed, notFound } = changedObjects({ ...programs, known, isStuck }, merging);
  const needed = neededFiles(program, before, merging);
  return {
    program,
    files: [...needed.filter(({ path }) => !isStuck(path)), ...attachments(whole, program, merging)],
    obsolete: obsoleteFiles(whole, merging),
    fresh: program.objects.filter((object) => !isKnown(object)),
    notWritten,
    changed,
    notFound,
    pastes: pasteTexts(whole, { notWritten, changed, isStuck, textOf: (file) => textAt(folder, file) }),
    keptFiles: pathsOf(neededFiles(whole, before, merging)).filter(isStuck),
    overwritten: pathsOf(needed).filter((file) => !isStuck(file) && isEdited(file, merging)),
    known: program.objects.map((object) => knownNow(object, known, changed)),
  };
}

function pathsOf(files: readonly ExportedFile[]): string[] {
  return files.map(({ path }) => path);
}

/** The program with these objects alone, which keep the names that they have. */
function withOnly(
  taken: readonly ExportedObject[],
  input: ExportInput,
  exporter: Exporter,
): ReturnType<Exporter> {
  const isTaken = ({ object: { kind, id } }: ExportInput["objects"][number]) =>
    taken.some((each) => isSame(each, { kind: kind.name, id }));
  const objects = input.objects.filter((each) => "why" in each || isTaken(each));
  return exporter({ ...input, known: taken.map(remembered), objects });
}

/** The files that must change for the folder to hold a program. */
function neededFiles(
  program: ExportedProgram,
  before: ExportedProgram,
  { folder, memory, force, isPart }: Merging,
): ExportedFile[] {
  const isNews = ({ path, text }: ExportedFile) =>
    memory.files[path] === undefined || fileText(before, path) !== text;
  return program.files
    .filter(({ path, text }) => textAt(folder, path) !== text)
    .filter((file) => force || isNews(file))
    .filter(({ path }) => !isPart || isCode(path) || fileText(before, path) === undefined);
}

/** The texts that a pasted line reads: those of prompts, and the module that reads them. */
function attachments(whole: ExportedProgram, program: ExportedProgram, { folder }: Merging): ExportedFile[] {
  return whole.files.filter(
    ({ path: file }) =>
      !whole.objects.some((object) => object.file === file) &&
      fileText(program, file) === undefined &&
      textAt(folder, file) === undefined,
  );
}

/** What exports have written, nobody has edited, and nothing needs any more. Edited code may read any text. */
function obsoleteFiles(whole: ExportedProgram, merging: Merging): string[] {
  const { memory, folder, isPart } = merging;
  const all = Object.keys(memory.files);
  const isEditedCode = all.some((file) => isCode(file) && isEdited(file, merging));
  return all
    .filter((file) => fileText(whole, file) === undefined && textAt(folder, file) !== undefined)
    .filter((file) => !isPart && !isEdited(file, merging) && (file.endsWith(".yaml") || !isEditedCode));
}

/** A declaration as the next export has to know it: what was changed and not written has its old values there. */
function knownNow(
  object: ExportedObject,
  known: readonly KnownObject[],
  changed: readonly GatewayChange[],
): KnownObject {
  const waiting = changed.find((each) => isSame(each.object, object))?.waiting ?? [];
  const old = known.find((each) => isSame(each, object));
  if (old === undefined || waiting.length === 0) {
    return remembered(object);
  }
  const declared = { ...object.declared };
  for (const name of waiting) {
    delete declared[name];
    Object.assign(declared, defined({ [name]: old.declared[name] }));
  }
  return remembered({ ...object, ...defined({ referredBy: old.referredBy }), declared });
}
