import type { Limit } from "../limits.ts";
import { median } from "../results.ts";
import { type FleetRow, failedStacks, quotaFloor, teamSeconds } from "./rows.ts";

export const fleetLimits: readonly Limit<readonly FleetRow[]>[] = [
  {
    figure: "stacks at once on one quota: stacks that failed",
    most: 0,
    value: (rows) => of(rows, "crowd", "create", failedStacks),
  },
  {
    figure: "stacks at once on one quota: time ÷ the quota's own floor",
    most: 1.2,
    value: (rows) => of(rows, "crowd", "create", overFloor),
  },
  {
    figure: "stacks at once on one quota: the slowest ÷ the median",
    most: 1.5,
    value: (rows) => of(rows, "crowd", "create", spread),
  },
  {
    figure: "many stacks: stacks that failed, all phases",
    most: 0,
    value: (rows) => sum(rows.filter(({ part }) => part === "scale").map(failedStacks)),
  },
  {
    figure: "many stacks: requests where nothing changes",
    most: 0,
    value: (rows) =>
      sum(
        rows
          .filter(({ part, phase }) => part === "scale" && (phase === "no-op" || phase === "unchanged"))
          .map(({ requests }) => requests.all),
      ),
  },
  {
    figure: "many stacks, create: time ÷ the quota's own floor",
    most: 1.5,
    value: (rows) => of(rows, "scale", "create", overFloor),
  },
];

function of(
  rows: readonly FleetRow[],
  part: FleetRow["part"],
  phase: FleetRow["phase"],
  figure: (row: FleetRow) => number | undefined,
): number | undefined {
  const row = rows.find((one) => one.part === part && one.phase === phase);
  return row === undefined ? undefined : figure(row);
}

/** Undefined where no window of the quota had to pass: then it sets no floor. */
function overFloor({ seconds, requests }: FleetRow): number | undefined {
  const floor = quotaFloor(requests);
  return floor === 0 ? undefined : seconds / floor;
}

function spread(row: FleetRow): number | undefined {
  const times = teamSeconds(row);
  const [slowest, middle] = [times.at(-1), median(times)];
  return slowest === undefined || middle === undefined ? undefined : slowest / middle;
}

function sum(figures: readonly number[]): number | undefined {
  return figures.length === 0 ? undefined : figures.reduce((all, one) => all + one, 0);
}
