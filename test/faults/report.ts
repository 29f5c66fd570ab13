import type { Outcome } from "./run-scenario.ts";

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

/** A column of the table, and its cells. */
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
  const head = Object.keys(columns);
  return [head, head.map(() => "---"), ...rows.map((row) => Object.values(columns).map((of) => of(row)))]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`)
    .join("\n");
}
