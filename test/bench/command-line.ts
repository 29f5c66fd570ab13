import { readFile, writeFile } from "node:fs/promises";
import { Command, InvalidArgumentError } from "commander";
import type { Machine } from "./machine.ts";

/** What a run of a benchmark has measured, and where. */
export interface Measured<Row> {
  readonly machine: Machine;
  readonly rows: readonly Row[];
}

/** What becomes of the results. */
export interface ResultOptions {
  readonly json?: string;
  /** Results of earlier runs, to be shown instead of measuring. */
  readonly from: readonly string[];
  readonly gate: boolean;
  readonly page: boolean;
}

/** The command line of a script of package.json that measures, and writes its figures into these pages. */
export function commandLine(script: string, pages: string): Command {
  return new Command(`npm run ${script} --`)
    .option("--json <file>", "keep all that was measured")
    .option("--from <file...>", "show what was kept, measure nothing", [])
    .option("--gate", "end with 1 if a limit is exceeded, or was not measured", false)
    .option("--page", `write the figures into ${pages}`, false);
}

/** A whole number above 0 of the command line. */
export function count(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError("It has to be a whole number above 0.");
  return Number(text);
}

/** Several of them, separated by commas. */
export function counts(text: string): number[] {
  return text.split(",").map(count);
}

/** Takes names that there are, separated by commas; or all of them. */
export function chosen<T extends string>(known: readonly T[]): (text: string) => readonly T[] {
  return (text) => {
    const unknown = text.split(",").filter((name) => !known.some((each) => each === name));
    if (text !== "all" && unknown.length > 0)
      throw new InvalidArgumentError(`There are ${known.join(", ")} and all, not ${unknown.join(", ")}.`);
    return text === "all" ? known : known.filter((each) => text.split(",").includes(each));
  };
}

/** Reads what was kept, or else measures; keeps that if it is wanted. */
export async function measuredOrKept<Row extends object>(
  { from, json }: ResultOptions,
  measure: () => Promise<Measured<Row>>,
): Promise<Measured<Row>> {
  const results = from.length > 0 ? await readKept<Row>(from) : await measure();
  if (json !== undefined) await writeFile(json, JSON.stringify(results, undefined, 1));
  return results;
}

/**
 * The results of earlier runs as those of one: what is said of the run is that of the first. A machine is not equally fast at all
 * times, so runs of two files never have one number: nothing is compared across them.
 */
export async function readKept<Row extends object>(files: readonly string[]): Promise<Measured<Row>> {
  const all = await Promise.all(
    files.map(async (file): Promise<Measured<Row>> => JSON.parse(await readFile(file, "utf8"))),
  );
  const [first] = all;
  if (first === undefined) throw new Error("--from names no file.");
  return { ...first, rows: all.flatMap(({ rows }, file) => rows.map((row) => numbered(row, file))) };
}

function numbered<Row extends object>(row: Row, file: number): Row {
  return "run" in row && typeof row.run === "number" ? { ...row, run: file * 1000 + row.run } : row;
}
