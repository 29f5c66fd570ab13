import { defined, type Kind, messageOf } from "pulumi-workspace-gateway/tools";
import { hasPlugin } from "../../doctor/project/pulumi-project.js";
import type { IgnoreRule } from "../../drift/ignore-rules.js";
import type { ExportedFile, KnownObject } from "../../export/exported-program.js";
import { importLaterFile, urlStep } from "../../export/first-steps.js";
import type { StackResource } from "../../stack/stack-state.js";
import { usualIgnoreFile } from "../drift/tell-drift.js";
import type { Terminal } from "../terminal.js";
import { driftFile, driftRules } from "./drift-rules.js";
import { type ExportChoice, exportChoice } from "./export-choice.js";
import { type ExportOptions, type MeantExport, stackOf } from "./export-options.js";
import type { ExportResult } from "./export-result.js";
import { isDeclaredIn } from "./folder/declared-code.js";
import { programText, textAt } from "./folder/export-folder.js";
import { type ExportMemory, fileDigest, memoryFile, memoryText } from "./folder/export-memory.js";
import { isSame } from "./folder/is-same.js";
import {
  type Exporter,
  type ExportMerge,
  firstExport,
  isEdited,
  mergeExport,
} from "./folder/merge-export.js";
import { putFiles } from "./folder/put-files.js";
import { vanishedObjects, withNewIds } from "./folder/vanished-objects.js";
import { type ImportFiles, importFiles } from "./import/import-files.js";
import { type AccountForExport, readForExport } from "./read-for-export.js";

export interface ExportWriting {
  readonly folder: string;
  readonly options: ExportOptions;
  readonly meant: MeantExport;
  readonly memory: ExportMemory | undefined;
  /** What the stack of the program has; undefined if no stack could be read. */
  readonly stack: readonly StackResource[] | undefined;
  readonly kinds: readonly Kind[];
}

/** Reads everything, and then writes the files, all or none. */
export async function writeExport(
  writing: ExportWriting,
  terminal: Terminal,
  exporter: Exporter,
): Promise<ExportResult> {
  const { folder, options, meant, memory, kinds, stack } = writing;
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
  const renewed = withNewIds(memory?.objects ?? [], vanished, account.objects, kinds);
  const known = stillKnown(writing, renewed, vanished);
  const isChosen = workspace !== undefined;
  const rules = await driftRules({ account, choice, known, kinds, isChosen });
  const merge = await merged(writing, { ...account, isPart: scope.isPart, rules }, known, exporter);
  const gone = known.filter((object) => vanished.some((each) => isSame(each, object)));
  const toImport = importFiles({
    folder,
    merge,
    stack,
    memory,
    hasPlugin: memory !== undefined && (await hasPlugin(folder)),
    isUnseen: unseen(account, known, scope.isPart),
  });
  const files = filesToWrite(writing, merge, toImport, { ...account, ...scope });
  const isThere = (file: string) => [...files, ...toImport.files].some(({ path }) => path === file);
  const obsolete = [...merge.obsolete, importLaterFile].filter((file) => !isThere(file));
  await putOrTell(folder, files, obsolete);
  const { keys } = merge.program;
  const isFresh = (kind: string, name: string) =>
    merge.fresh.some((object) => object.kind === kind && object.name === name);
  return {
    folder,
    merge,
    account,
    toImport,
    isStackKnown: stack !== undefined,
    keys: keys.filter(({ kind, name }) => isFresh(kind, name)),
    written: files.map((file) => file.path),
    isFirst: memory === undefined,
    vanished: gone,
    byAnother: memory?.account !== undefined && memory.account !== account.account,
    leftOut: choice.leftOut,
    ...defined({
      url: options.baseUrl === undefined ? undefined : urlStep(options.baseUrl, meant.connection),
    }),
  };
}

/**
 * Tells whether an object stays in the files for the import, although this run has not seen it: it was not read, or it is
 * gone, which may also mean that it is only hidden from this account.
 */
function unseen(
  { objects }: AccountForExport,
  known: readonly KnownObject[],
  isPart: boolean,
): Parameters<typeof importFiles>[0]["isUnseen"] {
  const read = objects.flatMap((each) =>
    "imported" in each ? [{ kind: each.object.kind.name, id: each.object.id }] : [],
  );
  return (entry) =>
    !read.some((each) => isSame(each, entry)) && (isPart || known.some((each) => isSame(each, entry)));
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

function merged(
  { folder, options, meant: { project, keys }, memory, kinds, stack }: ExportWriting,
  account: AccountForExport & Pick<ExportScope, "isPart"> & { readonly rules: readonly IgnoreRule[] },
  known: readonly KnownObject[],
  exporter: Exporter,
): Promise<ExportMerge> {
  const { objects, strays, isPart, rules } = account;
  const input = { kinds, project, keys, objects, strays };
  if (memory === undefined) {
    return firstExport(input, exporter, driftFile(rules));
  }
  const beside = driftFile(rules, textAt(folder, usualIgnoreFile));
  const force = options.force === true;
  const place = { folder, memory, force, isPart, written: programText(folder), stack, beside };
  return mergeExport({ ...input, known }, place, exporter);
}

/** The files that differ from those that are there: of the program, for the import, and of what is remembered. */
function filesToWrite(
  { folder, options, meant, memory }: ExportWriting,
  { program, files, known, obsolete }: ExportMerge,
  toImport: ImportFiles,
  { gateway, account, workspaces, without }: AccountForExport & ExportScope,
): ExportedFile[] {
  const digests = new Map(Object.entries(memory?.files ?? {}).filter(([file]) => !obsolete.includes(file)));
  for (const file of [...program.files.filter((each) => textAt(folder, each.path) === each.text), ...files]) {
    digests.set(file.path, fileDigest(file.text));
  }
  const text = memoryText({
    project: meant.project,
    ...defined({ connection: meant.connection, stack: stackOf(options, memory) }),
    keys: meant.keys,
    ...defined({ workspaces: workspaces && [...workspaces] }),
    without: [...without],
    gateway,
    ...defined({ account }),
    files: Object.fromEntries(digests),
    objects: known,
  });
  return [...files, ...toImport.files, { path: memoryFile, text }].filter(
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
