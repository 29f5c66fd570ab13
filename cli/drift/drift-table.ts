import { howMany, printable } from "pulumi-workspace-gateway/tools";
import { TextTable } from "../text/text-table.js";
import type { Drift, StackObject } from "./drift.js";
import { holdsWords, ignoredLines, listTitles, notesToTell } from "./drift-words.js";

type Row = readonly string[];

/** Drift as text for a terminal: a table for each list. */
export function driftTable(drift: Drift): string {
  const { stacks, compared, changed, missing, undeclared } = drift;
  const isOfMany = stacks.length > 1;
  const head = `${stacks.map(({ name }) => printable(name)).join(", ")}: ${howMany(compared, "object")} compared.`;
  const whose = ({ stack }: StackObject) => (isOfMany ? [stack] : []);
  const stackTitle = isOfMany ? ["stack"] : [];
  return [
    drift.changed.length + missing.length + undeclared.length === 0
      ? `${head} The gateway is as declared.`
      : head,
    ...section(
      listTitles.changed,
      changed.length,
      [...stackTitle, "kind", "name", "workspace", "written", "property", "declared → live"],
      changed.flatMap((object) =>
        object.fields.map(({ name, words }, at) => [
          ...(at === 0
            ? [
                ...whose(object),
                object.kind,
                nameOfObject(object),
                object.workspace ?? "",
                object.written ?? "",
              ]
            : [...whose(object).map(() => ""), "", "", "", ""]),
          name,
          words,
        ]),
      ),
    ),
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
    ...lines("Ignored", ignoredLines(drift)),
    ...lines("Notes", notesToTell(drift)),
  ].join("\n");
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
