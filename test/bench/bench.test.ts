import { expect, test } from "vitest";
import { contestants } from "./lanes.ts";
import { objectsIn, phases } from "./objects.ts";
import { openTofuProgram } from "./opentofu.ts";
import { checked, limitTable, median, missedLimits, type Row, resultTable } from "./results.ts";

const requests = { all: 551, refused: 0, repeated: 0 };

function rowsOf(seconds: (row: Pick<Row, "contestant" | "phase">) => number): Row[] {
  return [3, 550].flatMap((size) =>
    (["normal", "fast"] as const).flatMap((profile) =>
      phases.flatMap((phase) =>
        contestants.map((contestant) => ({
          ...{ profile, size, run: 0, phase, contestant, seconds: seconds({ contestant, phase }) },
          usage: { provider: { cpuSeconds: contestant === "native" ? 0.1 : 1, peakBytes: 1e8 } },
          stateBytes: size * 1000,
          requests: phase === "create" || phase === "destroy" ? requests : { ...requests, all: 0 },
        })),
      ),
    ),
  );
}

test("a phase changes one object or a tenth of them, and each change differs from the one before", () => {
  const before = objectsIn("create", 550);
  for (const [phase, count, priority] of [
    ["change", 1, 2],
    ["tenth", 55, 3],
  ] as const) {
    const changed = objectsIn(phase, 550).filter(
      ({ body }, index) => body.priority !== before[index]?.body.priority,
    );
    expect([phase, changed.length, new Set(changed.map(({ body }) => body.priority))]).toEqual([
      phase,
      count,
      new Set([priority]),
    ]);
  }
});

test("a run that reports success while the gateway has other objects has failed", () => {
  const sample = { seconds: 1, usage: {} };
  expect(checked(sample, 3, 3).failure).toBeUndefined();
  expect(checked(sample, 2, 3).failure).toBe("the gateway has 2 objects, expected 3");
});

test("a limit is missed by a slower run, and not measured without rows", () => {
  const even = rowsOf(({ contestant, phase }) => (phase === "preview" && contestant === "bare" ? 2 : 1));
  expect(missedLimits(even)).toEqual([]);
  const slower = rowsOf(({ contestant, phase }) => (phase === "preview" && contestant === "ours" ? 2 : 1));
  expect(missedLimits(slower).map(({ name }) => name)).toEqual(["preview: time ÷ bare"]);
  expect(limitTable([]).match(/not measured/g)).toHaveLength(10);
  expect(resultTable(even)).toContain("| normal | 550 | create | ours | 551 | 1.0 | 1.00 | 100 | 1,000 |");
});

test("a median ignores what was not measured", () => {
  expect([median([3, undefined, 1, 2]), median([1, 2]), median([undefined])]).toEqual([2, 1.5, undefined]);
});

test("the OpenTofu program declares the same objects", () => {
  const program = openTofuProgram(objectsIn("create", 11));
  expect(program.match(/^resource /gm)).toHaveLength(11);
  expect(program).toContain(`query_string = "workspace_id=\${restapi_object.team-0.id}"`);
});
