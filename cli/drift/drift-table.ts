import { howMany, printable } from "pulumi-workspace-gateway/tools";
import { expectationRow } from "../expectations/words.js";
import { TextTable } from "../text/text-table.js";
import { type ChangedObject, type Drift, type StackObject, unmetIn } from "./drift.js";
import {
  driftCounts,
  holdsWords,
  ignoredLines,
  inUseLines,
  inUseTitle,
  listTitles,
  notesToTell,
  retiringLines,
} from "./drift-words.js";

type Row = readonly string[];

/** Drift as text for a terminal: a table for each list. */
export function driftTable(drift: Drift): string {
  const { stacks, compared, changed, missing, undeclared, unmanaged = [] } = drift;
  const unmet = unmetIn(drift);
  const isOfMany = stacks.length > 1;
  const head = `${stacks.map(({ name }) => printable(name)).join(", ")}: ${howMany(compared, "object")} compared.`;
  const whose = ({ stack }: StackObject) => (isOfMany ? [stack] : []);
  const stackTitle = isOfMany ? ["stack"] : [];
  const fieldsSection = (title: string, values: string, objects: readonly ChangedObject[]) =>
    section(
      title,
      objects.length,
      [...stackTitle, "kind", "name", "workspace", "written", "property", values],
      objects.flatMap((object) => fieldRows(object, whose(object))),
    );
  return [
    driftCounts(drift) === "" ? `${head} The gateway is as declared.` : head,
    ...section(
      listTitles.unmet,
      unmet.length,
      ["line", "", "expectation", "workspace", "expected", "found"],
      unmet.map(expectationRow),
    ),
    ...fieldsSection(listTitles.changed, "declared → live", changed),
    ...section(
      listTitles.missing,
      missing.length,
      [...stackTitle, "kind", "name", "workspace", "id", ""],
      missing.map((object) => [
        ...whose(object),
        object.kind,
        nameOfObject(object),
        object.workspace ?? "",
        object.id,
        object.onlyRead ? "the program only reads it" : "",
      ]),
    ),
    ...section(
      listTitles.undeclared,
      undeclared.length,
      ["kind", "name", "workspace", "created", "id", ""],
      undeclared.map((object) => [
        object.kind,
        object.name,
        object.workspace ?? "",
        object.created ?? "",
        object.id,
        [object.connection, holdsWords(object)].filter((part) => part).join(", "),
      ]),
    ),
    ...fieldsSection(listTitles.unmanaged, "before → live", unmanaged),
    ...lines(listTitles.retiring, retiringLines(drift)),
    ...lines(inUseTitle(drift), inUseLines(drift)),
    ...lines("Ignored", ignoredLines(drift)),
    ...lines("Notes", notesToTell(drift)),
  ].join("\n");
}

/** The object stands in the first line, each of its properties in one. */
function fieldRows(object: ChangedObject, whose: Row): Row[] {
  const { kind, workspace = "", written = "" } = object;
  const first = [...whose, kind, nameOfObject(object), workspace, written];
  return object.fields.map(({ name, words }, at) => [
    ...(at === 0 ? first : first.map(() => "")),
    name,
    words,
  ]);
}

function nameOfObject({ name, title }: StackObject): string {
  return title === undefined ? name : `${name} (${title})`;
}

function section(title: string, count: number, titles: Row, rows: readonly Row[]): string[] {
  return rows.length === 0 ? [] : ["", `${title} (${count})`, ...table([titles, ...rows])];
}

function lines(title: string, texts: readonly string[]): string[] {
  return texts.length === 0 ? [] : ["", title, ...texts.map((text) => `  ${printable(text)}`)];
}

const widest = 48;

/** The last column is as wide as it is. */
function table(rows: readonly Row[]): string[] {
  const columns = (rows[0] ?? []).map((_, at, all) => (at === all.length - 1 ? {} : { widest }));
  return new TextTable(columns).lines(rows).map((line) => `  ${line}`);
}
