import type { Machine } from "../bench/machine.ts";
import { planOf } from "./kills/plan.ts";
import type { Outcome } from "./run-scenario.ts";
import { partOf, tasks } from "./tasks.ts";

/** All that was found in one run of the matrix. */
export interface Found {
  readonly machine: Machine;
  /** The whole run, in seconds. */
  readonly seconds: number;
  readonly jobs: number;
  /** Whether everything was run, what CI runs of it, or something else. */
  readonly part: "whole" | "short" | "some";
  readonly rows: readonly Outcome[];
  /** How many rows were played again by themselves, and show what came of that. */
  readonly repeated?: number;
}

/** What several runs have found. A row that one has played again takes the place of the row before. */
export function merged([first, ...others]: readonly Found[]): Found {
  if (first === undefined) throw new Error("--from names no file.");
  const keyOf = ({ name, seed }: Outcome) => `${name} ${seed}`;
  const rows = new Map(first.rows.map((row) => [keyOf(row), row]));
  const again = others.flatMap((each) => each.rows);
  const repeated = again.filter((row) => rows.has(keyOf(row))).length;
  for (const row of again) rows.set(keyOf(row), row);
  const seconds = [first, ...others].reduce((sum, each) => sum + each.seconds, 0);
  const all = [...rows.values()];
  return { ...first, seconds, part: partOf(all), rows: all, repeated: (first.repeated ?? 0) + repeated };
}

/** A line for people who wait. */
export function line(row: Outcome): string {
  const verdict = isClean(row) ? "clean" : "NOT CLEAN";
  return `${row.name}, seed ${row.seed}: ${verdict}, ${row.seconds} s, ${row.requests} requests, ${row.convergedBy}`;
}

/** What is wrong in a row, a line each; nothing if it is clean. */
export function wrongs(row: Outcome): string[] {
  const lists = {
    untrue: row.untrue,
    unconverged: row.unconverged,
    twin: row.twins,
    orphan: row.orphans,
    lost: row.lost,
    "secret shown": row.secrets,
  };
  return Object.entries(lists).flatMap(([what, list]) => list.map((each) => `  ${what}: ${each}`));
}

/** Whether nothing is wrong in a row. */
export function isClean(row: Outcome): boolean {
  return wrongs(row).length === 0;
}

/** A column of the table, and what stands there. */
const columns: Readonly<Record<string, (row: Outcome) => string>> = {
  "what goes wrong": ({ what }) => what,
  "told the truth": ({ untrue }) => (untrue.length === 0 ? "yes" : `**no**, ${untrue.length}`),
  "converged by": ({ unconverged, convergedBy }) =>
    unconverged.length === 0 ? convergedBy : "**not converged**",
  twins: ({ twins }) => count(twins),
  orphans: ({ orphans }) => count(orphans),
  lost: ({ lost }) => count(lost),
  "secrets shown": ({ secrets }) => (secrets.length === 0 ? "none" : `**${secrets.length}**`),
  "issued twice": ({ issuedTwice }) => String(issuedTwice.length),
  hits: ({ hits }) => String(hits),
  requests: ({ requests }) => String(requests),
  "`npm run faults --`": ({ name, seed, adapter }) =>
    `\`--only ${name}${name === "kill" ? " --kills 1" : ""} --seed ${seed}${adapter === "native" ? " --adapter native" : ""}\``,
};

function count(list: readonly string[]): string {
  return list.length === 0 ? "0" : `**${list.length}**`;
}

/** The rows as a table of Markdown. */
export function table(rows: readonly Outcome[]): string {
  return markdown(
    Object.keys(columns),
    rows.map((row) => Object.values(columns).map((of) => of(row))),
  );
}

/** A table of Markdown. */
export function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`)
    .join("\n");
}

/** In minutes. */
const longest = { whole: 40, short: 4 };

/** How long it took, beside how long it may take. */
export function timed({ seconds, jobs, part, rows, repeated = 0 }: Found): string {
  const took = `It took ${inMinutes(seconds)}, ${jobs} at a time`;
  if (part === "some") return `${took}.`;
  const again =
    repeated === 0
      ? ""
      : ` Rows that were played again by themselves, after what they showed was repaired: ${repeated}.`;
  const whole = `${took}: ${verdict(seconds, part)}.${again}`;
  if (part === "short") return whole;
  const first = Math.min(...rows.map(({ seed }) => seed));
  const ofShort = new Set(tasks({ ...shortest, seed: first }).map(({ name, seed }) => `${name} ${seed}`));
  const short = rows.filter(({ name, seed }) => ofShort.has(`${name} ${seed}`));
  const work = short.reduce((sum, row) => sum + row.seconds, 0) / jobs;
  return `${whole} The ${short.length} rows that CI runs (\`--short\`) were ${inMinutes(work)} of that: ${verdict(work, "short")}.`;
}

const shortest = { short: true, only: undefined, kills: undefined };

function inMinutes(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
}

function verdict(seconds: number, part: keyof typeof longest): string {
  return `${seconds <= longest[part] * 60 ? "within" : "**over**"} the ${longest[part]} that it may take`;
}

/** What checkpoints are good for: how much a kill strands with and without them. */
export function stranding(kills: readonly Outcome[]): string {
  const said = [true, false].map((checkpoints) => {
    const of = kills.filter(({ seed, adapter }) => planOf(seed, 0, adapter).checkpoints === checkpoints);
    const counts = of.flatMap(({ stranded }) => (stranded === undefined ? [] : [stranded]));
    const sum = counts.reduce((all, one) => all + one, 0);
    const some = counts.filter((one) => one > 0).length;
    return `${some} of ${counts.length} kills ${checkpoints ? "with" : "without"} checkpoints left objects that no state had, ${sum} in all`;
  });
  const unreadable = kills.filter(({ stranded, hits }) => stranded === undefined && hits > 0).length;
  return `Before \`recover\`, ${said.join("; ")}. ${unreadable} kills left a state that \`pulumi stack export\` could not read.`;
}
