import { defined, howMany, nounOf, plural } from "pulumi-workspace-gateway/tools";
import { clipped } from "../../text/words.js";
import type { GraphPart } from "../facts/field-words.js";
import { unplaced } from "../facts/resources.js";
import type { FieldChange, Finding, ObjectChange, Review, TextLine } from "../facts/review.js";
import {
  asLine,
  type Block,
  type ChangedValue,
  type ChangeGroup,
  countsOf,
  type Diff,
  type DiffRow,
  type Line,
  type ShownChange,
} from "./block.js";

/** So many changes stand open, the most important ones; beyond them, each opens what concerns them. */
const mostOpen = 20;

/** Changes, the most important first. What many leave stands by workspace, and of a large one by kind. */
export function changesBlock(changes: readonly ObjectChange[], surroundings: Surroundings): Block {
  const ranks = new Map(changes.map((change, at) => [change, at + 1]));
  const group = (some: readonly ObjectChange[], around = surroundings): ChangeGroup => ({
    isOpen: true,
    changes: some.map((change) => changeOf(change, ranks.get(change) ?? 0, around)),
  });
  if (changes.length > mostOpen) {
    const [first, rest] = [changes.slice(0, mostOpen), changes.slice(mostOpen)];
    const places = new Set(rest.map(({ workspace }) => workspace));
    // The title of a group tells the workspace.
    const around = places.size > 1 ? { ...surroundings, workspaces: {} } : surroundings;
    const folded = grouped(rest, [placeOf(surroundings), kindTitle]).map(([title, some]) => ({
      ...group(some, around),
      title: `${title}: ${countsOf(some)}`,
      isOpen: false,
    }));
    return { is: "changes", groups: [group(first), ...folded] };
  }
  const { look = [], others = [] } = Object.groupBy(changes, (change) =>
    isImportant(change, surroundings) ? "look" : "others",
  );
  const isSplit = look.length > 0 && others.length > 0;
  const groups = isSplit
    ? [
        { ...group(look), title: "To look at" },
        { ...group(others), title: "Others" },
      ]
    : [group(changes)];
  return { is: "changes", groups };
}

type Key = (change: ObjectChange) => string;

/** In groups by the first key, and each that is large by the next one. A key that all have the same tells nothing. */
function grouped(
  changes: readonly ObjectChange[],
  [key, ...more]: readonly Key[],
): (readonly [title: string, changes: readonly ObjectChange[]])[] {
  if (key === undefined) {
    return [["", changes]];
  }
  const groups = [...Map.groupBy(changes, key)];
  return groups.flatMap(([title, some]) => {
    const isTelling = groups.length > 1 || more.length === 0;
    const inner = isTelling && some.length <= mostOpen ? [["", some] as const] : grouped(some, more);
    return inner.map(([rest, each]): readonly [string, readonly ObjectChange[]] => [
      [isTelling ? title : "", rest].filter((text) => text !== "").join(" · "),
      each,
    ]);
  });
}

function placeOf({ workspaces }: Surroundings): Key {
  return ({ workspace }) =>
    workspace === undefined ? "In no workspace" : (workspaces[workspace] ?? workspace);
}

function kindTitle({ kind }: ObjectChange): string {
  return /^\w+$/.test(kind) ? plural(nounOf({ name: kind })) : kind;
}

function isImportant({ urn, operation }: ObjectChange, { findings }: Surroundings): boolean {
  return /delete|replace/.test(operation) || (findings?.get(urn) ?? []).some(({ risk }) => risk !== "low");
}

/** More of one object are counted. */
const mostShown = { notes: 8, values: 40 };

/** What a change is told by besides itself: the findings by URN, and the names of workspaces. */
interface Surroundings {
  readonly findings?: ReadonlyMap<string, readonly Finding[]>;
  readonly workspaces: Review["workspaces"];
}

