import { howMany, nounOf, printable } from "pulumi-workspace-gateway/tools";
import type { ExportedObject, KnownObject, Remark } from "../../export/exported-program.js";
import {
  firstImport,
  importArguments,
  importLaterFile,
  importStep,
  keySteps,
  lastSteps,
  refreshStep,
  type ShellStep,
  stackSteps,
  stepLines,
  upStep,
} from "../../export/first-steps.js";
import { nameOf } from "../../live/live-account.js";
import type { Terminal } from "../terminal.js";
import type { ExportResult } from "./export-result.js";
import { type ExportMerge, isMerged } from "./folder/merge-export.js";
import type { StackImport } from "./import/import-stack.js";

/** Says what an export has done, for people. */
export function tellExport(result: ExportResult, { out }: Terminal): void {
  const { merge, vanished, toImport } = result;
  const parts = [
    [headline(result), ...counts(result)],
    section(
      "Changed on the gateway, and in the program now:",
      merge.changed.flatMap(({ object, merged }) => propertiesLine(object, merged)),
    ),
    section(
      "Changed on the gateway. The program has an expression of its own, and the stack has the new value:",
      merge.changed.flatMap(({ object, own }) => propertiesLine(object, own)),
    ),
    section("Overwritten, although it was edited:", merge.overwritten),
    section("Left as it is, because it was edited:", merge.pastes.length > 0 ? [] : merge.keptFiles),
    section("Not declared:", [
      ...merge.program.remarks.map(remarkLine),
      ...result.leftOut.map(({ what, why }) => `${what}: ${why}`),
    ]),
    section(vanishedTitle(result), vanished.map(placeLine)),
    section(
      "On the gateway, but no longer found in the edited file that declared it. If no stack has it, its import is in " +
        `${importLaterFile}, because the next \`pulumi up\` deletes what is imported and not declared:`,
      merge.notFound.map(placeLine),
    ),
    section("In no import file:", toImport.blocked),
  ].filter((lines) => lines.length > 0);
  for (const lines of parts) {
    out(`${lines.map(printable).join("\n")}\n`);
  }
  for (const text of pasteParts(result)) {
    out(text);
  }
}

function headline({ merge: { fresh, changed }, merge, written, folder }: ExportResult): string {
  const merged = changed.filter(({ object }) => isMerged(merge, object)).length;
  const what = [
    ...(fresh.length > 0 ? [howMany(fresh.length, "object")] : []),
    ...(merged > 0 ? [`new values of ${howMany(merged, "object")}`] : []),
  ].join(" and ");
  if (written.length === 0) {
    return `${isLeftOut(merge) ? "Nothing" : "Nothing is new: nothing"} was written to ${folder}.`;
  }
  return what === ""
    ? `${isLeftOut(merge) ? "Written" : "Nothing is new in the program. Written"} to ${folder}: ${written.join(", ")}.`
    : `Exported ${what} to ${folder}: ${howMany(written.length, "file")} written.`;
}

/** Whether something has to be pasted. */
function isLeftOut({ notWritten, changed }: ExportMerge): boolean {
  return notWritten.length > 0 || changed.some(({ waiting }) => waiting.length > 0);
}

function propertiesLine(object: KnownObject, properties: readonly string[]): string[] {
  return properties.length === 0 ? [] : [`${placeLine(object)}: ${properties.join(", ")}`];
}

function placeLine({ kind, name, file }: KnownObject): string {
  return `${kind} ${JSON.stringify(name)} in ${file}`;
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

/** What somebody has to put into edited files, file by file. */
function pasteParts({ folder, merge }: ExportResult): string[] {
  const { notWritten, pastes, keptFiles } = merge;
  if (pastes.length === 0) {
    return [];
  }
  const later =
    notWritten.length === 0
      ? ""
      : `, then run \`pulumi ${importArguments(importLaterFile).join(" ")}\` in ${printable(folder)} before the next \`pulumi up\``;
  return [
    `Not written, because somebody has edited ${keptFiles.map(printable).join(", ")}. Paste this${later}; ` +
      "or add --force, which overwrites what was edited:\n",
    ...pastes.map(({ path, text }) => `// ${path}\n\n${text.split("\n").map(printable).join("\n")}\n`),
  ];
}

/** What to run next, if the export has not done it itself. */
export function tellNextSteps(result: ExportResult, stack: string, { out }: Terminal): void {
  const { keys, isFirst, isStackKnown, toImport, folder, url } = result;
  const { pending, outdated } = toImport;
  if (pending + outdated > 0) {
    const objects = howMany(pending, "object");
    const why = isFirst
      ? firstImport
      : `${objects} that ${isStackKnown ? "the stack lacks" : "no stack is known to have"}`;
    out(
      steps(`Next, in ${printable(folder)}:`, [
        ...(isFirst ? stackSteps(stack) : []),
        ...(url === undefined ? [] : [url]),
        ...keySteps(keys),
        ...(outdated === 0 ? [] : [refreshStep]),
        ...(pending === 0 ? [] : [importStep(why)]),
        ...lastSteps(keys),
      ]),
    );
  }
}

/** What an import has done, and what to run after it. */
export function tellImport(
  { stack, objects, refreshed, already, leftOut, previewIsEmpty }: StackImport,
  { keys, folder }: ExportResult,
  { out }: Terminal,
): void {
  const had = already === 0 ? "" : `; ${already} were there already`;
  const values = refreshed === 0 ? "" : `, and the new values of ${refreshed}`;
  const empty = previewIsEmpty ? " The preview is empty." : "";
  out(`Imported ${howMany(objects, "object")}${values} into the stack ${stack}${had}.${empty}\n`);
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
