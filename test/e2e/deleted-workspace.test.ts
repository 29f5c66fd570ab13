import { afterAll, beforeAll, expect, test } from "vitest";
import { type Declared, ref } from "./support/declaration.ts";
import { fails, ok } from "./support/outcome.ts";
import { type World, world } from "./support/world.ts";

const inTeam = (team: string): Declared[] => {
  const workspaceId = ref(team);
  return [
    { kind: "Workspace", name: team, args: { name: team } },
    {
      kind: "Mapping",
      name: `${team}-default`,
      args: { workspaceId, sourceName: "default", targetModel: "openai/gpt" },
    },
    { kind: "Prompt", name: `${team}-tone`, args: { workspaceId, name: "tone", content: "Be brief." } },
  ];
};

let w: World;
beforeAll(async () => {
  w = await world({ variants: { missingWorkspace: 403 }, objects: [...inTeam("lost"), ...inTeam("kept")] });
  await ok(w.project.up({ skipPreview: true }));
  await w.gateway.console("DELETE", `/workspaces/${w.calls.id("workspaces", "lost")}`);
});
afterAll(() => w?.dispose());

const named = async () =>
  ((await w.project.exportState()).deployment.resources ?? [])
    .map(({ urn }) => urn)
    .filter((urn) => urn.includes("workspace-gateway:"));

// These are one stack, in this order.
test("where a deleted workspace is answered by 403, refresh and destroy keep all and name the way on", async () => {
  const before = await named();
  const wayOn = "pulumi state delete --target-dependents <URN>";
  expect(await fails(w.project.refresh({ skipPreview: true }))).toContain(wayOn);
  const target = before.filter((urn) => urn.includes("::lost"));
  expect(await fails(w.project.destroy({ skipPreview: true, target }))).toContain(wayOn);
  expect((await named()).toSorted()).toEqual(before.toSorted());
});

test("that way leads on: the rest of the stack is refreshed, and up makes the workspace anew", async () => {
  const [urn = ""] = (await named()).filter((each) => each.endsWith("::lost"));
  const { stack } = w.project;
  await ok(w.project.run(["state", "delete", urn, "--target-dependents", "--yes", "--stack", stack]));
  expect((await named()).filter((each) => each.includes("::lost"))).toEqual([]);
  await ok(w.project.refresh({ skipPreview: true, expectNoChanges: true }));
  await ok(w.project.up({ skipPreview: true }));
  expect(w.gateway.rows("workspaces").map(({ name }) => name)).toEqual(
    expect.arrayContaining(["lost", "kept"]),
  );
  await ok(w.project.destroy({ skipPreview: true }));
  expect(w.calls.remaining()).toEqual([]);
});
