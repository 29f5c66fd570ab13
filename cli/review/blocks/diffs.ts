import { howMany } from "pulumi-workspace-gateway/tools";
import { clipped } from "../../text/visible.js";
import type { FieldChange, GraphPart, TextLine } from "../facts/review.js";
import type { Diff, DiffRow, Line } from "./block.js";

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

type Parts = TextLine["parts"];

const most = 8;
const longest = 120;

/** Which words stand for which, in lines that are reworded: `politely → briefly`. */
function rewordingsOf(lines: readonly TextLine[]): Line[] {
  const pairs = pairsOf(lines).flatMap(([before, after]) => wordsOf(before.parts, after.parts));
  return pairs.length <= most ? pairs : [...pairs.slice(0, most), [`${pairs.length - most} more`]];
}

/** The first line that goes and the first that comes in its place, the second and the second, and so on. */
function pairsOf(lines: readonly TextLine[]): (readonly [TextLine, TextLine])[] {
  const removed: TextLine[] = [];
  return lines.flatMap((line) => {
    if (line.sign === "-") {
      removed.push(line);
      return [];
    }
    const before = line.sign === "+" ? removed.shift() : undefined;
    if (line.sign !== "+") {
      removed.length = 0;
    }
    const isReworded =
      before !== undefined && [before, line].some(hasMarks) && [before, line].every(mostlyStays);
    return isReworded ? [[before, line] as const] : [];
  });
}

function hasMarks({ parts }: TextLine): boolean {
  return parts.some(({ marked }) => marked);
}

/** Of a line that is another one, the diff tells more than its words. */
function mostlyStays({ parts }: TextLine): boolean {
  const lengthOf = (some: Parts) => some.reduce((sum, { text }) => sum + text.length, 0);
  return lengthOf(parts.filter(({ marked }) => marked)) < lengthOf(parts) / 2;
}

function wordsOf(before: Parts, after: Parts): Line[] {
  const [removed, added] = [marksOf(before), marksOf(after)];
  if (removed.kept !== added.kept) {
    return [];
  }
  const places = new Set([...removed.marks.keys(), ...added.marks.keys()]);
  return [...places]
    .toSorted((a, b) => a - b)
    .map((place) => {
      const [old, now] = [shown("old", removed.marks.get(place)), shown("new", added.marks.get(place))];
      return old.length > 0 && now.length > 0 ? [...old, " → ", ...now] : [...old, ...now];
    });
}

function shown(look: "old" | "new", text = ""): Line {
  return text.trim() === "" ? [] : [{ look, text: clipped(text.trim(), longest) }];
}

/** What stays of a line, and the marked words by their place in it: it is the same in the line that comes instead. */
function marksOf(parts: Parts): { readonly kept: string; readonly marks: ReadonlyMap<number, string> } {
  const marks = new Map<number, string>();
  let kept = "";
  for (const { text, marked } of parts) {
    if (marked) {
      marks.set(kept.length, `${marks.get(kept.length) ?? ""}${text}`);
    } else {
      kept += text;
    }
  }
  return { kept, marks };
}
