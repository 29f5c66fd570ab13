import { expect, test } from "vitest";
import { type Declared, ref } from "./support/declaration.ts";
import { life, up } from "./support/life.ts";
import { mapping, prompt } from "./support/objects.ts";
import { fails, ok } from "./support/outcome.ts";

const inTeam = (name: string): Declared[] => {
  const workspaceId = ref(name);
  return [
    { kind: "Workspace", name, args: { name } },
    mapping(`${name}-default`, { workspaceId }),
    prompt(`${name}-tone`, { workspaceId }),
  ];
};

const w = life(
  { variants: { missingWorkspace: 403 }, objects: [...inTeam("lost"), ...inTeam("kept")] },
  async () => {
    await up(w);
    await w.gateway.console("DELETE", `/workspaces/${w.calls.id("workspaces", "lost")}`);
  },
);

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
  await up(w);
  expect(w.gateway.rows("workspaces").map(({ name }) => name)).toEqual(
    expect.arrayContaining(["lost", "kept"]),
  );
  await ok(w.project.destroy({ skipPreview: true }));
  expect(w.calls.remaining()).toEqual([]);
});
