import type { Machine } from "../bench/machine.ts";
import { planOf } from "./kills/kill.ts";
import { isClean, type Outcome } from "./run-scenario.ts";

/** All that was found in one run of the matrix. */
export interface Found {
  readonly machine: Machine;
  /** The whole run, in seconds. */
  readonly seconds: number;
  readonly jobs: number;
  readonly rows: readonly Outcome[];
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
  "minted twice": ({ mintedTwice }) => String(mintedTwice.length),
  requests: ({ requests }) => String(requests),
  "`npm run faults --`": ({ name, seed }) => `\`--only ${name} --seed ${seed}\``,
};

function count(list: readonly string[]): string {
  return list.length === 0 ? "0" : `**${list.length}**`;
}

/** The rows as a table of Markdown. */
export function table(rows: readonly Outcome[]): string {
  const names = Object.keys(columns);
  const lines = [
    names,
    names.map(() => "---"),
    ...rows.map((row) => Object.values(columns).map((of) => of(row))),
  ];
  return lines
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`)
    .join("\n");
}

/** docs/reliability.md. */
export function page({ machine, seconds, jobs, rows }: Found): string {
  const kills = rows.filter(({ name }) => name === "kill");
  const faults = rows.filter(({ name }) => name !== "kill");
  return `# Reliability

Written by \`npm run faults\` on ${machine.date}: ${machine.cores} cores (${machine.model}), ${machine.memoryGigabytes} GB, ${machine.system}, Node ${machine.node},
Pulumi ${machine.pulumi}, SDK ${machine.sdk}. It took ${Math.ceil(seconds / 60)} minutes, ${jobs} at a time.

**${faults.filter(isClean).length} of ${faults.length} faults and ${kills.filter(isClean).length} of ${kills.length} kills left nothing wrong**: every run told the truth, and
the stack converged without a twin, an orphan, a loss or a secret shown.

## What is done

Each row has a gateway, a stack and a backend of its own, and the real \`pulumi\`. A workspace, a provider, a config and a mapping
are there at first. Then a stack with all twelve kinds is declared, so that the \`up\` that meets the fault creates, changes,
replaces and deletes. Settings are those that users get, unless the row names one. The fault ends, the same command is run until it
succeeds, and this is judged, on the gateway's own tables and the exported state:

- **told the truth**: an \`up\` that ended with 0 has done what is declared. One that failed names the resource, what happened and what to
  do, in the words that the scenario expects.
- **converged by**: what it took until the gateway held what is declared, and a preview and a refresh were both empty. What a person
  had to decide or to mend is named.
- **twins**: objects that are alike. **orphans**: objects that no resource has. **lost**: resources whose object is gone, and API keys
  that the gateway does not have any more.
- **secrets shown**: API keys, tokens, the app's secret and what was minted, in any output or file of the backend, plain, as JSON, base64,
  URL-encoded or hexadecimal.
- **minted twice**: invitations and gateway keys that no resource has. They have no name, so nothing can tell whether one was made when its
  answer is lost: the next run makes another. The first works until it expires. This is no orphan of the other columns.
- **requests**: from the first that met the fault until it had converged. The first row is a run without a fault.

The last column repeats a row. A seed fixes what is hit by the order in which requests arrive, and that order is the engine's: a repetition
is alike, and not the same to the last request.

## Faults

${table(faults)}

## Kills

The process is ended with SIGKILL in the middle of that \`up\`. Then \`workspace-gateway recover --yes\` is run, and one plain \`pulumi up\`.
\`--since\`, with the time at which the run began, where checkpoints were off. If only the provider's process dies, the engine forgets what
it has asked for: \`recover\` sees in the stack's history that the run has failed, and looks by itself.

${stranding(kills)}

${table(kills)}
${told(rows)}
## What was not covered

- Other backends than a folder, such as S3 or Pulumi Cloud, and two machines with one stack.
- A machine that loses power: what was written to the disk before the kill stays written.
- Another system than the one above, and another gateway than the reference gateway of this repository.
- Faults of \`destroy\` and of \`refresh\`: the faults hit an \`up\`.
`;
}

/** What checkpoints are good for: how much a kill strands with and without them. */
function stranding(kills: readonly Outcome[]): string {
  const said = [true, false].map((checkpoints) => {
    const of = kills.filter(({ seed }) => planOf(seed).checkpoints === checkpoints);
    const counts = of.flatMap(({ stranded }) => (stranded === undefined ? [] : [stranded]));
    const sum = counts.reduce((all, one) => all + one, 0);
    const some = counts.filter((one) => one > 0).length;
    return `${some} of ${counts.length} kills ${checkpoints ? "with" : "without"} checkpoints left objects that no state had, ${sum} in all`;
  });
  const unreadable = kills.filter(({ stranded }) => stranded === undefined).length;
  return `Before \`recover\`, ${said.join("; ")}. ${unreadable} kills left a state that \`pulumi stack export\` could not read.`;
}

function told(rows: readonly Outcome[]): string {
  const notes = rows.flatMap(({ name, seed, notes }) =>
    notes.map((note) => `- \`${name}\`, seed ${seed}: ${note}.`),
  );
  return notes.length === 0 ? "" : `\n${notes.join("\n")}\n`;
}
