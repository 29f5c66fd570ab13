import { howMany, type Kind, nounOf, printable } from "pulumi-workspace-gateway/tools";
import type { ExportedObject, ExportedProgram, Remark } from "../../export/exported-program.js";
import {
  firstImport,
  importStep,
  keyCommandLine,
  keySteps,
  lastSteps,
  type ShellStep,
  stackSteps,
  stepLines,
  upStep,
} from "../../export/first-steps.js";
import { nameOf } from "../../live/live-account.js";
import type { Terminal } from "../terminal.js";
import type { StackImport } from "./import-stack.js";
import type { AccountForExport, LeftOut } from "./read-account.js";

/** What an export has done. */
export interface ExportResult {
  readonly folder: string;
  readonly kinds: readonly Kind[];
  readonly program: ExportedProgram;
  readonly account: AccountForExport;
  /** The paths of the files, in the folder. */
  readonly written: readonly string[];
  readonly leftOut: readonly LeftOut[];
  /** Tells Pulumi the URL that an option gave. */
  readonly url?: ShellStep;
}

/** The result for programs. */
export function exportJson(result: ExportResult, imported: StackImport | undefined): string {
  const { folder, program, written, leftOut } = result;
  const facts = {
    folder,
    files: written,
    objects: program.objects.map(({ kind, id, workspaceId, name, file }) => ({
      ...{ kind, id, workspaceId, name, file },
    })),
    keys: program.keys.map((key) => ({ ...key, command: keyCommandLine(key) })),
    remarks: program.remarks,
    leftOut,
    imported: imported ?? null,
  };
  return JSON.stringify(facts, undefined, 2);
}

/** Prints what an export has written. */
export function tellExport(result: ExportResult, { out }: Terminal): void {
  const { program, written, folder, leftOut } = result;
  const head = `Exported ${howMany(program.objects.length, "object")} to ${folder}: ${howMany(written.length, "file")} written.`;
  const undeclared = [
    ...program.remarks.map(remarkLine),
    ...leftOut.map(({ what, why }) => `${what}: ${why}`),
  ];
  const parts = [
    [head, ...counts(result)],
    ...(undeclared.length === 0 ? [] : [["Not declared:", ...undeclared.map((line) => `- ${line}`)]]),
  ];
  for (const lines of parts) {
    out(`${lines.map(printable).join("\n")}\n`);
  }
}

/** How many objects of each kind there are, workspace by workspace. */
function counts({ program: { objects }, account: { holders } }: ExportResult): string[] {
  const owner = ({ id, workspaceId }: ExportedObject) =>
    holders.find((holder) => holder.id === (workspaceId ?? id));
  return [...Map.groupBy(objects, owner)].map(([holder, own]) => {
    const kinds = [...Map.groupBy(own, ({ spec }) => spec)].map(([spec, all]) =>
      howMany(all.length, nounOf(spec)),
    );
    return `  ${holder === undefined ? "of the account" : JSON.stringify(nameOf(holder))}: ${kinds.join(", ")}`;
  });
}

function remarkLine({ what, workspace, id, why }: Remark): string {
  const where = workspace === undefined ? "" : ` of ${JSON.stringify(workspace)}`;
  return `${what}${where} (${id}): ${why}`;
}

/** Prints what to run next, if the export has not done it itself. */
export function tellNextSteps(
  { program, folder, url }: ExportResult,
  stack: string,
  { out }: Terminal,
): void {
  const { keys, objects } = program;
  if (objects.length > 0) {
    const lines = [
      ...stackSteps(stack),
      ...(url === undefined ? [] : [url]),
      ...keySteps(keys),
      importStep(firstImport),
      ...lastSteps(keys),
    ];
    out(steps(folder, lines));
  }
}

/** Prints what an import has done, and what to run after it. */
export function tellImport(
  { stack, objects, previewIsEmpty }: StackImport,
  { program: { keys }, folder }: ExportResult,
  { out }: Terminal,
): void {
  const empty = previewIsEmpty ? " The preview is empty." : "";
  out(`Imported ${howMany(objects, "object")} into the stack ${stack}.${empty}\n`);
  if (objects > 0) {
    out(steps(folder, [...keySteps(keys), ...(previewIsEmpty ? [upStep] : lastSteps(keys))]));
  }
}

function steps(folder: string, lines: readonly ShellStep[]): string {
  const commands = stepLines(lines).map((line) => `  ${printable(line)}`);
  return `Next, in ${printable(folder)}:\n\n${commands.join("\n")}\n`;
}
