import { expect, test } from "vitest";
import { machine as machineWith } from "../machine.ts";
import { verdicts } from "../report/verdict.ts";
import { fleetLimits } from "./fleet-limits.ts";
import { quotaFigures, sizeFigures } from "./report.ts";
import type { FleetRow } from "./rows.ts";

const machine = machineWith("v3.300.0");
const line = { stack: "team-000", result: "done", changes: "11 create", seconds: 60 };
const row: FleetRow = {
  part: "crowd",
  size: { stacks: 3, objects: 1400, jobs: 3 },
  phase: "create",
  seconds: 150,
  requests: { all: 4300, refused: 299, repeated: 0 },
  lines: [
    { ...line, stack: "shared", seconds: 2 },
    line,
    { ...line, seconds: 80 },
    { ...line, seconds: 100 },
  ],
};
function value(start: string, ...rows: FleetRow[]): number | undefined {
  return fleetLimits.find(({ figure }) => figure.startsWith(start))?.value(rows);
}

test("no limit holds by not having been measured", () => {
  for (const { verdict, figure } of verdicts(fleetLimits, [])) expect(verdict, figure).toBe("not measured");
});

test("a crowd is measured by the windows that its served requests need, and by its slowest team, not by what is shared", () => {
  // 4,001 were served: two whole minutes have to pass.
  expect(value("stacks at once on one quota: time", row)).toBe(150 / 120);
  expect(value("stacks at once on one quota: the slowest", row)).toBe(100 / 80);
  expect(quotaFigures({ machine, rows: [row] })).toContain(
    "| 3 | 4,200 | 4,300 | 299 | 0 | 150 | 120 | 1.25 | 100 | 80 | 60 |",
  );
});

test("where no window of the quota has to pass, it sets no floor", () => {
  const few = { ...row, requests: { all: 2000, refused: 0, repeated: 0 } };
  expect(value("stacks at once on one quota: time", few)).toBeUndefined();
});

test("a stack that failed, was canceled or was not run counts as failed", () => {
  const lines = ["failed", "canceled", "not run", "unchanged", "done"].map((result) => ({ ...line, result }));
  expect(value("stacks at once on one quota: stacks", { ...row, lines })).toBe(3);
  expect(value("many stacks: stacks", { ...row, part: "scale", lines }, { ...row, part: "scale" })).toBe(3);
});

const alone = (objects: number, create: number, idle: number): FleetRow[] => {
  const one = { ...row, part: "one", size: { stacks: 1, objects, jobs: 1 } } as const;
  return [
    { ...one, seconds: create },
    { ...one, phase: "no-op", seconds: idle },
  ];
};

test.each([
  {
    name: "nothing out of proportion",
    rows: [...alone(250, 10, 3), ...alone(500, 22, 5)],
    says: /None of these sizes/,
  },
  {
    name: "objects that become dear",
    rows: [...alone(250, 10, 3), ...alone(500, 40, 5)],
    says: /\*\*Split a stack before it has 500 objects\*\*: there an object costs 2\.00 times.*A stack of 250 is fine/,
  },
  {
    name: "idle runs that become long",
    rows: [...alone(250, 10, 3), ...alone(500, 20, 31)],
    says: /before it has 500 objects\*\*: there a run that changes nothing takes 31 s/,
  },
])("the advice follows from the figures: $name", ({ rows, says }) => {
  expect(sizeFigures({ machine, rows })).toMatch(says);
});
