import { readFile } from "node:fs/promises";

/** What becomes of the results. */
export interface ResultOptions {
  readonly json: string | undefined;
  /** Results of earlier runs, to be shown instead of measuring. */
  readonly from: readonly string[];
  readonly gate: boolean;
  readonly page: boolean;
  readonly help: boolean;
}

/** Their flags, for `parseArgs`. */
export const resultFlags = {
  json: { type: "string" },
  from: { type: "string", multiple: true, default: [] as string[] },
  gate: { type: "boolean", default: false },
  page: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

export const resultUsage = `\
  --json FILE          keep all that was measured
  --from FILE          show what was kept, measure nothing; repeatable
  --gate               end with 1 if a limit is exceeded, or was not measured
`;

/** A whole number above 0 of the command line. */
export function count(flag: string, text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`${flag} takes whole numbers above 0, not "${text}".`);
  return Number(text);
}

/** Names that there are, separated by commas; or all of them. */
export function chosen<T extends string>(flag: string, text: string, known: readonly T[]): readonly T[] {
  if (text === "all") return known;
  return text.split(",").map((name) => {
    const found = known.find((candidate) => candidate === name);
    if (found === undefined) throw new Error(`${flag} takes ${known.join(", ")} or all, not "${name}".`);
    return found;
  });
}

/**
 * The results of earlier runs as those of one: what is said of the run is that of the first. A machine is not equally fast at all
 * times, so runs of two files never have one number: nothing is compared across them.
 */
export async function readKept<Kept extends { readonly rows: readonly object[] }>(
  files: readonly string[],
): Promise<Kept> {
  const all = await Promise.all(
    files.map(async (file): Promise<Kept> => JSON.parse(await readFile(file, "utf8"))),
  );
  const [first] = all;
  if (first === undefined) throw new Error("--from names no file.");
  return { ...first, rows: all.flatMap(({ rows }, file) => rows.map((row) => numbered(row, file))) };
}

function numbered(row: object, file: number): object {
  return "run" in row && typeof row.run === "number" ? { ...row, run: file * 1000 + row.run } : row;
}
