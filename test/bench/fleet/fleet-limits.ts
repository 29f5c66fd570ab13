import type { Limit } from "../limits.ts";
import { median } from "../results.ts";
import { type FleetRow, failedStacks, type PartName, quotaFloor, teamSeconds } from "./rows.ts";

type Rows = readonly FleetRow[];

export const fleetLimits: readonly Limit<Rows>[] = [
  ofCreate("stacks at once on one quota: stacks that failed", 0, "crowd", failedStacks),
  ofCreate("stacks at once on one quota: time ÷ the quota's own floor", 1.2, "crowd", overFloor),
  ofCreate("stacks at once on one quota: the slowest ÷ the median", 1.5, "crowd", spread),
  {
    figure: "many stacks: stacks that failed, all phases",
    most: 0,
    value: (rows) => sum(many(rows).map(failedStacks)),
  },
  {
    figure: "many stacks: requests where nothing changes",
    most: 0,
    value: (rows) =>
      sum(
        many(rows)
          .filter(({ phase }) => phase === "no-op" || phase === "unchanged")
          .map(({ requests }) => requests.all),
      ),
  },
  ofCreate("many stacks, create: time ÷ the quota's own floor", 1.5, "scale", overFloor),
];

function ofCreate(
  figure: string,
  most: number,
  part: PartName,
  read: (row: FleetRow) => number | undefined,
): Limit<Rows> {
  const value = (rows: Rows) =>
    rows
      .filter((row) => row.part === part && row.phase === "create")
      .map(read)
      .at(0);
  return { figure, most, value };
}

const many = (rows: Rows) => rows.filter(({ part }) => part === "scale");

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
