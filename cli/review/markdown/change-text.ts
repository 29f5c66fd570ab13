import { visible } from "../../text/visible.js";
import type { ChangedValue, Diff, DiffRow, ShownChange } from "../blocks/block.js";
import { fitRows, type PrintedChange } from "../blocks/fit.js";
import { called, code, riskSigns, small } from "../blocks/lines.js";
import { operationWords } from "../plan/operation-words.js";
import { fence, folded, lineText } from "./text.js";

/** Values that are not longer together stand in the line of their object; all that is new is read through anyway. */
const longestLine = { create: 400, others: 160 };
/** More rows than these are opened by those who want them. */
const openRows = 24;

/**
 * A change as a point of a list.
 *
 * @param rest - where to find the rest of a text that is cut
 */
export function printedChange(change: ShownChange, rest: string): PrintedChange<string> {
  const brief = `- ${titleOf(change)}`;
  return { change, brief, whole: (room) => wholeOf(change, { brief, rest }, room) };
}

function titleOf({ operation, risk, noun, name, title, place, source }: ShownChange): string {
  return lineText([
    ...(risk === undefined ? [] : [`${riskSigns[risk]} `]),
    { look: "strong", text: operationWords[operation].title },
    ` ${noun} `,
    code(name),
    ...(title === undefined ? [] : [` ${called(title)}`]),
    ...(place === undefined ? [] : [` in ${called(place)}`]),
    ...(source === undefined ? [] : [" ", small(source)]),
  ]);
}

function wholeOf(
  { operation, notes, values, diffs }: ShownChange,
  { brief, rest }: { readonly brief: string; readonly rest: string },
  room: number,
): string {
  const texts = values.map(valueText);
  const line = texts.join(" · ");
  const isShort = line.length <= (operation === "create" ? longestLine.create : longestLine.others);
  const points = [...notes.map(lineText), ...(isShort ? [] : texts)].map((text) => `  - ${text}`);
  const head = [isShort && line !== "" ? `${brief}: ${line}` : brief, ...points].join("\n");
  const share = (room - head.length) / diffs.length - 300;
  const shown = diffs.map((diff) => `${lineText([code(diff.name)])}:\n\n${diffText(diff, share, rest)}`);
  return shown.length === 0 ? head : `${head}\n\n${indented(shown.join("\n\n"))}\n`;
}

function valueText({ name, before, after }: ChangedValue): string {
  const old = before === undefined ? [] : [...before, " → "];
  return lineText([code(name), " ", ...old, ...after]);
}

/** A diff that GitHub and GitLab colour, and below it the words that differ within lines. */
function diffText(diff: Diff, room: number, where: string): string {
  const reworded = diff.reworded.map(lineText).join(" · ");
  // The indentation takes two characters of each row.
  const { rows, rest } = fitRows(diff, rowTexts, (room - reworded.length) * 0.9, where);
  const code = fence("diff", rows);
  return [
    rows.length <= openRows ? code : folded(`${rows.length} rows`, code),
    ...(rest === undefined ? [] : [`**${lineText([rest])}**`]),
    ...(diff.whiteSpace === undefined
      ? []
      : [`Only ${diff.whiteSpace === "line ends" ? "line ends differ" : "white space differs"}.`]),
    ...(reworded === "" ? [] : [`Reworded: ${reworded}`]),
  ].join("\n\n");
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, "  ");
}

/** A row of code does not wrap on GitHub: wider ones would have to be scrolled. */
const rowWidth = 100;
/** So much of a long unchanged stretch is shown on each side of a marked word. */
const around = 36;

/** A row of a difference as rows of code that need not be scrolled. */
function rowTexts({ sign, parts }: DiffRow): string[] {
  const isReworded = parts.some(({ marked }) => marked);
  const text = parts.map((part, at) => (isReworded ? shortened(part, at, parts.length) : part.text)).join("");
  if (sign === "~") {
    return [`@@ ${text} @@`];
  }
  const [first = "", ...more] = wrapped(visible(text));
  return [`${sign} ${first}`.trimEnd(), ...more.map((row) => `${sign} ↪ ${row}`)];
}

/** Only the ends of an unchanged stretch that stand next to a marked word. */
function shortened({ text, marked }: DiffRow["parts"][number], at: number, count: number): string {
  if (marked || text.length <= 3 * around) {
    return text;
  }
  const start = at === 0 ? "" : text.slice(0, around).replace(/\S*$/, "");
  const end = at === count - 1 ? "" : text.slice(-around).replace(/^\S*/, "");
  return `${start}…${end}`;
}

function wrapped(text: string): string[] {
  const rows = text.match(new RegExp(`.{1,${rowWidth}}(?:\\s|$)|.{1,${rowWidth}}`, "gu"));
  return rows?.map((row) => row.trimEnd()) ?? [""];
}
