import type { Diff, DiffRow } from "./block.js";
import { costOf, fitting, type Printed } from "./fit.js";

/** What a room shows of a difference. */
export interface ShownRows<T> {
  readonly rows: readonly T[];
  /** Where the rest is; undefined if there is none. */
  readonly rest?: string;
}

/**
 * The rows of a difference for which there is room. What goes and what comes have a share each: a text that is rewritten
 * whole shows the beginning of both.
 */
export function fitRows<T extends Printed>(
  { rows }: Pick<Diff, "rows">,
  print: (row: DiffRow) => readonly T[],
  room: number,
  where: string,
): ShownRows<T> {
  const printed = rows.map((row) => ({ row, lines: print(row) }));
  const sides = Map.groupBy(printed, ({ row }) => row.sign);
  const lefts = new Map(
    sharesOf(
      [...sides].map(([sign, all]) => [sign, all.flatMap(({ lines }) => lines).reduce(sumOf, 0)]),
      room,
    ),
  );
  const cut = new Map<DiffRow["sign"], number>();
  const shown = printed.flatMap(({ row: { sign }, lines }) => {
    const left = cut.has(sign) ? 0 : (lefts.get(sign) ?? 0);
    const count = fitting(lines, left);
    lefts.set(sign, left - lines.slice(0, count).reduce(sumOf, 0));
    if (count < lines.length) {
      cut.set(sign, (cut.get(sign) ?? 0) + 1);
    }
    return lines.slice(0, count);
  });
  const counts = [...cut].map(([sign, count]) => `${count} ${count === 1 ? "line" : "lines"} ${verbs[sign]}`);
  return cut.size === 0
    ? { rows: shown }
    : { rows: shown, rest: `Not shown: ${counts.join(", ")}. ${where}` };
}

const verbs: Readonly<Record<DiffRow["sign"], string>> = {
  "-": "that go",
  "+": "that come",
  "!": "that change",
  " ": "that stay",
  "~": "about what stays",
};

function sumOf(sum: number, printed: Printed): number {
  return sum + costOf(printed);
}

/** Each what it asks for, or an equal share of what those that ask for less leave. */
function sharesOf<K>(sizes: readonly (readonly [K, number])[], room: number): [K, number][] {
  let left = room;
  return sizes
    .toSorted(([, a], [, b]) => a - b)
    .map(([key, size], at) => {
      const share = Math.min(size, left / (sizes.length - at));
      left -= share;
      return [key, share];
    });
}
