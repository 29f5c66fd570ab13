import { nounOf } from "pulumi-workspace-gateway/tools";
import type { FieldChange, Finding, ObjectChange, Review } from "../facts/review.js";
import { operationWords } from "../plan/operation-words.js";
import { riskSigns } from "./change-words.js";
import { codeSpan, withCode } from "./escaping/code-span.js";
import { escaped } from "./escaping/escaped.js";
import { graphEntry } from "./graph-entry.js";
import { textEntry } from "./text-entry.js";

/** More of them are counted. */
const mostFields = 40;
const mostNotes = 8;
/** Values that are not longer together stand in the line of their object; all that is new is read through anyway. */
const longestLine = { create: 400, others: 160 };

/** A change as one line, and with all that a person needs to judge it: an item of a list. */
export interface Entry {
  readonly change: ObjectChange;
  readonly isImportant: boolean;
  readonly brief: string;
  readonly whole: () => string;
}

/** What an entry is told by besides the change itself: the findings by URN, the most severe first. */
export interface Surroundings {
  readonly findings: ReadonlyMap<string, readonly Finding[]>;
  readonly workspaces: Review["workspaces"];
}

/** What a comment says of one object that changes. */
export function changeEntry(change: ObjectChange, { findings, workspaces }: Surroundings): Entry {
  const found = findings.get(change.urn) ?? [];
  const brief = `- ${signOf(found)}${titleOf(change, workspaces)}`;
  return {
    change,
    isImportant: found.some(({ risk }) => risk !== "low") || /delete|replace/.test(change.operation),
    brief,
    whole: () => wholeOf(change, brief),
  };
}

function wholeOf(change: ObjectChange, brief: string): string {
  const values = valuesOf(change);
  const line = values.join(" · ");
  const isShort = line.length <= (change.operation === "create" ? longestLine.create : longestLine.others);
  const notes = counted(change.notes, mostNotes, "notes").map((note) => withCode(note));
  const points = [...notes, ...(isShort ? [] : counted(values, mostFields, "fields"))];
  const list = points.map((point) => `- ${point}`).join("\n");
  const blocks = change.fields.flatMap(blockOf).join("\n\n");
  return [
    isShort && line !== "" ? `${brief}: ${line}` : brief,
    ...(list === "" ? [] : [indented(list)]),
    ...(blocks === "" ? [] : [`\n${indented(blocks)}\n`]),
  ].join("\n");
}

function signOf([first]: readonly Finding[]): string {
  return first === undefined ? "" : `${riskSigns[first.risk]} `;
}

function titleOf(change: ObjectChange, workspaces: Review["workspaces"]): string {
  const { operation, kind, name, title = name, workspace = "", line } = change;
  const noun = /^\w+$/.test(kind) ? nounOf({ name: kind }) : codeSpan(kind);
  const place = Object.keys(workspaces).length > 1 ? workspaces[workspace] : undefined;
  return [
    `**${operationWords[operation].title}** ${noun} ${codeSpan(name)}`,
    ...(title === name ? [] : [`“${escaped(title, 120)}”`]),
    ...(place === undefined ? [] : [`in “${escaped(place, 120)}”`]),
    ...(line === undefined ? [] : [`<sub>${escaped(line.replace(/#(?=\d+$)/, ":"), 120)}</sub>`]),
  ].join(" ");
}

function counted(items: readonly string[], most: number, noun: string): readonly string[] {
  return items.length <= most ? items : [...items.slice(0, most), `${items.length - most} more ${noun}`];
}

/** Of a new object, what stands in its title already, and where it is, is not told twice. */
function valuesOf({ fields, operation, title, name }: ObjectChange): string[] {
  const isNew = operation === "create";
  return fields.flatMap((field) => {
    const isTitle = field.is === "value" && field.after === (title ?? name);
    const isTold = isNew && (isTitle || field.name === "workspaceId");
    return "words" in field && !isTold ? [`${codeSpan(field.name)} ${withCode(field.words)}`] : [];
  });
}

function blockOf(field: FieldChange): string[] {
  const name = codeSpan(field.name);
  if (field.is === "text") {
    return [`${name}:\n\n${textEntry(field.lines)}`];
  }
  return field.is === "graph" ? [`${name}:\n\n${graphEntry(field.parts)}`] : [];
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, "  ");
}
