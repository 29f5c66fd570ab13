import { howMany, nounOf } from "pulumi-workspace-gateway/tools";
import { codeSpan, withCode } from "../review/markdown/escaping/code-span.js";
import { escaped } from "../review/markdown/escaping/escaped.js";
import { fit } from "../review/markdown/fit.js";
import { graphEntry } from "../review/markdown/graph-entry.js";
import { longestComment } from "../review/markdown/markdown.js";
import { textEntry } from "../review/markdown/text-entry.js";
import type { ChangedObject, Drift, FieldDrift, StackObject, UndeclaredObject } from "./drift.js";
import { driftCounts, holdsWords, ignoredLines, listTitles, notesToTell } from "./drift-words.js";

/** Room of the lists that have a line for each object, and of the remarks. What they leave is for what changed. */
const rooms = { lines: 14_000, remarks: 3_000 };

/** More properties of one object are counted. */
const mostFields = 40;

/** Drift as the text of an issue: never longer than an issue may be, and nothing that comes from elsewhere is markup. */
export function driftMarkdown(drift: Drift): string {
  const { changed, missing, undeclared, unmanaged = [], stacks } = drift;
  const whose = (object: StackObject) => (stacks.length > 1 ? ` of ${codeSpan(object.stack)}` : "");
  const others = [
    list(
      listTitles.missing,
      rooms.lines,
      missing.map((object) => missingLine(object, whose(object))),
    ),
    list(listTitles.undeclared, rooms.lines, undeclared.map(undeclaredLine)),
    fieldsPart(listTitles.unmanaged, unmanaged, rooms.lines, whose),
    list(
      "Ignored",
      rooms.remarks,
      ignoredLines(drift).map((line) => `- ${withCode(line)}`),
    ),
    list(
      "Notes",
      rooms.remarks,
      notesToTell(drift).map((line) => `- ${withCode(line)}`),
    ),
  ];
  const head = headOf(drift);
  const room = longestComment - [head, ...others].join("\n\n").length - 200;
  const first = fieldsPart(listTitles.changed, changed, room, whose);
  return `${[head, first, ...others].filter((part) => part !== "").join("\n\n")}\n`;
}

/** The first line is a hidden one, by which a pipeline finds its issue again. */
function headOf(drift: Drift): string {
  const names = drift.stacks.map(({ name }) => name);
  const marker = `<!-- workspace-gateway drift: ${names.join("+").replace(/[^\w./-]/g, "_")} -->`;
  const shown = names.map((name) => codeSpan(name)).join(", ");
  const counts = driftCounts(drift);
  const compared = `${howMany(drift.compared, "object")} compared`;
  return counts === ""
    ? `${marker}\n🟢 ${shown}: the gateway is as declared. ${compared}.`
    : `${marker}\n## 🟠 The gateway is not as declared: ${counts}\n\n${shown} · ${compared}`;
}

function list(title: string, room: number, entries: readonly string[]): string {
  const shown = fit(entries, room, (count) => `- ${count} more are left out here.`);
  return shown.length === 0 ? "" : `### ${title}\n\n${shown.join("\n").trimEnd()}`;
}

function titleOf(object: StackObject, whose: string): string {
  const { kind, name, title, workspace } = object;
  return [
    `${nounOf({ name: kind })} ${codeSpan(name)}${whose}`,
    ...(title === undefined ? [] : [`“${escaped(title, 120)}”`]),
    ...(workspace === undefined ? [] : [`in “${escaped(workspace, 120)}”`]),
  ].join(" ");
}

function missingLine(object: StackObject, whose: string): string {
  const read = object.onlyRead ? ": the program only reads it" : "";
  return `- ${titleOf(object, whose)}, ${codeSpan(object.id)}${read}`;
}

function undeclaredLine(object: UndeclaredObject): string {
  const { kind, name, id, workspace, connection, created } = object;
  const parts = [
    `${nounOf({ name: kind })} “${escaped(name, 120)}”${workspace === undefined ? "" : ` in “${escaped(workspace, 120)}”`}`,
    codeSpan(id),
    ...(connection === undefined ? [] : [`connection ${codeSpan(connection)}`]),
    ...(created === undefined ? [] : [`created ${escaped(created, 40)}`]),
    ...(object.holds === undefined ? [] : [holdsWords(object)]),
  ];
  return `- ${parts.join(", ")}`;
}

/** Each as a whole while there is room, then in one line, then counted. */
function fieldsPart(
  title: string,
  objects: readonly ChangedObject[],
  room: number,
  whose: (object: StackObject) => string,
): string {
  let left = room - title.length;
  const entries = objects.map((object) => {
    const brief = `- ${titleOf(object, whose(object))}${writtenWords(object)}`;
    const whole = `${brief}${fieldsOf(object)}`;
    const text = whole.length < left / 2 ? whole : `${brief}: ${howMany(object.fields.length, "property")}`;
    left -= text.length + 1;
    return text;
  });
  return list(title, room, entries);
}

function writtenWords({ written }: ChangedObject): string {
  return written === undefined ? "" : `, written ${escaped(written, 40)}`;
}

function fieldsOf({ fields }: ChangedObject): string {
  const shown = fields.slice(0, mostFields).map((field) => `\n${indented(fieldEntry(field))}`);
  const more = fields.length - mostFields;
  return `${shown.join("")}${more > 0 ? `\n  - ${more} more properties` : ""}`;
}

function fieldEntry(field: FieldDrift): string {
  const line = `- ${codeSpan(field.name)} ${withCode(field.words)}`;
  switch (field.is) {
    case "text":
      return `${line}\n\n${indented(textEntry(field.lines))}\n`;
    case "graph":
      return `${line}\n\n${indented(graphEntry(field.parts))}\n`;
    default:
      return line;
  }
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, "  ");
}
