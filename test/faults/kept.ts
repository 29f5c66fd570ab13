import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Machine } from "../bench/machine.ts";
import type { Adapter } from "../harness/adapter.ts";
import { type Found, stranding, timed, wrongs } from "./report.ts";
import type { Outcome } from "./run-scenario.ts";

/** What the page tells of a row. */
export interface KeptRow
  extends Pick<Outcome, "name" | "seed" | "what" | "convergedBy" | "hits" | "requests"> {
  /** A line for each thing that is wrong. */
  readonly wrong: readonly string[];
  readonly issuedTwice: number;
  readonly notes?: readonly string[];
}

/** What a whole run by one adapter has found, as far as the page tells it. */
export interface Kept {
  readonly adapter: Adapter;
  readonly machine: Machine;
  /** How long it took. */
  readonly took: string;
  /** What kills left before anything was recovered. */
  readonly stranded: string;
  readonly rows: readonly KeptRow[];
}

export function keptOf(found: Found, adapter: Adapter): Kept {
  const { machine, rows } = found;
  const stranded = stranding(rows.filter(({ name }) => name === "kill"));
  return { adapter, machine, took: timed(found), stranded, rows: rows.map(rowOf) };
}

function rowOf(row: Outcome): KeptRow {
  const { name, seed, what, convergedBy, hits, requests, issuedTwice, notes } = row;
  const wrong = wrongs(row).map((each) => each.trim());
  const told = notes.length === 0 ? {} : { notes };
  return { name, seed, what, convergedBy, wrong, issuedTwice: issuedTwice.length, hits, requests, ...told };
}

const fileOf = (adapter: Adapter) => path.join(import.meta.dirname, `found/${adapter}.jsonl`);

/** Keeps it for the page, which also has the other adapter's: a line for the run, and one for each row. */
export function keep({ rows, ...run }: Kept): Promise<void> {
  const lines = [run, ...rows].map((each) => `${JSON.stringify(each)}\n`);
  return writeFile(fileOf(run.adapter), lines.join(""));
}

export async function readKept(adapter: Adapter): Promise<Kept> {
  const [run = "", ...rows] = (await readFile(fileOf(adapter), "utf8")).trim().split("\n");
  return { ...JSON.parse(run), rows: rows.map((row) => JSON.parse(row)) };
}
