import type { KnownObject, RequiredKey } from "../../export/exported-program.js";
import { keyCommandLine, type ShellStep } from "../../export/first-steps.js";
import type { LeftOut } from "./export-choice.js";
import type { ExportMerge } from "./folder/merge-export.js";
import type { ImportFiles } from "./import/import-files.js";
import type { StackImport } from "./import/import-stack.js";
import type { AccountForExport } from "./read-for-export.js";

/** What an export has done. */
export interface ExportResult {
  readonly folder: string;
  /** Whether there was no export in the folder before. */
  readonly isFirst: boolean;
  readonly merge: ExportMerge;
  /** The keys of what this export has added: nobody has set them yet. */
  readonly keys: readonly RequiredKey[];
  readonly account: AccountForExport;
  readonly toImport: ImportFiles;
  /** Whether it is known what the stack of the program has. */
  readonly isStackKnown: boolean;
  /** The paths of the files that were written, in the folder. */
  readonly written: readonly string[];
  readonly vanished: readonly KnownObject[];
  /** Whether what vanished may only be hidden: the last export was made by another account. */
  readonly byAnother: boolean;
  readonly leftOut: readonly LeftOut[];
  /** The line by which pulumi, too, knows the URL that an option gave. */
  readonly url?: ShellStep;
}

/** The facts of an export, for programs. */
export function exportJson(result: ExportResult, imported: StackImport | undefined): string {
  const { folder, merge, written, keys, toImport, vanished, leftOut } = result;
  const facts = {
    folder,
    files: written,
    objects: merge.fresh.map(placed),
    keys: keys.map((key) => ({ ...key, command: keyCommandLine(key) })),
    remarks: merge.program.remarks,
    leftOut,
    changed: merge.changed.map(({ object, ...names }) => ({ ...placed(object), ...names })),
    toImport: toImport.pending,
    blocked: toImport.blocked,
    vanished: vanished.map(placed),
    notFound: merge.notFound.map(placed),
    notWritten: merge.notWritten.map((object) => ({ ...placed(object), text: object.text })),
    pastes: merge.pastes,
    keptFiles: merge.keptFiles,
    overwritten: merge.overwritten,
    imported: imported ?? null,
  };
  return JSON.stringify(facts, undefined, 2);
}

function placed({ kind, id, workspaceId, name, file }: KnownObject) {
  return { kind, id, workspaceId, name, file };
}
