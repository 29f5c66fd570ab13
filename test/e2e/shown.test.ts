import { mkdir, rm, symlink } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { type Adapter, adapters } from "../harness/adapter.ts";
import { projectFiles } from "../harness/project-files.ts";
import { type Declared, ref, withArgs } from "./support/declaration.ts";
import { hasNoChanges, up, worldOfTest } from "./support/life.ts";
import { prompt, team } from "./support/objects.ts";
import { ok } from "./support/outcome.ts";
import { installRelease, packageIn } from "./support/package-copy.ts";
import type { World } from "./support/world.ts";

const objects: readonly Declared[] = [
  team,
  { ...prompt("tone"), shows: ["enabled", "type", "environment"] },
  { kind: "Invitation", name: "guests", args: { workspaceId: ref("team") }, shows: ["maxUses"] },
];

async function shownBy(w: World): Promise<Record<"tone" | "guests", object>> {
  return JSON.parse(
    await ok(w.project.run(["stack", "output", "shown", "--json", "--stack", w.project.stack])),
  );
}

/** Takes the released package into use, for the program and, where it is the plugin's, for the engine. */
async function use(w: World, adapter: Adapter, version: string): Promise<void> {
  const { directory } = w.project;
  await installRelease(directory, version);
  if (adapter === "native") {
    const folder = path.join(directory, ".home/plugins", `resource-workspace-gateway-v${version}`);
    const file = "pulumi-resource-workspace-gateway";
    await mkdir(folder, { recursive: true });
    await symlink(path.join(packageIn(directory), "plugin", file), path.join(folder, file));
    await w.project.write("Pulumi.yaml", projectFiles("e2e", "")["Pulumi.yaml"] ?? "");
  }
}

// What is shown: test/contract/shown.test.ts. Here a release that does not know it works on the same state, in a component.
test.each(adapters)(
  "%s: 0.2.0 takes a state with outputs that nobody declared for its own, and resets, replaces and loses nothing",
  { timeout: 900_000 },
  async (adapter) => {
    const w = await worldOfTest({ objects, adapter, env: { TEST_INSIDE: "1" } });
    const { gateway, calls, project } = w;
    await up(w);
    expect(await shownBy(w)).toEqual({ tone: { enabled: true, type: "SYSTEM" }, guests: { maxUses: 1 } });
    const edited = {
      workspace_id: calls.id("workspaces", "Support"),
      enabled: false,
      environment: "STAGING",
    };
    await gateway.console("PATCH", `/prompts/${calls.id("prompts", "tone")}`, edited);
    const keepsTheEdit = async () => {
      calls.take();
      await ok(project.refresh({ skipPreview: true }));
      await up(w);
      expect((await shownBy(w)).tone).toEqual({ enabled: false, type: "SYSTEM", environment: "STAGING" });
      expect(calls.writes()).toEqual([]);
      await hasNoChanges(w);
    };
    await keepsTheEdit();

    await use(w, adapter, "0.2.0");
    await hasNoChanges(w);
    calls.take();
    await up(w, withArgs(objects, { tone: { content: "Be brief and kind." } }));
    expect(calls.writes()).toEqual(["PATCH /prompts/tone content workspace_id"]);
    // It was the release that ran: it neither shows such values nor stores them.
    expect((await shownBy(w)).tone).toEqual({});
    const { resources = [] } = (await project.exportState()).deployment;
    expect(resources.find(({ urn }) => urn.endsWith("::tone"))?.outputs).not.toHaveProperty("__shown");
    expect(gateway.rows("prompts")).toMatchObject([{ environment: "STAGING", enabled: false }]);

    await rm(packageIn(project.directory), { recursive: true });
    await project.write("Pulumi.yaml", projectFiles("e2e", "", adapter)["Pulumi.yaml"] ?? "");
    await hasNoChanges(w);
    await keepsTheEdit();
  },
);
