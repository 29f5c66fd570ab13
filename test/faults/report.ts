import type { Outcome } from "./run-scenario.ts";

/** A row in words, with the options that repeat it. */
export function line(row: Outcome): string {
  const { name, seed, adapter, seconds, hits, requests, issuedTwice, convergedBy } = row;
  const again = `--only ${name}${name === "kill" ? " --kills 1" : ""} --seed ${seed} --adapter ${adapter}`;
  const counts = `${seconds} s, ${hits} hits, ${requests} requests, ${issuedTwice.length} issued twice`;
  return `${again}: ${isClean(row) ? "clean" : "NOT CLEAN"}, ${counts}, ${convergedBy}`;
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

export function isClean(row: Outcome): boolean {
  return wrongs(row).length === 0;
}
