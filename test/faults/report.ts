import type { Machine } from "../bench/machine.ts";
import { planOf } from "./kills/plan.ts";
import type { Outcome } from "./run-scenario.ts";
import { events, frames } from "./scenario.ts";
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

function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`)
    .join("\n");
}

/** In minutes. */
const longest = { whole: 40, short: 4 };

/** docs/reliability.md. */
export function page(found: Found): string {
  const { machine, rows } = found;
  const kills = rows.filter(({ name }) => name === "kill");
  const faults = rows.filter(({ name }) => name !== "kill");
  const isNative = rows.some(({ adapter }) => adapter === "native");
  return `# Reliability${isNative ? " of the native plugin" : ""}

Written by \`npm run faults${isNative ? " -- --adapter native" : ""}\` on ${machine.date}: ${machine.cores} cores (${machine.model}), ${machine.memoryGigabytes} GB, ${machine.system}, Node ${machine.node},
Pulumi ${machine.pulumi}, SDK ${machine.sdk}. ${timed(found)}

**${faults.filter(isClean).length} of ${faults.length} faults and ${kills.filter(isClean).length} of ${kills.length} kills left nothing wrong**: every run told the truth, and
the stack converged without a twin, an orphan, a loss or a secret shown.

## What is done

Each row has a gateway, a stack and a backend of its own, and the real \`pulumi\`. A workspace, a provider, a config and a mapping
are there at first. Then a stack with all twelve kinds and a second workspace with a provider is declared, so that the \`up\` that
meets the fault creates, changes, replaces and deletes. Settings are those that users get, unless the row names one. The fault ends,
the same command is run until it succeeds, and this is judged, on the gateway's own tables and the exported state:

- **told the truth**: an \`up\` that ended with 0 has done what is declared. One that failed names a resource with its error, or the
  lock that keeps it out, and says what the scenario expects of it. What the row is about has really happened: each fault has hit a
  request, and where nobody sets a fault, it was seen otherwise. What was issued twice was told. Where answers are huge or endless,
  the provider's process stayed within the memory that is named below.
- **converged by**: what it took until an \`up\` had ended with 0, the gateway held what is declared, and a preview and a refresh were
  both empty. What a person had to decide or to repair is named.
- **twins**: objects that are alike. **orphans**: objects that no resource has. **lost**: resources whose object is gone, and API keys
  of which the gateway has not the value that the state has; of the frames, whatever was there before and is not the same object.
- **secrets shown**: API keys, also former ones, tokens, the app's secret and all that was issued and recorded after any run, in any
  output, in the backend, and in the copies that \`recover\` keeps: plain, as JSON, base64, URL-encoded or hexadecimal.
- **issued twice**: invitations and gateway keys that no resource has. They have no name, so nothing can tell whether one was made when its
  answer is lost: the next run makes another. The first works until it expires. This is no orphan of the other columns, and it counts as
  told only if a run or \`recover\` has said so in the sentence for it. A destroy gives both up, and the next \`up\` makes others: that
  needs no word after a kill.
- **hits**: how many requests the faults have hit. Where there is no fault, how often what the row is about was seen; of a kill, how many
  processes it has ended.
- **requests**: from the first that met the fault until it had converged. The first row is a run without a fault.

The last column repeats a row. A seed fixes what is hit by the order in which requests arrive, and that order is the engine's: a repetition
is alike, and not the same to the last request.

## Faults

${table(faults)}

## Frames

What goes beyond one run of one stack: another process goes on, the adapter is switched, another \`Provider\` or connection takes
over, the package is upgraded, the settings lead to another gateway, all is in a component. In that very run, resources get other
names without aliases, the CLI is killed, or the gateway gets another name. What was there before has to be the same object
afterwards. A cell is how much was lost, orphaned or made twice, of how many
rows of those above and below:

${frameTable(rows)}

## Kills

The process is ended with SIGKILL in the middle of an \`up\`, a refresh, a destroy or an import: the CLI, the provider's, the language
host's or the program's. It was alive then, and the command did not end with 0; a kill that came too late is not counted, and the
seed's next moment is taken. Then \`workspace-gateway recover --yes\` is run, and the next command, with the program as before, with
another one, or without what was begun: the seeds divide these frames among them, and those of both adapters meet all of them.
\`--since\`, with the time at which the run began, where checkpoints were off. If only the provider's process dies, the engine forgets what
it has asked for: \`recover\` sees in the stack's history that the run has failed, and looks by itself.

${stranding(kills)}

${table(kills)}
${told(rows)}
## What was not covered

- Other backends than a folder, such as S3 or Pulumi Cloud, and two machines with one stack.
- A machine that loses power: what was written to the disk before the kill stays written.
- Another system than the one above, and another gateway than the reference gateway of this repository.
- Faults of \`destroy\` and of \`refresh\`, but for kills, a withdrawn version and answers to a list that cannot be read: the other
  faults hit an \`up\`.
- A kill of a \`destroy\` hits neither the program, which is over before anything is deleted, nor the language host, which is not
  needed any more. An import asks the gateway nothing while it writes
  the state, and runs no program: only the CLI is killed in it.
- An \`up --skip-preview\` of something new with settings that lead to another gateway, where the engine comes to what is new before it
  comes to anything that is there: it is made there, the state says where, and every operation with the right settings is refused until
  \`pulumi destroy --target\` has taken it away with the wrong ones. A preview refuses it before anything is made.
- Whether a secret that was issued for a run that was killed before it was recorded was shown: nobody knows its value afterwards.
`;
}

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
function stranding(kills: readonly Outcome[]): string {
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

/** How much was lost, by what a run goes beyond and what happens in it. */
function frameTable(rows: readonly Outcome[]): string {
  const cellOf = (frame: string, event: string) => {
    const of = rows.filter(({ cell }) => cell?.frame === frame && cell.event === event);
    const bad = of.filter((each) => !isClean(each)).length;
    const lost = of.flatMap((each) => [...each.twins, ...each.orphans, ...each.lost]).length;
    const wrong = bad === 0 ? "" : `, **${bad} not clean**`;
    return of.length === 0 ? "not run" : `${lost} of ${of.length}${wrong}`;
  };
  return markdown(
    ["", ...events],
    frames.map((frame) => [frame, ...events.map((event) => cellOf(frame, event))]),
  );
}

function told(rows: readonly Outcome[]): string {
  const notes = rows.flatMap(({ name, seed, notes }) =>
    notes.map((note) => `- \`${name}\`, seed ${seed}: ${note}.`),
  );
  return notes.length === 0 ? "" : `\n${notes.join("\n")}\n`;
}
