import { expect, test } from "vitest";
import { ref, withArgs, withOpts } from "./support/declaration.ts";
import { life, up, upErrors } from "./support/life.ts";
import { mapping, model, provider, team } from "./support/objects.ts";
import { errorsOf, fails, ok } from "./support/outcome.ts";

const objects = [
  team,
  provider("openai"),
  provider("azure"),
  model("gpt", "openai"),
  mapping("route", { sourceName: "default" }, { replacementTrigger: 1 }),
];
const deleteFirst = withOpts(objects, { route: { deleteBeforeReplace: true } });

// The tests of this file are the stations of one stack's life, in this order.
let id: string;
const w = life({ objects }, async () => {
  await up(w);
  id = w.calls.id("mappings", "default");
  w.calls.take();
});

const urn = () =>
  `urn:pulumi:${w.project.stack}::e2e::pulumi-nodejs:dynamic/workspace-gateway:Mapping::route`;
const stateCommand = (verb: string) =>
  w.project.run(["state", verb, urn(), "--yes", "--stack", w.project.stack]);

// The engine does not ask for a diff in these three, so nobody can tell it to delete first but the program.
test("a replacement that the engine alone decides on creates first: the object is named, nothing is sent", async () => {
  const named = [expect.stringContaining(`exists already, with id ${id}`)];
  const replace = ["--replace", urn()];
  expect(errorsOf(await fails(w.project.up({ skipPreview: true, args: replace })))).toEqual(named);

  await ok(stateCommand("taint"));
  expect(await upErrors(w)).toEqual(named);
  await ok(stateCommand("untaint"));

  await w.declare(withOpts(objects, { route: { replacementTrigger: 2 } }));
  expect(await upErrors(w)).toEqual(named);

  expect(w.calls.writes()).toEqual([]);
  await w.declare(objects);
  await ok(w.project.preview({ expectNoChanges: true }));
});

test("with deleteBeforeReplace, set in the same run, it replaces", async () => {
  await up(w, deleteFirst, { args: ["--replace", urn()] });
  expect(w.calls.writes()).toEqual([
    "DELETE /mappings/default workspace_id",
    "POST /mappings source_name target_model workspace_id",
  ]);
  expect(w.gateway.rows("mappings")).toHaveLength(1);
  await ok(w.project.preview({ expectNoChanges: true }));
});

test("an old object whose deletion failed is deleted at the end of the next up", async () => {
  const fault = w.gateway.faults.add({ method: "DELETE", path: "/models", kind: "status", status: 403 });
  const moved = withArgs(deleteFirst, { gpt: { providerId: ref("azure") } });
  await w.declare(moved);
  await fails(w.project.up({ skipPreview: true }));
  fault.remove();
  w.calls.take();
  expect(w.gateway.rows("models")).toHaveLength(2);
  await up(w, withArgs(moved, { route: { priority: 3 } }));
  expect(w.calls.writes()).toEqual([
    "PATCH /mappings/default priority workspace_id",
    "DELETE /models/gpt workspace_id",
  ]);
  expect(w.gateway.rows("models")).toMatchObject([{ provider_id: w.calls.id("providers", "azure") }]);
});
