import type { FieldChange, Review } from "../facts/review.js";
import { changeEntry, type Entry } from "./change-entry.js";
import { countsOf } from "./change-words.js";
import { fitting, folded } from "./fit.js";

/** So much stands open: what comes after it is opened by those who want it. */
const openRoom = 7000;
/** Room for titles, and for saying what is left out. */
const reserve = 500;

/** What changes, the most important first. */
export function changesPart({ changes, findings, workspaces }: Review, room: number): string {
  const surroundings = { findings: Map.groupBy(findings, ({ urn }) => urn), workspaces };
  const entries = changes.map((change) => changeEntry(change, surroundings));
  const { look = [], others = [] } = Object.groupBy(entries, (entry) =>
    entry.isImportant ? "look" : "others",
  );
  return look.length === 0 || others.length === 0
    ? sectionsOf([{ title: "### Changes", entries }], room)
    : sectionsOf(
        [
          { title: "### Changes to look at", entries: look },
          { title: "### Other changes", entries: others },
        ],
        room,
      );
}

/** What somebody changed on the gateway since the last `up`. A long difference that the changes show is not shown twice. */
export function driftPart({ drift, changes, workspaces }: Review, room: number): string {
  const shown = new Set(changes.flatMap(({ urn, fields }) => fields.map(({ name }) => `${urn} ${name}`)));
  const entries = drift.map((change) => {
    const fields = change.fields.map((field) =>
      shown.has(`${change.urn} ${field.name}`) ? shortly(field) : field,
    );
    return changeEntry({ ...change, fields }, { findings: new Map(), workspaces });
  });
  return sectionsOf([{ title: "### Changed on the gateway since the last `up`", entries }], room);
}

function shortly(field: FieldChange): FieldChange {
  return "words" in field ? field : { is: "value", name: field.name, words: "is another one: see above" };
}

interface Section {
  readonly title: string;
  readonly entries: readonly Entry[];
}

/** Entries under their titles: open, then folded, then in one line each, then counted. */
function sectionsOf(sections: readonly Section[], room: number): string {
  const entries = sections.flatMap((section) => section.entries);
  const shown = texts(entries, room - reserve);
  const open = Math.max(1, fitting(shown, openRoom));
  const list = (from: number, to: number) => shown.slice(from, to).join("\n").trimEnd();
  let from = 0;
  const lists = sections.map((section) => {
    const start = from;
    from += section.entries.length;
    return { title: section.title, text: list(start, Math.min(from, open)) };
  });
  const [hidden, left] = [entries.slice(open, shown.length), entries.slice(shown.length)];
  return [
    ...lists.flatMap(({ title, text }) => (text === "" ? [] : [`${title}\n\n${text}`])),
    ...(hidden.length === 0 ? [] : [folded(more(hidden), list(open, shown.length))]),
    ...(left.length === 0 ? [] : [`**Left out here, because a comment has an end: ${more(left)}.**`]),
  ].join("\n\n");
}

function more(entries: readonly Entry[]): string {
  return countsOf(entries.map(({ change }) => change)).replace(/\d+/g, "$& more");
}

/** Each as a whole while all that follow can have a line; then in one line; as many as there is room for. */
function texts(entries: readonly Entry[], room: number): string[] {
  const all: string[] = [];
  let left = room;
  let lines = entries.reduce((sum, { brief }) => sum + brief.length + 1, 0);
  for (const { brief, whole } of entries) {
    lines -= brief.length + 1;
    const roomy = left - Math.min(lines, room / 3) - 1;
    const long = roomy < brief.length ? brief : whole();
    const text = long.length <= roomy ? long : brief;
    left -= text.length + 1;
    if (left < 0) {
      break;
    }
    all.push(text);
  }
  return all;
}
