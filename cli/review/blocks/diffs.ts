import { howMany } from "pulumi-workspace-gateway/tools";
import type { FieldChange, GraphPart, TextLine } from "../facts/review.js";
import type { Diff, DiffRow } from "./block.js";
import { rewordingsOf } from "./rewordings.js";

/** The difference of a text, line by line. */
export function textDiff({ name, lines }: Extract<FieldChange, { is: "text" }>): Diff {
  return { name, rows: lines.map(rowOf), reworded: rewordingsOf(lines) };
}

function rowOf({ sign, parts, count = 0 }: TextLine): DiffRow {
  return sign === "~" ? row(sign, `${howMany(count, "line")} the same`) : { sign, parts };
}

const signs: Readonly<Record<GraphPart["change"], DiffRow["sign"]>> = {
  added: "+",
  removed: "-",
  changed: "!",
};

/** What changes in a graph: a row for each part of it, and for each thing that is said of it. */
export function partsDiff({ name, parts }: Extract<FieldChange, { is: "graph" }>): Diff {
  return { name, rows: parts.flatMap(rowsOf), reworded: [] };
}

function rowsOf({ what, change, name, details }: GraphPart): DiffRow[] {
  const [first = ""] = details;
  const label = what === "value" ? name : `${what} ${name}`;
  const isShort = what === "value" && details.length === 1;
  const texts = isShort ? [`${label}: ${first}`] : [label, ...details.map((detail) => `    ${detail}`)];
  return texts.map((text) => row(signs[change], text));
}

function row(sign: DiffRow["sign"], text: string): DiffRow {
  return { sign, parts: [{ text, marked: false }] };
}
