import { expect, test, vi } from "vitest";
import { life, upErrors } from "./support/life.ts";
import { mapping, team } from "./support/objects.ts";
import { fails, ok } from "./support/outcome.ts";

const names = ["a", "b", "c", "d", "e", "f"].map((letter) => `model-${letter}`);
const objects = [team, ...names.map((name) => mapping(name))];

// The tests of this file are the stations of one stack's life, in this order.
const w = life({ objects }, async () => {
  // The gateway does what it is asked, but the answers do not reach the run before it is killed.
  const fault = { method: "POST", path: "/mappings", skip: 2, kind: "hang-after" } as const;
  const lost = w.gateway.faults.add(fault);
  const run = w.project.start(["up", "--yes", "--skip-preview", "--stack", w.project.stack]);
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

const pending = async () => (await w.project.exportState()).deployment.pending_operations ?? [];
const onGateway = () => w.gateway.rows("mappings").map(({ source_name }) => source_name);

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
  await ok(w.project.destroy({ skipPreview: true }));
  expect(w.calls.remaining()).toEqual([]);
});
