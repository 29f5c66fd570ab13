import {
  defined,
  howMany,
  isUnknown,
  type Json,
  nounOf,
  plural,
  removalText,
} from "pulumi-workspace-gateway/tools";
import { clipped } from "../../text/words.js";
import { textDiff } from "../facts/changes.js";
import {
  changeSides,
  type GraphPart,
  graphDiff,
  joinedSides,
  type Sides,
  valueWords,
  withoutMarks,
} from "../facts/field-words.js";
import { unplaced } from "../facts/resources.js";
import {
  type FieldChange,
  type Finding,
  type ObjectChange,
  type Review,
  secretWords,
  type TextLine,
} from "../facts/review.js";
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

const mostOpen = 20;

export function changesBlock(changes: readonly ObjectChange[], surroundings: Surroundings): Block {
  const ranks = new Map(changes.map((change, at) => [change, at + 1]));
  const group = (some: readonly ObjectChange[], around = surroundings): ChangeGroup => ({
    isOpen: true,
    changes: some.map((change) => changeOf(change, ranks.get(change) ?? 0, around)),
  });
  if (changes.length > mostOpen) {
    const [first, rest] = [changes.slice(0, mostOpen), changes.slice(mostOpen)];
    const places = new Set(rest.map(({ workspace }) => workspace));
    // The title of a group names the workspace.
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
        { ...group(look), title: "To review" },
        { ...group(others), title: "Other changes" },
      ]
    : [group(changes)];
  return { is: "changes", groups };
}

type Key = (change: ObjectChange) => string;

/** Groups changes by the first key, and large groups by the next. Omits a key that all changes share. */
function grouped(
  changes: readonly ObjectChange[],
  [key, ...more]: readonly Key[],
): (readonly [title: string, changes: readonly ObjectChange[]])[] {
  if (key === undefined) {
    return [["", changes]];
  }
  const groups = [...Map.groupBy(changes, key)];
  return groups.flatMap(([title, some]) => {
    const isUseful = groups.length > 1 || more.length === 0;
    const inner = isUseful && some.length <= mostOpen ? [["", some] as const] : grouped(some, more);
    return inner.map(([rest, each]): readonly [string, readonly ObjectChange[]] => [
      [isUseful ? title : "", rest].filter((text) => text !== "").join(" · "),
      each,
    ]);
  });
}

function placeOf({ workspaces }: Surroundings): Key {
  return ({ workspace }) =>
    workspace === undefined ? "Outside any workspace" : (workspaces[workspace] ?? workspace);
}

function kindTitle({ kind }: ObjectChange): string {
  return /^\w+$/.test(kind) ? plural(nounOf({ name: kind })) : kind;
}

function isImportant({ urn, operation }: ObjectChange, { findings }: Surroundings): boolean {
  return /delete|replace/.test(operation) || (findings?.get(urn) ?? []).some(({ risk }) => risk !== "low");
}

/** Limits per object. Further entries are only counted. */
const mostShown = { notes: 8, values: 40 };

/** `isAbove`: whether a long difference is already shown elsewhere. */
interface Surroundings {
  readonly findings?: ReadonlyMap<string, readonly Finding[]>;
  readonly workspaces: Review["workspaces"];
  readonly isAbove?: (urn: string, property: string) => boolean;
}

