import { visible } from "../../text/visible.js";
import type { DiffRow } from "../blocks/block.js";

/** A row of code does not wrap on GitHub: wider ones would have to be scrolled. */
const rowWidth = 100;
/** So much of a long unchanged stretch is shown on each side of a marked word. */
const around = 36;

/** A row of a difference as rows of code that need not be scrolled. */
export function rowTexts({ sign, parts }: DiffRow): string[] {
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
