import type { Machine } from "../machine.ts";
import { mixes } from "../mixes.ts";
import { profiles } from "../profiles.ts";
import { contestants, type Results, rivals } from "../results.ts";
import { measuredRivals } from "../rivals.ts";
import type { Part } from "../usage.ts";
import { exportFigures } from "./export-figures.ts";
import { markdown } from "./lines.ts";
import { rivalColumns, rivalRows } from "./rivals.ts";
import { columns, tableRows, text } from "./table.ts";
import { verdicts } from "./verdict.ts";

/** The page of results: `docs/performance.md`. */
export function page(results: Results, machine: Machine, rival: string): string {
  const { date, cores, model, memoryGigabytes, system, node, pulumi, sdk } = machine;
  const limits = verdicts(results).map(({ figure, most, value, verdict }) => [figure, most, value, verdict]);
  return `# Performance

Written by \`npm run bench\` on ${date}: ${cores} cores (${model}), ${memoryGigabytes} GB, ${system}, Node ${node}, Pulumi ${pulumi},
SDK ${sdk}. The reference gateway runs in a process of its own on the same machine. Times are medians; compare them within
a table, not between machines.

![Time and requests by size](performance.svg)

## Limits

At 550 objects and 80 ms a request unless the line says otherwise. Times are ratios within one run.

${markdown([["figure", "at most", "measured", ""], ...limits], 1)}

## What is compared

- **ours**: this provider, as it is by default.
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

${exportFigures}

## What you can set

| setting | effect | what it costs in safety |
|---|---|---|
| \`--parallel 64\` | more objects under way at once: reads gain, and writes if no checkpoints hold them up; requests stay below \`maxConcurrency\` (32) | nothing |
| \`maxConcurrency\` | the most requests at once, if the gateway bears more | nothing; a gateway that refuses slows all down |
| \`PULUMI_SKIP_CHECKPOINTS=true\` | the state is written once, not twice for each resource: on a file backend most of the time of a large first \`up\` | if \`pulumi\` is killed, nobody has recorded what that run made: \`workspace-gateway recover --since\`, with the time at which it began, finds it on the gateway by name, and one plain \`up\` then converged after each of 30 such kills (\`npm run faults -- --only kill\`), as it did after 30 with checkpoints. Somebody has to know that time, and keys of model providers are sent again; without \`recover\` the next \`up\` names what exists, and stops there |
| backend | a file backend rewrites the whole state at every checkpoint; a service backend sends differences | nothing |
| \`--skip-preview\` | one run of the program and of the checks less | nobody sees what will be done |

What parallelism and checkpoints are worth: seconds that this provider takes for 550 objects of mix a, checkpoints in a folder.

${markdown([["setting", ...tunedPhases], ...settings(results)], 1)}

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

const tunedPhases = ["create", "preview", "refresh", "destroy"] as const;

function settings(results: Results): string[][] {
  return (["normal", "parallel", "unsaved"] as const).map((profile) => [
    profile === "normal" ? "as it is by default" : profiles[profile].title,
    ...tunedPhases.map((phase) => {
      const where = { profile, mix: "a", size: 550, contestant: "ours", phase } as const;
      return text(
        results.median(where, (row) => row.seconds),
        1,
      );
    }),
  ]);
}

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
