import { defined, type Kind, messageOf } from "pulumi-workspace-gateway/tools";
import { hasPlugin } from "../../doctor/project/pulumi-project.js";
import type { IgnoreRule } from "../../drift/ignore-rules.js";
import type { ExportedFile, KnownObject } from "../../export/exported-program.js";
import { importLaterFile, urlStep } from "../../export/first-steps.js";
import type { StackResource } from "../../stack/stack-state.js";
import { usualIgnoreFile } from "../drift/tell-drift.js";
import type { Terminal } from "../terminal.js";
import { driftFile, driftRules } from "./drift-rules.js";
import { exportChoice } from "./export-choice.js";
import { type ExportOptions, type MeantExport, stackOf } from "./export-options.js";
import type { ExportResult } from "./export-result.js";
import { type ExportScope, scopeOf } from "./export-scope.js";
import { isDeclaredIn } from "./folder/declared-code.js";
import { programText, textAt } from "./folder/export-folder.js";
import { type ExportMemory, fileDigest, memoryFile, memoryText } from "./folder/export-memory.js";
import { isSame } from "./folder/is-same.js";
import { type Exporter, type ExportMerge, mergeExport } from "./folder/merge-export.js";
import { putFiles } from "./folder/put-files.js";
import { isEdited } from "./folder/stuck-files.js";
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
  const { folder, options, meant, memory, kinds } = writing;
  const workspace = options.workspace ?? memory?.workspaces;
  const choice = exportChoice({ workspace, without: options.without ?? memory?.without }, kinds);
  const gatewayOptions = { ...options, ...defined({ connection: meant.connection }) };
  const named = { named: options.workspace, before: memory?.workspaces };
  const account = await readForExport({ kinds, choice, options: gatewayOptions, ...named }, terminal);
  const scope = scopeOf(account, choice, options.workspace !== undefined, memory);
  assertSameGateway(folder, account, memory);
  const vanished = vanishedObjects(memory?.objects ?? [], account, choice, kinds);
  const renewed = withNewIds(memory?.objects ?? [], vanished, account.objects, kinds);
  const known = stillKnown(writing, renewed, vanished);
  const isChosen = workspace !== undefined;
  const rules = await driftRules({ account, choice, known, kinds, isChosen });
  const stack = hasAny(writing.stack, [...known, ...identities(account)]) ? writing.stack : undefined;
  const merged = { ...account, ...scope, rules, stack };
  const merge = await mergedProgram(writing, merged, known, exporter);
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

type Identity = Pick<KnownObject, "kind" | "id">;

/** The objects that were read, and that a program can declare. */
function identities({ objects }: AccountForExport): Identity[] {
  return objects.flatMap((each) =>
    "imported" in each ? [{ kind: each.object.kind.name, id: each.object.id }] : [],
  );
}

/** Whether a stack is of this account: another stack of the project may be of another. */
function hasAny(stack: ExportWriting["stack"], objects: readonly Identity[]): boolean {
  const ids = new Set(objects.map(({ id }) => id));
  return stack?.length === 0 || stack?.some(({ id }) => ids.has(id)) === true;
}

/**
 * Tells whether an object stays in the files for the import, although this run has not seen it: it was not read, or it is
 * gone, which may also mean that it is only hidden from this account.
 */
function unseen(
  account: AccountForExport,
  known: readonly KnownObject[],
  isPart: boolean,
): (entry: Identity) => boolean {
  const isAmong = (list: readonly Identity[], entry: Identity) => list.some((each) => isSame(each, entry));
  const read = identities(account);
  return (entry) => !isAmong(read, entry) && (isPart || isAmong(known, entry));
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

interface Merged extends AccountForExport, Pick<ExportScope, "isPart">, Pick<ExportWriting, "stack"> {
  readonly rules: readonly IgnoreRule[];
}

function mergedProgram(
  { folder, options, meant: { project, keys }, memory, kinds }: ExportWriting,
  { objects, strays, isPart, rules, stack }: Merged,
  known: readonly KnownObject[],
  exporter: Exporter,
): Promise<ExportMerge> {
  const place = {
    folder,
    memory: memory ?? { files: {} },
    force: options.force === true,
    isPart,
    written: memory === undefined ? "" : programText(folder),
    stack,
    beside: driftFile(rules, textAt(folder, usualIgnoreFile)),
  };
  return mergeExport({ kinds, project, keys, objects, strays, known }, place, exporter);
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
