import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adapters } from "../harness/adapter.ts";
import { withArgs } from "./support/declaration.ts";
import { everything, member } from "./support/everything.ts";
import { ok } from "./support/outcome.ts";
import { type World, world } from "./support/world.ts";

const whole = [...everything, member];
const inAComponent = 1;
const inAComponentOfAnother = 2;

// The tests of a frame are the stations of one stack's life, in this order.
describe.each(
  adapters.flatMap((adapter) => [inAComponent, inAComponentOfAnother].map((inside) => ({ adapter, inside }))),
)("$adapter, inside $inside components", ({ adapter, inside }) => {
  let w: World;
  beforeAll(async () => {
    w = await world({ objects: everything, adapter, env: { TEST_INSIDE: String(inside) } });
  });
  afterAll(() => w?.dispose());

  test("an object of every kind is made, and the ones that refer to others of the component too", async () => {
    await ok(w.project.up({ skipPreview: inside === inAComponentOfAnother }));
    w.gateway.seed.member(w.calls.id("workspaces", "Support"), "member");
    await w.declare(whole);
    await ok(w.project.up({ skipPreview: true }));
    const { deployment } = await w.project.exportState();
    const ours = (deployment.resources ?? []).filter(({ type }) => type.includes("workspace-gateway:"));
    const parents = "acme:test:Around$".repeat(inside);
    expect(ours.filter(({ urn }) => urn.includes(`::${parents}`))).toHaveLength(whole.length);
    await ok(w.project.preview({ expectNoChanges: true, refresh: true }));
  });

  test("one of them is changed alone, and all are destroyed", async () => {
    await w.declare(withArgs(whole, { tone: { content: "Be kind." } }));
    w.calls.take();
    await ok(w.project.up({ skipPreview: true }));
    expect(w.calls.writes()).toEqual(["PATCH /prompts/tone content workspace_id"]);
    await ok(w.project.destroy({ skipPreview: true }));
    expect(w.calls.remaining()).toEqual([]);
  });
});
