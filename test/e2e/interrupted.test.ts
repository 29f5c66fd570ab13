import { expect, test, vi } from "vitest";
import { life, up, upErrors } from "./support/life.ts";
import { mapping, team } from "./support/objects.ts";
import { fails, ok } from "./support/outcome.ts";
import { runRecover } from "./support/recover-command.ts";

const names = ["a", "b", "c", "d", "e", "f"].map((letter) => `model-${letter}`);
const objects = [team, ...names.map((name) => mapping(name))];

// The tests of this file are the stations of one stack's life, in this order.
const w = life({ objects }, async () => {
  // The gateway does what it is asked, but the answers do not reach the run before it is killed.
  const fault = { method: "POST", path: "/mappings", skip: 2, kind: "hang-after" } as const;
  const lost = w.gateway.faults.add(fault);
  const run = begun();
  // The two that were answered have to be recorded, too, before it is killed.
  const isLost = async () => {
    expect(lost.hits).toBe(names.length - 2);
    expect(await pending()).toHaveLength(names.length - 2);
  };
  await vi.waitFor(isLost, { timeout: 120_000 });
  run.kill("SIGKILL");
  await run.done;
  w.gateway.faults.clear();
});

const begun = () => w.project.start(["up", "--yes", "--skip-preview", "--stack", w.project.stack]);
const pending = async () => (await w.project.exportState()).deployment.pending_operations ?? [];
const onGateway = () => w.gateway.rows("mappings").map(({ source_name }) => String(source_name));

test("a killed up leaves creates pending and the stack locked", async () => {
  expect(await pending()).toHaveLength(names.length - 2);
  expect(await fails(w.project.up({ skipPreview: true }))).toContain("pulumi cancel");
});

test("after cancel and --clear-pending-creates, up makes no twins and names what exists with the ways on", async () => {
  await ok(w.project.run(["cancel", "--yes", "--stack", w.project.stack]));
  await ok(w.project.refresh({ skipPreview: true, clearPendingCreates: true }));
  expect(await pending()).toEqual([]);

  w.calls.take();
  const said = await upErrors(w);
  expect(w.calls.writes()).toEqual([]);
  for (const message of said) {
    const [, name = ""] = /^Mapping "(.*?)" exists already/.exec(message) ?? [];
    expect(message).toContain(`with id ${w.calls.id("mappings", name)}`);
    expect(message).toContain("`pulumi config set workspace-gateway:adopt identical`");
  }
  expect(said).not.toEqual([]);
  expect(onGateway().sort()).toEqual(names);
});

test("with adopt identical the next up carries on, and everything is managed once", async () => {
  await ok(w.project.up({ skipPreview: true, env: { WORKSPACE_GATEWAY_ADOPT: "identical" } }));
  expect(w.calls.writes()).toEqual([]);
  await ok(w.project.refresh({ previewOnly: true, expectNoChanges: true }));
});

test("a write that waits for the rate limit when pulumi is killed is never sent, its process ends, and recover takes it back", async () => {
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

test("a run without checkpoints that fails records what it has made", async () => {
  const fast = { PULUMI_PARALLEL: "64", PULUMI_SKIP_CHECKPOINTS: "true" };
  const many = Array.from({ length: 8 }, (_, index) => `fast-${index}`);
  await w.declare([...objects, mapping("late"), ...many.map((name) => mapping(name))]);
  w.gateway.faults.add({ method: "POST", path: "/mappings", kind: "status", status: 400, skip: 4 });
  await fails(w.project.up({ skipPreview: true, env: fast }));
  w.gateway.faults.clear();
  const left = many.filter((name) => !onGateway().includes(name));
  expect(left).toHaveLength(4);
  w.calls.take();
  await ok(w.project.up({ skipPreview: true, env: fast }));
  expect(w.calls.writes()).toHaveLength(left.length);
  await ok(w.project.destroy({ skipPreview: true }));
  expect(w.calls.remaining()).toEqual([]);
});
