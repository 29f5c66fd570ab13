import { seconds } from "../figures.ts";
import type { ProfileName } from "../profiles.ts";
import { Results, type Row } from "../results.ts";
import { markdown } from "./lines.ts";
import { text } from "./table.ts";

/** How a profile is set, and what is lost by it. */
const settings: Partial<Record<ProfileName, readonly [setting: string, safety: string]>> = {
  normal: ["as it is by default", "nothing"],
  unchecked: [
    "`--disable-integrity-checking`",
    "a state that is not in order is written without a word: not worth it",
  ],
  unbacked: [
    "`PULUMI_DIY_BACKEND_DISABLE_CHECKPOINT_BACKUPS=true`",
    "the copies by which `recover` narrows down when a create began: it looks further back",
  ],
  zstd: ["`PULUMI_DIY_BACKEND_ZSTD=true`", "nothing"],
  compiled: [
    "`NODE_COMPILE_CACHE=<folder>`",
    "nothing, if only you can write to the folder: Node runs what lies in it",
  ],
  parallel: ["`PULUMI_PARALLEL=64`", "nothing"],
  light: [
    "`PULUMI_PARALLEL=64 PULUMI_DIY_BACKEND_ZSTD=true PULUMI_DIY_BACKEND_DISABLE_CHECKPOINT_BACKUPS=true`",
    "the copies, as above",
  ],
  fast: [
    "`PULUMI_PARALLEL=64 PULUMI_SKIP_CHECKPOINTS=true`",
    "after a kill no state has what the run did: `recover` has to look for it",
  ],
};

/** What people can set to make `pulumi` quicker, what each is worth, and what it loses. */
export function settingsSection(results: Results): string {
  const head = ["setting", "what it costs in safety", ...columns.map(([title]) => title)];
  return `## What you can set

**Fast and safe**: for a first \`up\` or another large one,

\`\`\`sh
PULUMI_PARALLEL=64 PULUMI_SKIP_CHECKPOINTS=true pulumi up
npx workspace-gateway recover   # only if that run was killed; then \`pulumi up\` again
\`\`\`

The state is written once, at the end, instead of twice for each object. A run that fails writes it all the
same. After a kill \`recover\` finds by the lock or the history when that run began, and on the gateway what it made,
which then goes into the state; \`test/e2e/fast.test.ts\` kills the engine, the provider and the program of such runs. What is
sent again are keys of model providers. Without \`recover\`, the next \`up\` names what exists, and stops there.

550 objects of mix a, a state in a folder. Seconds, and the CPU seconds of the engine's process for the create:

${markdown([head, ...rows(measuredTogether(results))], 2)}

Besides, for every setting: \`maxConcurrency\` (32) is the most requests at once, whatever \`PULUMI_PARALLEL\` says. A hosted
backend gets differences instead of a whole state at every checkpoint. \`--skip-preview\` saves one run of the program and of the
checks, and nobody sees what will be done.

A program starts sooner without \`import * as pulumi from "@pulumi/pulumi"\`, which loads the Automation API, the serializing of
functions and a compiler as well. The files of the SDK can be imported one by one, as this package does:
\`import { Config } from "@pulumi/pulumi/config.js"\`. And \`typescript: false\` among the options of Pulumi.yaml leaves the
transpiler out: Node runs TypeScript by itself.`;
}

const columns: readonly (readonly [
  title: string,
  phase: Row["phase"],
  figure: (row: Row) => number | undefined,
])[] = [
  ["create", "create", seconds],
  ["its engine", "create", (row) => row.usage?.engine?.cpuSeconds],
  ["preview", "preview", seconds],
  ["refresh", "refresh", seconds],
  ["destroy", "destroy", seconds],
];

/** The runs in which the most settings were measured: a run of one of them says nothing beside a run of another at another time. */
function measuredTogether(results: Results): Results {
  const ours = results
    .where({ mix: "a", size: 550, contestant: "ours" })
    .filter(({ profile }) => profile in settings);
  const byRun = Map.groupBy(ours, ({ run }) => run);
  const counts = [...byRun.values()].map((rows) => new Set(rows.map(({ profile }) => profile)).size);
  const most = Math.max(0, ...counts);
  return new Results([...byRun.values()].flatMap((rows, place) => (counts[place] === most ? rows : [])));
}

function rows(results: Results): string[][] {
  return Object.entries(settings).map(([profile, words]) => [
    ...words,
    ...columns.map(([, phase, figure]) => {
      const where = {
        profile: profile as ProfileName,
        mix: "a",
        size: 550,
        contestant: "ours",
        phase,
      } as const;
      return text(results.median(where, figure), 1);
    }),
  ]);
}
