import { afterAll, beforeAll, expect, test } from "vitest";
import { everything } from "./support/everything.ts";
import { errorsOf, fails, ok } from "./support/outcome.ts";
import { type World, world } from "./support/world.ts";

let w: World;
beforeAll(async () => {
  w = await world({ objects: everything });
});
afterAll(() => w?.dispose());

// A host that has no such API answers 404 to everything, lists included.
test("where every path answers 404, up and refresh name the URL to check, and nothing is called gone", async () => {
  const nothing = w.gateway.faults.add({ kind: "status", status: 404, body: "no such page" });
  for (const said of errorsOf(await fails(w.project.up({ skipPreview: true }))))
    expect(said).toContain("WORKSPACE_GATEWAY_BASE_URL");

  nothing.remove();
  await ok(w.project.up({ skipPreview: true }));
  w.gateway.faults.add({ kind: "status", status: 404, body: "no such page" });
  for (const said of errorsOf(await fails(w.project.refresh({ skipPreview: true }))))
    expect(said).toContain("WORKSPACE_GATEWAY_BASE_URL");
  w.gateway.faults.clear();
  await ok(w.project.refresh({ previewOnly: true, expectNoChanges: true }));
});
