import { howMany, nounOf, printable } from "pulumi-workspace-gateway/tools";
import type { ExportedObject, Remark } from "../../export/exported-program.js";
import {
  firstImport,
  importArguments,
  importLaterFile,
  importStep,
  keySteps,
  lastSteps,
  type ShellStep,
  stackSteps,
  stepLines,
  upStep,
} from "../../export/first-steps.js";
import { nameOf } from "../../live/live-account.js";
import type { Terminal } from "../terminal.js";
import type { ExportResult } from "./export-result.js";
import type { StackImport } from "./import/import-stack.js";

/** Says what an export has done, for people. */
export function tellExport(result: ExportResult, { out }: Terminal): void {
  const { merge, vanished } = result;
  const parts = [
    [headline(result), ...counts(result)],
    section("Overwritten, although it was edited:", merge.overwritten),
    section("Left as it is, because it was edited:", merge.notWritten.length > 0 ? [] : merge.keptFiles),
    section("Not declared:", [
      ...merge.program.remarks.map(remarkLine),
      ...result.leftOut.map(({ what, why }) => `${what}: ${why}`),
    ]),
    section(
      vanishedTitle(result),
      vanished.map(({ kind, name, file }) => `${kind} ${JSON.stringify(name)} in ${file}`),
    ),
  ].filter((lines) => lines.length > 0);
  for (const lines of parts) {
    out(`${lines.map(printable).join("\n")}\n`);
  }
  for (const text of pasteParts(result)) {
    out(text);
  }
}

function headline({ merge: { fresh, notWritten }, written, folder }: ExportResult): string {
  if (written.length === 0) {
    return notWritten.length === 0
      ? `Nothing is new: nothing was written to ${folder}.`
      : `Nothing was written to ${folder}.`;
  }
  return `Exported ${howMany(fresh.length, "object")} to ${folder}: ${howMany(written.length, "file")} written.`;
}

/** How many objects of each kind were added, workspace by workspace. */
function counts({ merge: { fresh }, account: { holders } }: ExportResult): string[] {
  const owner = ({ id, workspaceId }: ExportedObject) =>
    holders.find((holder) => holder.id === (workspaceId ?? id));
  return [...Map.groupBy(fresh, owner)].map(([holder, objects]) => {
    const kinds = [...Map.groupBy(objects, ({ spec }) => spec)].map(([spec, all]) =>
      howMany(all.length, nounOf(spec)),
    );
    return `  ${holder === undefined ? "of the account" : JSON.stringify(nameOf(holder))}: ${kinds.join(", ")}`;
  });
}

function remarkLine({ what, workspace, id, why }: Remark): string {
  const where = workspace === undefined ? "" : ` of ${JSON.stringify(workspace)}`;
  return `${what}${where} (${id}): ${why}`;
}

function vanishedTitle({ byAnother }: ExportResult): string {
  return byAnother
    ? "Gone from the gateway or hidden from this account, which is not that of the last export. Still declared:"
    : "Gone from the gateway, and still declared: `pulumi up --refresh` makes it again. " +
        "To leave it deleted, remove its declaration from the program:";
}

/** The declarations that somebody has to put into edited files, file by file. */
function pasteParts({ folder, merge: { notWritten, pastes, keptFiles } }: ExportResult): string[] {
  if (notWritten.length === 0) {
    return [];
  }
  return [
    `Not written, because somebody has edited ${keptFiles.map(printable).join(", ")}. Paste this, then run ` +
      `\`pulumi ${importArguments(importLaterFile).join(" ")}\` in ${printable(folder)} before the next \`pulumi up\`; ` +
      "or add --force, which overwrites what was edited:\n",
    ...pastes.map(({ path, text }) => `// ${path}\n\n${text}\n`),
  ];
}

/** What to run next, if the export has not done it itself. */
export function tellNextSteps(result: ExportResult, stack: string, { out }: Terminal): void {
  const { keys, merge, isFirst, folder, url } = result;
  if (merge.fresh.length > 0) {
    const why = isFirst
      ? firstImport
      : "only what is new now; `export --into --import` takes in whatever the stack lacks";
    out(
      steps(`Next, in ${printable(folder)}:`, [
        ...(isFirst ? stackSteps(stack) : []),
        ...(url === undefined ? [] : [url]),
        ...keySteps(keys),
        importStep(why),
        ...lastSteps(keys),
      ]),
    );
  }
}

/** What an import has done, and what to run after it. */
export function tellImport(
  { stack, objects, already, leftOut, previewIsEmpty }: StackImport,
  { keys, folder }: ExportResult,
  { out }: Terminal,
): void {
  const had = already === 0 ? "" : `; ${already} were there already`;
  const empty = previewIsEmpty ? " The preview is empty." : "";
  out(`Imported ${howMany(objects, "object")} into the stack ${stack}${had}.${empty}\n`);
  for (const line of leftOut) {
    out(`${printable(line)}\n`);
  }
  if (objects > 0) {
    const last = previewIsEmpty ? [upStep] : lastSteps(keys);
    out(steps(`Next, in ${printable(folder)}:`, [...keySteps(keys), ...last]));
  }
}

function steps(title: string, lines: readonly ShellStep[]): string {
  return `${title}\n\n${stepLines(lines)
    .map((line) => `  ${printable(line)}`)
    .join("\n")}\n`;
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `- ${line}`)];
}
