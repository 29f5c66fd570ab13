import { howMany } from "pulumi-workspace-gateway/tools";
import type { TextLine } from "../facts/review.js";
import { fence } from "./escaping/fence.js";
import { visibly } from "./escaping/visible.js";
import { folded } from "./fit.js";
import { rewordingsOf } from "./rewordings.js";

type Part = TextLine["parts"][number];

/** More lines than these are opened by those who want them. */
const openLines = 24;
const mostLines = 200;
const mostCharacters = 6000;
/** A row of code does not wrap on GitHub: wider ones would have to be scrolled. */
const rowWidth = 100;
/** So much of a long unchanged stretch is shown on each side of a marked word. */
const around = 36;

/** The difference of a text: a diff that GitHub and GitLab colour, and below it the words that differ within lines. */
export function textEntry(lines: readonly TextLine[]): string {
  const rows = lines.slice(0, mostLines).flatMap(rowsOf);
  const shown = rowsThatFit(rows);
  const left = rows.length - shown.length + Math.max(0, lines.length - mostLines);
  const rest = left === 0 ? [] : [`~ ${howMany(left, "more line")} left out`];
  const code = fence("diff", [...shown, ...rest]);
  const rewordings = rewordingsOf(lines.slice(0, mostLines));
  const diff = shown.length <= openLines ? code : folded(`${howMany(lines.length, "line")} of text`, code);
  return rewordings.length === 0 ? diff : `${diff}\n\nReworded: ${rewordings.join(" · ")}`;
}

function rowsThatFit(rows: readonly string[]): readonly string[] {
  let room = mostCharacters;
  const end = rows.findIndex((row) => {
    room -= row.length + 1;
    return room < 0;
  });
  return end === -1 ? rows : rows.slice(0, end);
}

function rowsOf({ sign, parts, count = 0 }: TextLine): string[] {
  if (sign === "~") {
    return [`@@ ${howMany(count, "line")} the same @@`];
  }
  const isReworded = parts.some(({ marked }) => marked);
  const text = parts
    .map((part, index) => (isReworded ? shortened(part, index, parts.length) : part.text))
    .join("");
  const [first = "", ...more] = wrapped(visibly(text, mostCharacters));
  return [`${sign} ${first}`.trimEnd(), ...more.map((row) => `${sign} ↪ ${row}`)];
}

/** Only the ends of an unchanged stretch that stand next to a marked word. */
function shortened({ text, marked }: Part, index: number, count: number): string {
  if (marked || text.length <= 3 * around) {
    return text;
  }
  const start = index === 0 ? "" : text.slice(0, around).replace(/\S*$/, "");
  const end = index === count - 1 ? "" : text.slice(-around).replace(/^\S*/, "");
  return `${start}…${end}`;
}

function wrapped(text: string): string[] {
  return (
    text
      .match(new RegExp(`.{1,${rowWidth}}(?:\\s|$)|.{1,${rowWidth}}`, "gu"))
      ?.map((row) => row.trimEnd()) ?? [""]
  );
}
