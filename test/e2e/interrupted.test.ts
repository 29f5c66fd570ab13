import { truncate } from "node:fs/promises";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { killAfter } from "./support/kill.ts";
import { hasNoChanges, life, up, upErrors } from "./support/life.ts";
import { mapping, team } from "./support/objects.ts";
import { fails, ok } from "./support/outcome.ts";
import { runRecover } from "./support/recover-command.ts";

const names = ["a", "b", "c", "d", "e", "f"];
const objects = [team, ...names.map((name) => mapping(name))];

// The tests of this file are the stations of one stack's life, in this order.
const w = life({ objects }, async () => {
  // The gateway does what it is asked, but the answers do not reach the run before it is killed.
  const lost = w.gateway.faults.add({ method: "POST", path: "/mappings", skip: 2, kind: "hang-after" });
  const run = begun();
  // The two that were answered have to be recorded, too, before it is killed.
  const isLost = async () => {
    expect(lost.hits).toBe(4);
    expect((await w.project.exportState()).deployment.pending_operations).toHaveLength(4);
  };
  await vi.waitFor(isLost, { timeout: 120_000 });
  run.kill("SIGKILL");
  await run.done;
  w.gateway.faults.clear();
});

const begun = () => w.project.start(["up", "--yes", "--skip-preview", "--stack", w.project.stack]);

test("after a kill and --clear-pending-creates, up names existing objects, and adopt identical creates no duplicates", async () => {
  expect(await fails(w.project.up({ skipPreview: true }))).toContain("pulumi cancel");
  await ok(w.project.run(["cancel", "--yes", "--stack", w.project.stack]));
  await ok(w.project.refresh({ skipPreview: true, clearPendingCreates: true }));
  w.calls.take();
  const said = await upErrors(w);
  for (const message of said) {
    const [, name = ""] = /^Mapping "(.*?)" already exists/.exec(message) ?? [];
    expect(message).toContain(`with id ${w.calls.id("mappings", name)}`);
    expect(message).toContain("`pulumi config set workspace-gateway:adopt identical`");
  }
  expect(said).not.toEqual([]);
  await ok(w.project.up({ skipPreview: true, env: { WORKSPACE_GATEWAY_ADOPT: "identical" } }));
  expect(w.calls.writes()).toEqual([]);
  await ok(w.project.refresh({ previewOnly: true, expectNoChanges: true }));
});

test("a write queued for the rate limit when pulumi is killed is never sent, and recover repairs the stack", async () => {
  const limit = { kind: "status", status: 429, headers: { "retry-after": "5" } } as const;
  const refused = w.gateway.faults.add({ method: "POST", path: "/mappings", count: 1, ...limit });
  await w.declare([...objects, mapping("late")]);
  const run = begun();
  await vi.waitFor(() => expect(refused.hits).toBe(1), { timeout: 120_000 });
  expect(await w.project.plugins()).toHaveLength(1);
  w.calls.take();
  run.kill("SIGKILL");
  await vi.waitFor(async () => expect(await w.project.plugins()).toEqual([]), { timeout: 120_000 });
  await run.done;
  await ok(runRecover(w));
  expect(w.calls.writes()).toEqual([]);
  await up(w);
  expect(w.calls.writes()).toEqual(["POST /mappings source_name target_model workspace_id"]);
});

// A kill can also cut files of the backend short.
test.each([
  { cut: "json.attrs", length: 0, round: 1 },
  { cut: "json", length: 300, round: 2 },
])(
  "after a kill with a truncated $cut and doctor's commands, every declared object exists once and nothing else does",
  async ({ cut, length, round }) => {
    const declared = [...names, "late", ...["x", "y", "z"].map((name) => `${name}${round}`)];
    await w.declare([team, ...declared.map((name) => mapping(name))]);
    await killAfter(w, 3);
    await truncate(path.join(w.project.backend, `.pulumi/stacks/e2e/test.${cut}`), length);
    await ok(runRecover(w));
    await up(w);
    expect(w.gateway.rows("mappings").map((row) => row.source_name)).toEqual(
      expect.arrayContaining(declared),
    );
    expect(w.gateway.rows("mappings")).toHaveLength(declared.length);
    await hasNoChanges(w);
  },
);
