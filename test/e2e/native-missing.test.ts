import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Declared } from "./support/declaration.ts";
import { errorsOf, fails } from "./support/outcome.ts";
import { type World, world } from "./support/world.ts";

const objects: Declared[] = [{ kind: "Workspace", name: "team", args: { name: "Support" } }];

/** Reads, and declares nothing. */
const reader = `
import { getWorkspaces } from "pulumi-workspace-gateway";
export const count = (await getWorkspaces()).length;`;

const explicit = `
import * as gateway from "pulumi-workspace-gateway";
const eu = new gateway.Provider("eu", { baseUrl: "https://eu.test/api/v1" });
new gateway.Workspace("team", { name: "Support" }, { provider: eu });`;

let w: World;
beforeAll(async () => {
  w = await world({ objects, config: { "workspace-gateway:native": "true" } });
});
afterAll(() => w?.dispose());

async function refused(): Promise<void> {
  const file = path.join(w.project.directory, "Pulumi.yaml");
  for (const operation of ["preview", "up"] as const) {
    const [said = "", ...others] = errorsOf(await fails(w.project[operation]()));
    expect(said).toContain(`Add to ${file}:`);
    expect(others).toEqual([]);
  }
  expect(w.calls.take()).toEqual([]);
  expect((await w.project.exportState()).deployment.resources ?? []).not.toContainEqual(
    expect.objectContaining({ type: expect.stringContaining("workspace-gateway") }),
  );
}

test("without the plugin a native stack is told the entry to add, and nothing is registered", async () => {
  await refused();
  expect(await fails(w.project.preview())).toMatch(
    /plugins: \{ providers: \[\{ name: workspace-gateway, path: (\.\.\/)*node_modules\/pulumi-workspace-gateway\/plugin \}\] \}\n/,
  );
});

test("so is a program with a Provider, without any config", async () => {
  await w.project.run(["config", "rm", "workspace-gateway:native", "--stack", w.project.stack]);
  await writeFile(path.join(w.project.directory, "index.ts"), explicit);
  await refused();
});

test("and a native stack whose program only reads", async () => {
  await w.project.run(["config", "set", "workspace-gateway:native", "true", "--stack", w.project.stack]);
  await rm(path.join(w.project.directory, "objects.json"));
  await writeFile(path.join(w.project.directory, "index.ts"), reader);
  await refused();
});
