import { defined, type Kind, messageOf } from "pulumi-workspace-gateway/tools";
import { hasPlugin } from "../../doctor/project/pulumi-project.js";
import type { ExportedFile, KnownObject } from "../../export/exported-program.js";
import { importFile, importLaterFile, urlStep } from "../../export/first-steps.js";
import { importText } from "../../export/import-text.js";
import type { Terminal } from "../terminal.js";
import { type ExportChoice, exportChoice } from "./export-choice.js";
import type { ExportOptions, MeantExport } from "./export-options.js";
import type { ExportResult } from "./export-result.js";
import { isDeclaredIn } from "./folder/declared-in.js";
import { programText, textAt } from "./folder/export-folder.js";
import { type ExportMemory, fileDigest, memoryFile, memoryText, remembered } from "./folder/export-memory.js";
import {
  type Exporter,
  type ExportMerge,
  firstExport,
  isEdited,
  isSame,
  mergeExport,
} from "./folder/merge-export.js";
import { putFiles } from "./folder/put-files.js";
import { vanishedObjects, withNewIds } from "./folder/vanished-objects.js";
import { type AccountForExport, readForExport } from "./read-for-export.js";

export interface ExportWriting {
  readonly folder: string;
  readonly options: ExportOptions;
  readonly meant: MeantExport;
  readonly memory: ExportMemory | undefined;
  readonly kinds: readonly Kind[];
}

/** Reads everything, and then writes the files, all or none. */
export async function writeExport(
  writing: ExportWriting,
  terminal: Terminal,
  exporter: Exporter,
): Promise<ExportResult> {
  const { folder, options, meant, memory, kinds } = writing;
  const workspace = options.workspace ?? memory?.workspaces;
  const choice = exportChoice({ workspace, without: options.without ?? memory?.without }, kinds);
  const wanted = { kinds, choice, options: connected(options, meant) };
  const account = await readForExport(
    { ...wanted, named: options.workspace, before: memory?.workspaces },
    terminal,
  );
  const scope = scopeOf(account, choice, options.workspace !== undefined, memory);
  assertSameGateway(folder, account, memory);
  const vanished = vanishedObjects(memory?.objects ?? [], account, choice, kinds);
  const known = stillKnown(
    writing,
    withNewIds(memory?.objects ?? [], vanished, account.objects, kinds),
    vanished,
  );
  const merge = await merged(writing, { ...account, isPart: scope.isPart }, known, exporter);
  const isNative = memory !== undefined && (await hasPlugin(folder));
  const files = filesToWrite(writing, merge, { ...account, ...scope }, isNative);
  await putOrTell(folder, files, merge.notWritten.length === 0 ? [importLaterFile] : []);
  const { keys } = merge.program;
  const isFresh = (kind: string, name: string) =>
    merge.fresh.some((object) => object.kind === kind && object.name === name);
  return {
    folder,
    merge,
    account,
    keys: keys.filter(({ kind, name }) => isFresh(kind, name)),
    written: files.map((file) => file.path),
    isFirst: memory === undefined,
    vanished: known.filter((object) => vanished.some((each) => isSame(each, object))),
    byAnother: memory?.account !== undefined && memory.account !== account.account,
    leftOut: choice.leftOut,
    ...defined({
      url: options.baseUrl === undefined ? undefined : urlStep(options.baseUrl, meant.connection),
    }),
  };
}

async function putOrTell(...[folder, files, obsolete]: Parameters<typeof putFiles>): Promise<void> {
  try {
    await putFiles(folder, files, obsolete);
  } catch (error) {
    throw new Error(`${folder} could not be written: ${messageOf(error)}. Nothing was changed there.`, {
      cause: error,
    });
  }
}

function connected(options: ExportOptions, { connection }: MeantExport): ExportOptions {
  return { ...options, ...defined({ connection }) };
}

