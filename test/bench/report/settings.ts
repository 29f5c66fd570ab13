import { seconds } from "../figures.ts";
import type { ProfileName } from "../profiles.ts";
import { Results, type Row } from "../results.ts";
import { type Column, table } from "./table.ts";

/** How a profile is set, and what is lost by it. */
const settings: Partial<Record<ProfileName, readonly [setting: string, safety: string]>> = {
  normal: ["as it is by default", "nothing"],
  unchecked: [
    "`--disable-integrity-checking`",
    "a state that is not in order is written without a word: not worth it",
  ],
  unbacked: [
    "`PULUMI_DIY_BACKEND_DISABLE_CHECKPOINT_BACKUPS=true`",
    "the copies from which a damaged state is restored",
  ],
  zstd: ["`PULUMI_DIY_BACKEND_ZSTD=true`", "nothing"],
  compiled: [
    "`NODE_COMPILE_CACHE=<folder>`",
    "nothing, if only you can write to the folder: Node runs what lies in it",
  ],
  parallel: ["`PULUMI_PARALLEL=64`", "nothing"],
  diffs: ["`PULUMI_PARALLEL_DIFF=true`", "nothing: a preview asks the same, in another order"],
  light: [
    "`PULUMI_PARALLEL=64 PULUMI_DIY_BACKEND_ZSTD=true PULUMI_DIY_BACKEND_DISABLE_CHECKPOINT_BACKUPS=true`",
    "the copies, as above",
  ],
  fast: [
    "`PULUMI_PARALLEL=64 PULUMI_SKIP_CHECKPOINTS=true`",
    "after a kill no state has what the run did: `recover` has to look for it",
  ],
};

const here = { mix: "a", size: 550, contestant: "ours" } as const;

/** What people can set to make `pulumi` quicker, what each is worth, and what it loses. */
export function settingsTable(results: Results): string {
  const together = measuredTogether(results);
  const taken = (phase: Row["phase"], figure: (row: Row) => number | undefined) => (profile: ProfileName) =>
    together.median({ ...here, profile, phase }, figure);
  const columns: Column<ProfileName>[] = [
    ["setting", (profile) => settings[profile]?.[0]],
    ["what it costs in safety", (profile) => settings[profile]?.[1]],
    ["create", taken("create", seconds), 1],
    ["its engine", taken("create", (row) => row.usage?.engine?.cpuSeconds), 1],
    ["preview", taken("preview", seconds), 1],
    ["refresh", taken("refresh", seconds), 1],
    ["destroy", taken("destroy", seconds), 1],
  ];
  return table(columns, Object.keys(settings) as ProfileName[]);
}

/** The runs in which the most settings were measured: a run of one of them says nothing beside a run of another at another time. */
function measuredTogether(results: Results): Results {
  const ours = results.where(here).filter(({ profile }) => profile in settings);
  const byRun = [...Map.groupBy(ours, ({ run }) => run).values()];
  const settingsIn = (rows: readonly Row[]) => new Set(rows.map(({ profile }) => profile)).size;
  const most = Math.max(...byRun.map(settingsIn));
  return new Results(byRun.filter((rows) => settingsIn(rows) === most).flat());
}
