import { expect, test } from "vitest";
import type { Declared } from "./support/declaration.ts";
import { killAfter, victims } from "./support/kill.ts";
import { hasNoChanges, life } from "./support/life.ts";
import { mapping, team } from "./support/objects.ts";
import { fails, ok } from "./support/outcome.ts";
import { runRecover } from "./support/recover-command.ts";

/** What docs/performance.md tells people to set for a large `up`. */
const fast = { PULUMI_PARALLEL: "64", PULUMI_SKIP_CHECKPOINTS: "true" };

/** So many mappings as there have been rounds, times eight. */
function declared(rounds: number): Declared[] {
  return [team, ...names(rounds).map((name) => mapping(name))];
}

function names(rounds: number): string[] {
  return Array.from({ length: rounds * 8 }, (_, index) => `model-${index}`);
}

// The tests of this file are the stations of one stack's life, in this order.
const w = life({ objects: declared(1), env: { WORKSPACE_GATEWAY_REQUEST_TIMEOUT: "5" } });

async function converges(rounds: number): Promise<void> {
  await ok(w.project.up({ skipPreview: true, env: fast }));
  expect(sources().sort()).toEqual(names(rounds).sort());
  expect(w.gateway.rows("workspaces")).toHaveLength(1);
}

const sources = () => w.gateway.rows("mappings").map((row) => String(row.source_name));

test.each(victims.map((victim, index) => ({ victim, rounds: index + 1 })))(
  "the $victim of a fast run is killed: recover is not told when that was, and what was made exists once",
  async ({ victim, rounds }) => {
    await w.declare(declared(rounds));
    await killAfter(w, 5, { victim, env: fast });
    const made = sources().length - (rounds - 1) * 8;
    expect(made).toBeGreaterThan(1);
    await ok(runRecover(w));
    w.calls.take();
    await converges(rounds);
    expect(w.calls.writes()).toHaveLength(8 - made);
  },
);

test("a fast run that fails records what it has made", async () => {
  const rounds = victims.length + 1;
  await w.declare(declared(rounds));
  const refused = w.gateway.faults.add({
    method: "POST",
    path: "/mappings",
    kind: "status",
    status: 400,
    skip: 4,
  });
  await fails(w.project.up({ skipPreview: true, env: fast }));
  expect(refused.hits).toBeGreaterThan(0);
  w.gateway.faults.clear();
  const left = names(rounds).length - sources().length;
  expect(left).toBeLessThan(8);
  w.calls.take();
  await converges(rounds);
  expect(w.calls.writes()).toHaveLength(left);
  await hasNoChanges(w);
});