function assertSameGateway(
  folder: string,
  { gateway }: AccountForExport,
  memory: ExportMemory | undefined,
): void {
  if (memory !== undefined && memory.gateway !== gateway) {
    throw new Error(
      `the export in ${folder} is of another gateway: set the base URL to its gateway, or name a new folder.`,
    );
  }
}

/**
 * What is known, without what is gone from both the gateway and the program: somebody has removed its declaration, as
 * the last export advised.
 */
function stillKnown(
  { folder, memory }: ExportWriting,
  known: readonly KnownObject[],
  vanished: readonly KnownObject[],
): KnownObject[] {
  const gone = known.filter((object) => vanished.some((each) => isSame(each, object)));
  const program = gone.length === 0 ? "" : programText(folder);
  const isTakenOut = (object: KnownObject) =>
    memory !== undefined && isEdited(object.file, { folder, memory }) && !isDeclaredIn(program, object);
  return known.filter((object) => !gone.includes(object) || !isTakenOut(object));
}

async function merged(
  { folder, options, meant: { project, keys }, memory, kinds }: ExportWriting,
  { objects, strays, isPart }: AccountForExport & Pick<ExportScope, "isPart">,
  known: readonly KnownObject[],
  exporter: Exporter,
): Promise<ExportMerge> {
  const input = { kinds, project, keys, objects, strays };
  if (memory === undefined) {
    return firstExport(input, exporter);
  }
  const place = { folder, memory, force: options.force === true, isPart, written: programText(folder) };
  return mergeExport({ ...input, known }, place, exporter);
}

/** The files that differ from those that are there: of the program, for the import, and of what is remembered. */
function filesToWrite(
  { folder, meant, memory }: ExportWriting,
  { program, files, fresh, notWritten }: ExportMerge,
  { gateway, account, workspaces, without }: AccountForExport & ExportScope,
  isNative: boolean,
): ExportedFile[] {
  const later =
    notWritten.length === 0 ? [] : [{ path: importLaterFile, text: importText(notWritten, isNative) }];
  const entries =
    memory !== undefined && fresh.length === 0
      ? []
      : [{ path: importFile, text: importText(fresh, isNative) }];
  const asWritten = [
    ...program.files.filter((file) => textAt(folder, file.path) === file.text),
    ...files,
  ].map((file) => [file.path, fileDigest(file.text)] as const);
  const text = memoryText({
    project: meant.project,
    ...defined({ connection: meant.connection }),
    keys: meant.keys,
    ...defined({ workspaces: workspaces && [...workspaces] }),
    without: [...without],
    gateway,
    ...defined({ account }),
    files: { ...memory?.files, ...Object.fromEntries(asWritten) },
    objects: program.objects.map(remembered),
  });
  return [...files, ...entries, ...later, { path: memoryFile, text }].filter(
    (file) => textAt(folder, file.path) !== file.text,
  );
}

/** What the export covers from now on, and whether this run has read only a part of it. */
interface ExportScope {
  /** The ids of the workspaces; undefined for all that there are. */
  readonly workspaces?: readonly string[];
  readonly without: readonly string[];
  readonly isPart: boolean;
}

/**
 * What an export covers grows with each run, and never shrinks.
 *
 * @param areNamed - whether the user names workspaces now
 */
function scopeOf(
  { chosen }: AccountForExport,
  { without }: ExportChoice,
  areNamed: boolean,
  memory: ExportMemory | undefined,
): ExportScope {
  const ids = chosen.map(({ id }) => id);
  if (memory === undefined) {
    return { ...defined({ workspaces: areNamed ? ids : undefined }), without, isPart: false };
  }
  const { workspaces } = memory;
  const isLess = areNamed && (workspaces === undefined || workspaces.some((id) => !ids.includes(id)));
  return {
    ...defined({ workspaces: workspaces && [...new Set([...workspaces, ...ids])] }),
    without: memory.without.filter((word) => without.includes(word)),
    isPart: isLess || without.some((word) => !memory.without.includes(word)),
  };
}
