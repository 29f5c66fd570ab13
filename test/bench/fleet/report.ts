import type { Machine } from "../machine.ts";
import { markdown } from "../report/lines.ts";
import { text } from "../report/table.ts";
import { verdictLines, verdicts } from "../report/verdict.ts";
import { median } from "../results.ts";
import { type FleetPhase, fleetPhases } from "./fleet-lane.ts";
import { fleetLimits } from "./fleet-limits.ts";
import { type FleetResults, type FleetRow, failedStacks, quotaFloor, teamSeconds } from "./rows.ts";

/** How several stacks share a quota, for a page. */
export function quotaFigures({ machine, rows }: FleetResults): string {
  return `${measuredOn(machine)} One token, 2,000 requests a minute, 80 ms a request; \`PULUMI_SKIP_CHECKPOINTS=true\`, because
otherwise the engine is slower than the quota. *Floor*: of n requests the last can leave after ⌊(n − 1) ÷ 2,000⌋ whole minutes. Seconds.

${markdown([crowdColumns, ...rows.filter(({ part }) => part === "crowd").map(crowdLine)], 1)}`;
}

/** What a stack costs by its size, and what a large account costs in many, for a page. */
export function sizeFigures({ machine, rows }: FleetResults): string {
  const one = rows.filter(({ part }) => part === "one");
  const sizes = [...new Set(one.map(({ size }) => size.objects))];
  return `${measuredOn(machine)} 80 ms a request, checkpoints on, a state in a folder, mix a (docs/performance.md). Run by the driver of
\`examples/fleet\`.

One stack, seconds by its size. The last line says what an object costs there beside the smallest stack:

${markdown([["one stack of", ...sizes.map((size) => text(size, 0))], ...bySize(one, sizes)], 1)}

${advice(one, sizes)}

Many stacks beside one. The many are under a quota of 2,000 requests a minute, which alone is ${text(floorOf(rows), 0)} seconds for the create;
the one has no quota. *unchanged* is \`up --changed\` with nothing to do; *change* is one per cent of all objects, in a tenth of the
stacks, by \`up --changed\`. Memory is that of all processes together, when it was most.

${markdown([scaleColumns, ...scaleLines(rows)], 2)}`;
}

/** All of it, for the page of all figures. */
export function fleetFigures(results: FleetResults): string {
  return `${quotaFigures(results)}

${sizeFigures(results)}

${markdown(verdictLines(verdicts(fleetLimits, results.rows)), 1)}`;
}

function measuredOn({ date, cores, model, node, pulumi }: Machine): string {
  return `Measured on ${date} by \`npm run bench:fleet\`: ${cores} cores (${model}), Node ${node}, Pulumi ${pulumi}.`;
}

const crowdColumns = [
  "stacks at once",
  "objects",
  "requests",
  "refused",
  "failed stacks",
  "time",
  "floor",
  "time ÷ floor",
  "slowest stack",
  "median stack",
  "quickest stack",
];

function crowdLine(row: FleetRow): string[] {
  const { size, requests, seconds } = row;
  const floor = quotaFloor(requests);
  const times = teamSeconds(row);
  return [
    String(size.stacks),
    ...[size.stacks * size.objects, requests.all, requests.refused, failedStacks(row), seconds, floor].map(
      (figure) => text(figure, 0),
    ),
    text(seconds / floor, 2),
    ...[times.at(-1), median(times), times[0]].map((figure) => text(figure, 0)),
  ];
}

const timed: readonly FleetPhase[] = ["create", "no-op", "refresh", "change"];

function bySize(rows: readonly FleetRow[], sizes: readonly number[]): string[][] {
  const lines = timed.map((phase) => [
    phase,
    ...sizes.map((size) => text(find(rows, size, phase)?.seconds, 0)),
  ]);
  const memory = sizes.map((size) => text(megabytes(find(rows, size, "create")), 0));
  const costs = costsOf(rows, sizes).map((cost) => text(cost, 2));
  return [...lines, ["memory of the create, MB", ...memory], ["create of an object ÷", ...costs]];
}

/** What an object costs to create in a stack of each size, beside the smallest. */
function costsOf(rows: readonly FleetRow[], sizes: readonly number[]): (number | undefined)[] {
  const each = sizes.map((size) => {
    const seconds = find(rows, size, "create")?.seconds;
    return seconds === undefined ? undefined : seconds / size;
  });
  const [first] = each;
  return each.map((cost) => (cost === undefined || first === undefined ? undefined : cost / first));
}

/** From here on a stack is worth splitting: an object costs half as much again, or a run that changes nothing takes longer than anybody waits. */
const dear = 1.5;
const patience = 30;

function advice(rows: readonly FleetRow[], sizes: readonly number[]): string {
  const costs = costsOf(rows, sizes);
  const reason = sizes.map((size, index) => {
    const cost = costs[index] ?? 0;
    const idle = find(rows, size, "no-op")?.seconds ?? 0;
    if (cost > dear)
      return `there an object costs ${text(cost, 2)} times as much to create as in the smallest`;
    return idle > patience ? `there a run that changes nothing takes ${text(idle, 0)} s` : undefined;
  });
  const at = reason.findIndex((one) => one !== undefined);
  const largest = text(sizes.at(-1), 0);
  if (at < 0)
    return `None of these sizes has to be split: up to ${largest} objects nothing gets out of proportion.`;
  const before = sizes[at - 1];
  const from = before === undefined ? "" : ` A stack of ${text(before, 0)} is fine.`;
  return `**Split a stack before it has ${text(sizes[at], 0)} objects**: ${reason[at]}.${from}`;
}

const scaleColumns = [
  "phase",
  "stacks",
  "objects",
  "jobs",
  "time s",
  "s for 1,000",
  "requests",
  "refused",
  "failed stacks",
  "memory MB",
];

/** The many, and the largest of those that are one. */
function scaleLines(rows: readonly FleetRow[]): string[][] {
  const largest = Math.max(...rows.filter(({ part }) => part === "one").map(({ size }) => size.objects));
  return fleetPhases.flatMap((phase) =>
    rows
      .filter((row) => row.phase === phase)
      .filter(({ part, size }) => part === "scale" || (part === "one" && size.objects === largest))
      .map(scaleLine),
  );
}

function scaleLine(row: FleetRow): string[] {
  const { phase, size, seconds, requests } = row;
  const objects = size.stacks * size.objects;
  return [
    phase,
    text(size.stacks, 0),
    text(objects, 0),
    String(size.jobs),
    text(seconds, 0),
    text((seconds / objects) * 1000, 1),
    text(requests.all, 0),
    text(requests.refused, 0),
    text(failedStacks(row), 0),
    text(megabytes(row), 0),
  ];
}

function floorOf(rows: readonly FleetRow[]): number | undefined {
  const row = rows.find(({ part, phase }) => part === "scale" && phase === "create");
  return row === undefined ? undefined : quotaFloor(row.requests);
}

function find(rows: readonly FleetRow[], objects: number, phase: FleetPhase): FleetRow | undefined {
  return rows.find((row) => row.size.objects === objects && row.phase === phase);
}

function megabytes(row: FleetRow | undefined): number | undefined {
  return row?.peakBytes === undefined ? undefined : row.peakBytes / 1e6;
}
