import { afterAll, beforeAll, expect, test } from "vitest";
import { everything } from "./support/everything.ts";
import { ok } from "./support/outcome.ts";
import { program } from "./support/program.ts";
import { type World, world } from "./support/world.ts";

let w: World;
beforeAll(async () => {
  w = await world({ objects: everything });
});
afterAll(() => w?.dispose());

/** What the state says of where each of our resources was declared. */
async function recorded(): Promise<Record<string, unknown>> {
  const { resources = [] } = (await w.project.exportState()).deployment;
  const ours = resources.filter(({ type }) => type.includes("workspace-gateway"));
  return Object.fromEntries(
    ours.map(({ urn, sourcePosition, stackTrace }) => [
      urn.split("::").at(-1),
      { sourcePosition, stackTrace },
    ]),
  );
}

/** That text in the program, and no other frame. */
function at(text: string) {
  const lines = program.slice(0, program.indexOf(text)).split("\n");
  const sourcePosition = `project:///index.ts#${lines.length},${(lines.at(-1) ?? "").length + 1}`;
  return { sourcePosition, stackTrace: [{ sourcePosition }] };
}

test("the state of every resource points at the line of the program that declares it, and holds no other frame", async () => {
  await ok(w.project.up({ skipPreview: true }));
  const names = everything.map(({ name }) => [name, at("new gateway[kind](")]);
  expect(await recorded()).toEqual(Object.fromEntries(names));
});

test("so does that of a resource that is only read", async () => {
  const [team] = w.gateway.rows("workspaces");
  await w.declare([...everything, { kind: "Workspace", name: "theirs", get: String(team?.id) }]);
  await ok(w.project.up({ skipPreview: true }));
  expect((await recorded()).theirs).toEqual(at("get(name, object.get"));
});
