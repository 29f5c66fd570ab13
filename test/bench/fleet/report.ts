import type { Measured } from "../command-line.ts";
import type { Machine } from "../machine.ts";
import { type Column, table, text } from "../report/table.ts";
import { verdicts, verdictTable } from "../report/verdict.ts";
import { median } from "../results.ts";
import { type FleetPhase, fleetPhases } from "./fleet-lane.ts";
import { fleetLimits } from "./fleet-limits.ts";
import { type FleetRow, failedStacks, quotaFloor, teamSeconds } from "./rows.ts";

type Rows = readonly FleetRow[];

/** How several stacks share a quota, for a page. */
export function quotaFigures({ machine, rows }: Measured<FleetRow>): string {
  return `${measuredOn(machine)} One token, 2,000 requests a minute, 80 ms a request; \`PULUMI_SKIP_CHECKPOINTS=true\`, because
otherwise the engine is slower than the quota. *Floor*: of n requests the last can leave after ⌊(n − 1) ÷ 2,000⌋ whole minutes. Seconds.

${table(
  crowdColumns,
  rows.filter(({ part }) => part === "crowd"),
)}`;
}

/** What a stack costs by its size, and what a large account costs in many, for a page. */
export function sizeFigures({ machine, rows }: Measured<FleetRow>): string {
  const one = rows.filter(({ part }) => part === "one");
  const sizes = [...new Set(one.map(({ size }) => size.objects))];
  return `${measuredOn(machine)} 80 ms a request, checkpoints on, a state in a folder, mix a (docs/benchmarks.md). Run by the driver of
\`examples/fleet\`.

One stack, seconds by its size. The last line says what an object costs there beside the smallest stack:

${sizeTable(one, sizes)}

${advice(one, sizes)}

Many stacks beside one. The many are under a quota of 2,000 requests a minute, which alone is ${text(floorOf(rows))} seconds for the create;
the one has no quota. *unchanged* is \`up --changed\` with nothing to do; *change* is one per cent of all objects, in a tenth of the
stacks, by \`up --changed\`. Memory is that of all processes together, when it was most.

${scaleTable(rows)}`;
}

/** What the figures may be at most, for a page. */
export function limitFigures({ machine, rows }: Measured<FleetRow>): string {
  return `${measuredOn(machine)}

${verdictTable(verdicts(fleetLimits, rows))}`;
}

/** All of it, for the terminal. */
export function fleetFigures(results: Measured<FleetRow>): string {
  return [quotaFigures(results), sizeFigures(results), limitFigures(results)].join("\n\n");
}

function measuredOn({ date, cores, model, node, pulumi }: Machine): string {
  return `Measured on ${date} by \`npm run bench:fleet\`: ${cores} cores (${model}), Node ${node}, Pulumi ${pulumi}.`;
}

const crowdColumns: readonly Column<FleetRow>[] = [
  ["stacks at once", ({ size }) => String(size.stacks)],
  ["objects", objectsOf, 0],
  ["requests", ({ requests }) => requests.all, 0],
  ["refused", ({ requests }) => requests.refused, 0],
  ["failed stacks", failedStacks, 0],
  ["time", ({ seconds }) => seconds, 0],
  ["floor", ({ requests }) => quotaFloor(requests), 0],
  ["time ÷ floor", ({ seconds, requests }) => seconds / quotaFloor(requests), 2],
  ["slowest stack", (row) => teamSeconds(row).at(-1), 0],
  ["median stack", (row) => median(teamSeconds(row)), 0],
  ["quickest stack", (row) => teamSeconds(row)[0], 0],
];

const timed: readonly FleetPhase[] = ["create", "no-op", "refresh", "change"];

function sizeTable(rows: Rows, sizes: readonly number[]): string {
  const costs = costsOf(rows, sizes);
  const lines: (readonly [title: string, cells: readonly string[]])[] = [
    ...timed.map((phase) => [phase, sizes.map((size) => text(find(rows, size, phase)?.seconds))] as const),
    ["memory of the create, MB", sizes.map((size) => text(megabytes(find(rows, size, "create"))))],
    ["create of an object ÷", costs.map((cost) => text(cost, 2))],
  ];
  const columns = sizes.map(
    (size, index): Column<(typeof lines)[number]> => [text(size), ([, cells]) => cells[index], 0],
  );
  return table([["one stack of", ([title]) => title], ...columns], lines);
}

/** What an object costs to create in a stack of each size, beside the smallest. */
function costsOf(rows: Rows, sizes: readonly number[]): number[] {
  const each = sizes.map((size) => (find(rows, size, "create")?.seconds ?? Number.NaN) / size);
  return each.map((cost) => cost / (each[0] ?? Number.NaN));
}

/** From here on a stack is worth splitting: an object costs half as much again, or a run that changes nothing takes longer than anybody waits. */
const dear = 1.5;
const patience = 30;

function advice(rows: Rows, sizes: readonly number[]): string {
  const costs = costsOf(rows, sizes);
  const reason = sizes.map((size, index) => {
    const cost = costs[index] ?? 0;
    const idle = find(rows, size, "no-op")?.seconds ?? 0;
    if (cost > dear)
      return `there an object costs ${text(cost, 2)} times as much to create as in the smallest`;
    return idle > patience ? `there a run that changes nothing takes ${text(idle)} s` : undefined;
  });
  const at = reason.findIndex((one) => one !== undefined);
  const largest = text(sizes.at(-1));
  if (at < 0)
    return `None of these sizes has to be split: up to ${largest} objects nothing gets out of proportion.`;
  const before = sizes[at - 1];
  const from = before === undefined ? "" : ` A stack of ${text(before)} is fine.`;
  return `**Split a stack before it has ${text(sizes[at])} objects**: ${reason[at]}.${from}`;
}

const scaleColumns: readonly Column<FleetRow>[] = [
  ["phase", ({ phase }) => phase],
  ["stacks", ({ size }) => String(size.stacks)],
  ["objects", objectsOf, 0],
  ["jobs", ({ size }) => size.jobs, 0],
  ["time s", ({ seconds }) => seconds, 0],
  ["s for 1,000", (row) => (row.seconds / objectsOf(row)) * 1000, 1],
  ["requests", ({ requests }) => requests.all, 0],
  ["refused", ({ requests }) => requests.refused, 0],
  ["failed stacks", failedStacks, 0],
  ["memory MB", megabytes, 0],
];

/** The many, and the largest of those that are one. */
function scaleTable(rows: Rows): string {
  const largest = Math.max(...rows.filter(({ part }) => part === "one").map(({ size }) => size.objects));
  const shown = rows.filter(
    ({ part, size }) => part === "scale" || (part === "one" && size.objects === largest),
  );
  return table(
    scaleColumns,
    fleetPhases.flatMap((phase) => shown.filter((row) => row.phase === phase)),
  );
}

function objectsOf({ size }: FleetRow): number {
  return size.stacks * size.objects;
}

function floorOf(rows: Rows): number | undefined {
  const row = rows.find(({ part, phase }) => part === "scale" && phase === "create");
  return row === undefined ? undefined : quotaFloor(row.requests);
}

function find(rows: Rows, objects: number, phase: FleetPhase): FleetRow | undefined {
  return rows.find((row) => row.size.objects === objects && row.phase === phase);
}

function megabytes(row: FleetRow | undefined): number | undefined {
  return row?.peakBytes === undefined ? undefined : row.peakBytes / 1e6;
}
