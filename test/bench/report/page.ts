import { limits } from "../limits.ts";
import type { Machine } from "../machine.ts";
import { mixes } from "../mixes.ts";
import { profiles } from "../profiles.ts";
import { contestants, type Results, rivals } from "../results.ts";
import { measuredRivals } from "../rivals.ts";
import type { Part } from "../usage.ts";
import { exportFigures } from "./export-figures.ts";
import { placeFor } from "./in-page.ts";
import { markdown } from "./lines.ts";
import { rivalColumns, rivalRows } from "./rivals.ts";
import { settingsSection } from "./settings.ts";
import { columns, tableRows, text } from "./table.ts";
import { verdictLines, verdicts } from "./verdict.ts";

/** What measures many stacks, and writes its figures into this page, too. */
export const fleetProgram = "npm run bench:fleet -- --page";

/** The page of results: `docs/performance.md`. The figures of a fleet are those that it has. */
export function page(results: Results, machine: Machine, rival: string, fleet: string): string {
  const { date, cores, model, memoryGigabytes, system, node, pulumi, sdk } = machine;
  return `# Performance

Written by \`npm run bench\` on ${date}: ${cores} cores (${model}), ${memoryGigabytes} GB, ${system}, Node ${node}, Pulumi ${pulumi},
SDK ${sdk}. The reference gateway runs in a process of its own on the same machine. Times are medians; compare them within
a table, not between machines.

![Time and requests by size](performance.svg)

## Limits

At 550 objects and 80 ms a request unless the line says otherwise. Times are ratios within one run. *bare* is what the engine and the
SDK cost by themselves: where its own lines are above a limit that compares with opentofu, no dynamic resource can hold it.

${markdown(verdictLines(verdicts(limits, results)), 1)}

## What is compared

- **ours**: this provider, as it is by default. The program imports nothing else of the SDK, as *bare*; *textbook* and *constant* load
  all of it, as the manual has it.
- **native**: the same program, by the native plugin (docs/native.md).
- **textbook**: \`class … extends pulumi.dynamic.Resource\`, its closure stored with every resource, one GET for each read.
- **constant**: the textbook's provider, loaded by a short text that is the same for all resources.
- **bare**: the smallest dynamic resource that there can be. Its provider asks nobody: what it costs is what the engine and the SDK
  cost.
- **floor**: no Pulumi at all: a bare HTTP client that sends the least requests for the same work, 32 at a time. A preview
  needs none.
- ${rival}

Phases: \`create\` (\`up\` of an empty stack), \`preview\` without a change, \`refresh\`, \`drift\`
(\`preview --refresh\`), \`change\` (\`up\` with one changed object), \`tenth\` (with 10 % changed), \`destroy\`. After each phase the
gateway must hold what it should, or the phase has failed. Checkpoints are on and the backend is a folder, unless the profile says otherwise. Profiles:
${Object.entries(profiles)
  .map(([name, { title }]) => `*${name}*: ${title}`)
  .join("; ")}. Mixes:
${Object.entries(mixes)
  .map(([name, { title }]) => `*${name}*: ${title}`)
  .join("; ")}.

The quota counts in fixed windows that begin with a request: of n requests the last can leave after ⌊(n − 1) ÷ 2,000⌋
whole minutes. That is the quota's own floor.
${besideRivals(results)}
## Where the time goes

CPU seconds of each process, mix a, the largest size that all were measured with. What is left of the time is waiting: for the gateway, and
for the disk that the checkpoints are written to.

${markdown([["phase", "who", "time s", ...parts.map(([, title]) => title)], ...shares(results)], 2)}

## How a refresh reads

The engine asks for one object after another in the order of its state, a few at a time (four for each core, unless
\`--parallel\` says otherwise). The first question about a kind in a workspace loads its list, which answers all others. Lists
are also loaded ahead of the questions, so that few of them wait: up to four of a kind, never more than were needed so
far, and only of workspaces that the refresh has met and that hold objects of the kind by the gateway's own count. Where
people keep objects in such a workspace that the program does not declare, up to four lists of that kind are read in
vain, once in a refresh.

## How a destroy asks

Before a workspace is deleted, its own row is read and the list of each kind that it may hold, unless \`forceDestroy\` was
applied. A count of 0 in the row is not believed, and models and indexes are not counted; a list is one workspace's. So the
lists of kinds are read for each workspace. All that are deleted at about the same time share the list with their rows:
who asks while it is under way gets the next one, so that no row is older than the question.

${exportFigures}

${settingsSection(results)}

## A fleet of stacks

${placeFor(fleetProgram, fleet)}

## All figures

\`state B\` is for one resource. Memory and CPU are those of the provider's process. A dash: not measured, or nothing to compare.

${markdown([columns, ...tableRows(results)], 5)}
`;
}

/** Nothing, if no rival was measured. */
function besideRivals(results: Results): string {
  if (!measuredRivals(results)) return "";
  return `
## Beside ${rivals}

Below 1: here it is quicker, or asks less.

${markdown([rivalColumns, ...rivalRows(results)], 4)}
`;
}

const parts: readonly (readonly [Part, string])[] = [
  ["engine", "engine"],
  ["program", "program and SDK"],
  ["provider", "provider and SDK"],
  ["other", "language host, shells"],
];

function shares(results: Results): string[][] {
  const here = { profile: "normal", mix: "a" } as const;
  const programs = contestants.filter(
    (contestant) => contestant !== "floor" && results.where({ ...here, contestant }).length > 0,
  );
  const measured = (size: number) =>
    programs.every((contestant) => results.where({ ...here, contestant, size }).length > 0);
  const size = Math.max(
    0,
    ...results
      .where(here)
      .map((row) => row.size)
      .filter(measured),
  );
  return (["create", "preview", "refresh"] as const).flatMap((phase) =>
    programs.map((contestant) => {
      const where = { ...here, size, phase, contestant };
      const cpu = parts.map(([part]) => results.median(where, (row) => row.usage?.[part]?.cpuSeconds));
      const time = results.median(where, (row) => row.seconds);
      return [
        `${phase}, ${text(size, 0)} objects`,
        contestant,
        ...[time, ...cpu].map((figure) => text(figure, 1)),
      ];
    }),
  );
}