export function changeOf(
  { operation, kind, urn, name, fields, ...change }: Omit<ObjectChange, "weight">,
  rank: number,
  { findings, workspaces, isAbove = () => false }: Surroundings,
): ShownChange {
  const title = change.title === name ? undefined : change.title;
  const isShown = Object.keys(workspaces).length > 1 || change.workspace === unplaced;
  const workspace = isShown ? workspaces[change.workspace ?? ""] : undefined;
  const place = workspace === (change.title ?? name) ? undefined : workspace;
  const isInTitle = ({ is, after }: FieldChange) =>
    operation === "create" && is === "value" && after === (change.title ?? name);
  const values = fields.flatMap((field): ChangedValue[] => {
    if (isLong(field)) {
      return isAbove(urn, field.name) ? [{ name: field.name, after: ["changed: see above"] }] : [];
    }
    const { before, after } = fieldWords(kind, field);
    const value = {
      name: field.name,
      ...defined({ before: before === undefined ? undefined : asLine(before) }),
      after: asLine(after),
    };
    return isInTitle(field) ? [] : [value];
  });
  const left = [
    [change.notes.length - mostShown.notes, "more note"],
    [values.length - mostShown.values, "more property"],
  ] as const;
  const [found] = findings?.get(urn) ?? [];
  return {
    rank,
    operation,
    noun: /^\w+$/.test(kind) ? nounOf({ name: kind }) : kind,
    name,
    ...defined({ risk: found?.risk, title, place, source: change.line?.replace(/#(?=\d+$)/, ":") }),
    notes: [
      ...change.notes.slice(0, mostShown.notes).map((note) => asLine(note)),
      ...left.flatMap(([count, noun]) => (count > 0 ? [[howMany(count, noun)]] : [])),
    ],
    values: values.slice(0, mostShown.values),
    diffs: fields
      .filter((field) => isLong(field) && !isAbove(urn, field.name))
      .map((field) => (field.is === "text" ? linesDiff(field) : partsDiff(field))),
  };
}

function isLong({ is }: FieldChange): boolean {
  return is === "text" || is === "graph";
}

function fieldWords(kind: string, { is, name, before, after, ...field }: FieldChange): Sides {
  const removal = field.removal && removalText[field.removal];
  const nameOf = (id: string) =>
    id === before ? field.names?.before : id === after ? field.names?.after : undefined;
  const of = { place: `${kind}.${name}`, nameOf, ...defined({ removal }) };
  switch (is) {
    case "secret":
      return { after: secretWords[field.secret ?? "open"] };
    case "unknown": {
      const from = field.sources === undefined ? "" : ` (from ${field.sources.join(", ")})`;
      return {
        ...defined({ before: before === undefined ? undefined : valueWords(of, before) }),
        after: `known only during the \`up\`${from}`,
      };
    }
    case "graph":
      return { after: partsInLine(graphDiff(before, after)) };
    case "text": {
      const whole = changeSides(of, before, after);
      const isShort = joinedSides(whole).length <= longestInLine && !joinedSides(whole).includes("\\n");
      const { lines } = textDiff(before, after);
      const count = (sign: string) => lines.filter((line) => line.sign === sign).length;
      return isShort ? whole : { after: `${howMany(count("+"), "line")} added, ${count("-")} removed` };
    }
    case "value": {
      const sides = changeSides(of, before, after);
      const lost = ": a different object took over the value, and an `up` does not restore it";
      return field.isLost ? { ...sides, after: `${sides.after}${lost}` } : sides;
    }
  }
}

const longestInLine = 160;

function partsInLine(parts: readonly GraphPart[]): string {
  const [part] = parts;
  return parts.length === 1 && part !== undefined && part.details.length < 2
    ? [`${part.name} ${part.change}`, ...part.details].join(": ")
    : `${howMany(parts.length, "part")} changed`;
}

function fieldJson(kind: string, field: FieldChange) {
  const { is, name, before, after } = field;
  const hasValues = is === "value" || is === "unknown";
  return {
    is,
    name,
    ...defined({
      before: hasValues ? shownValue(before) : undefined,
      after: hasValues ? shownValue(after) : undefined,
      lines: is === "text" ? textDiff(before, after).lines : undefined,
      parts: is === "graph" ? graphDiff(before, after) : undefined,
    }),
    words: joinedSides(fieldWords(kind, field)),
  };
}

function shownValue(value: Json | undefined): Json | undefined {
  return value === undefined || isUnknown(value) ? undefined : withoutMarks(value);
}

export function withWords<C extends Pick<ObjectChange, "kind" | "fields">>(
  change: C,
): Omit<C, "fields"> & { readonly fields: readonly ReturnType<typeof fieldJson>[] } {
  return { ...change, fields: change.fields.map((field) => fieldJson(change.kind, field)) };
}

function linesDiff({ name, before, after }: FieldChange): Diff {
  const { lines, reworded } = textDiff(before, after);
  const pairs = reworded.slice(0, mostRewordings).map(({ old, now }): Line => {
    const [removed, added] = [shown("old", old), shown("new", now)];
    return [...removed, ...(removed.length > 0 && added.length > 0 ? [" → "] : []), ...added];
  });
  const left = reworded.length - mostRewordings;
  return {
    name,
    rows: lines.map(rowOf),
    reworded: left > 0 ? [...pairs, [`${left} more`]] : pairs,
    ...defined({ whiteSpace: whiteSpaceOf(lines) }),
  };
}

const mostRewordings = 8;
const longest = 120;

function shown(look: "old" | "new", text: string): Line {
  return text.trim() === "" ? [] : [{ look, text: clipped(text.trim(), longest) }];
}

function whiteSpaceOf(lines: readonly TextLine[]): Diff["whiteSpace"] {
  const textOf = (sign: TextLine["sign"]) =>
    lines
      .flatMap((line) => (line.sign === sign ? line.parts.map(({ text }) => text).join("") : []))
      .join("\n");
  const differsBeside = (ignored: RegExp) =>
    textOf("-").replaceAll(ignored, "") !== textOf("+").replaceAll(ignored, "");
  const isEmpty = lines.every(({ sign }) => sign === " " || sign === "~");
  if (isEmpty || differsBeside(/\s/g)) {
    return undefined;
  }
  return differsBeside(/[\r\n]/g) ? "Only whitespace differs." : "Only line endings differ.";
}

function rowOf({ sign, parts, count = 0 }: TextLine): DiffRow {
  if (sign === "~") {
    return { ...row(sign, howMany(count, "unchanged line")), count };
  }
  return sign === " " ? { sign, parts } : { sign, parts: parts.map(withVisibleSpace) };
}

/** Makes changed or trailing whitespace visible, because reviewers would otherwise miss it. */
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

function partsDiff({ name, before, after }: FieldChange): Diff {
  return { name, rows: graphDiff(before, after).flatMap(rowsOf), reworded: [] };
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