/** A change as it is shown. Of a new object, what stands in its title already is not told twice. */
export function changeOf(
  { operation, kind, urn, name, fields, ...change }: ObjectChange,
  rank: number,
  { findings, workspaces }: Surroundings,
): ShownChange {
  const title = change.title === name ? undefined : change.title;
  const isShown = Object.keys(workspaces).length > 1 || change.workspace === unplaced;
  const workspace = isShown ? workspaces[change.workspace ?? ""] : undefined;
  const place = workspace === (change.title ?? name) ? undefined : workspace;
  const isTold = (field: FieldChange) =>
    operation === "create" && field.is === "value" && field.after === (change.title ?? name);
  const values = fields.flatMap((field) => ("words" in field && !isTold(field) ? [changedValue(field)] : []));
  const left = values.length - mostShown.values;
  const [found] = findings?.get(urn) ?? [];
  return {
    rank,
    operation,
    noun: /^\w+$/.test(kind) ? nounOf({ name: kind }) : kind,
    name,
    ...defined({ risk: found?.risk, title, place, source: change.line?.replace(/#(?=\d+$)/, ":") }),
    notes: [
      ...change.notes.slice(0, mostShown.notes).map((note) => asLine(note)),
      ...(left > 0 ? [[`${left} more properties`]] : []),
    ],
    values: values.slice(0, mostShown.values),
    diffs: fields.flatMap((field) =>
      field.is === "text" ? [textDiff(field)] : field.is === "graph" ? [partsDiff(field)] : [],
    ),
  };
}

/** `2 → 1 (−50 %)`: what it was, and what it will be. */
function changedValue(field: Extract<FieldChange, { words: string }>): ChangedValue {
  const [old = "", now, ...more] = field.words.split(" → ");
  return "before" in field && now !== undefined && more.length === 0
    ? { name: field.name, before: asLine(old), after: asLine(now) }
    : { name: field.name, after: asLine(field.words) };
}

/** The difference of a text, line by line. */
function textDiff({ name, lines }: Extract<FieldChange, { is: "text" }>): Diff {
  return {
    name,
    rows: lines.map(rowOf),
    reworded: rewordingsOf(lines),
    ...defined({ whiteSpace: whiteSpaceOf(lines) }),
  };
}

function whiteSpaceOf(lines: readonly TextLine[]): Diff["whiteSpace"] {
  const textOf = (sign: TextLine["sign"]) =>
    lines
      .flatMap((line) => (line.sign === sign ? line.parts.map(({ text }) => text).join("") : []))
      .join("\n");
  const differsBeside = (ignored: RegExp) =>
    textOf("-").replaceAll(ignored, "") !== textOf("+").replaceAll(ignored, "");
  const isEmpty = lines.every(({ sign }) => sign === " " || sign === "~");
  return isEmpty || differsBeside(/\s/g) ? undefined : differsBeside(/[\r\n]/g) ? "white space" : "line ends";
}

function rowOf({ sign, parts, count = 0 }: TextLine): DiffRow {
  if (sign === "~") {
    return row(sign, `${howMany(count, "line")} the same`);
  }
  return sign === " " ? { sign, parts } : { sign, parts: parts.map(withVisibleSpace) };
}

/** White space that differs, or that a line ends with, would not be seen. */
function withVisibleSpace({ text, marked }: Parts[number], at: number, all: Parts): Parts[number] {
  const isSpace = marked && text.trim() === "";
  const from = isSpace ? 0 : at === all.length - 1 ? text.trimEnd().length : text.length;
  const shown = text.slice(from).replaceAll(/\s/g, (each) => spaceSigns[each] ?? each);
  return { marked, text: `${text.slice(0, from)}${shown}` };
}

const spaceSigns: Readonly<Record<string, string>> = { " ": "·", "\t": "⇥", "\r": "␍" };

const signs: Readonly<Record<GraphPart["change"], DiffRow["sign"]>> = {
  added: "+",
  removed: "-",
  changed: "!",
};

/** What changes in a graph: a row for each part of it, and for each thing that is said of it. */
function partsDiff({ name, parts }: Extract<FieldChange, { is: "graph" }>): Diff {
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

const mostRewordings = 8;
const longest = 120;

/** Which words stand for which, in lines that are reworded: `politely → briefly`. */
function rewordingsOf(lines: readonly TextLine[]): Line[] {
  const pairs = pairsOf(lines).flatMap(([before, after]) => wordsOf(before.parts, after.parts));
  return pairs.length <= mostRewordings
    ? pairs
    : [...pairs.slice(0, mostRewordings), [`${pairs.length - mostRewordings} more`]];
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
    })
    .filter((line) => line.length > 0);
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
