import { mkdir, rm, symlink } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { type Adapter, adapters } from "../harness/adapter.ts";
import { projectFiles } from "../harness/project-files.ts";
import { type Declared, ref, withArgs } from "./support/declaration.ts";
import { hasNoChanges, life, up } from "./support/life.ts";
import { ok } from "./support/outcome.ts";
import { installRelease, packageIn } from "./support/package-copy.ts";
import type { World } from "./support/world.ts";

const inTeam = { workspaceId: ref("team") };
const objects: readonly Declared[] = [
  { kind: "Workspace", name: "team", args: { name: "Support" } },
  {
    kind: "Prompt",
    name: "tone",
    args: { ...inTeam, name: "tone", content: "Be brief." },
    shows: ["enabled", "type", "environment"],
  },
  {
    kind: "Invitation",
    name: "guests",
    args: inTeam,
    shows: ["maxUses"],
  },
];
interface Shown {
  readonly tone: Readonly<Record<string, unknown>>;
  readonly guests: Readonly<Record<string, unknown>>;
}

async function shownBy(w: World): Promise<Shown> {
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

async function useOwn(w: World, adapter: Adapter): Promise<void> {
  await rm(packageIn(w.project.directory), { recursive: true });
  await w.project.write("Pulumi.yaml", projectFiles("e2e", "", adapter)["Pulumi.yaml"] ?? "");
}

async function console(w: World, body: Readonly<Record<string, unknown>>): Promise<void> {
  const path = `/prompts/${w.calls.id("prompts", "tone")}`;
  const workspace_id = w.calls.id("workspaces", "Support");
  expect((await w.gateway.console("PATCH", path, { workspace_id, ...body })).status).toBe(200);
  w.calls.take();
}

// The tests of an adapter are the stations of one stack's life, in this order: in a component.
describe.each(adapters)("%s: of a property that is not declared,", (adapter) => {
  const w = life({ objects, adapter, env: { TEST_INSIDE: "1" } });

  test("the program reads what the gateway decided", async () => {
    await up(w);
    expect(await shownBy(w)).toEqual({
      tone: { enabled: true, type: "SYSTEM" },
      guests: { maxUses: 1 },
    });
    await hasNoChanges(w);
    w.calls.take();
  });

  test("a refresh takes in what the console made of it, and an `up` leaves it alone", async () => {
    await console(w, { enabled: false, environment: "STAGING" });
    await ok(w.project.refresh({ skipPreview: true }));
    await up(w);
    expect((await shownBy(w)).tone).toEqual({ enabled: false, type: "SYSTEM", environment: "STAGING" });
    expect(w.calls.writes()).toEqual([]);
    await hasNoChanges(w);
  });

  test("0.2.0 takes the state for its own, and resets, replaces and loses nothing", async () => {
    await use(w, adapter, "0.2.0");
    await hasNoChanges(w);
    w.calls.take();
    await up(w, withArgs(objects, { tone: { content: "Be brief and kind." } }));
    expect(w.calls.writes()).toEqual(["PATCH /prompts/tone content workspace_id"]);
    // It was the release that ran: it neither shows such values nor stores them.
    expect((await shownBy(w)).tone).toEqual({});
    const { resources = [] } = (await w.project.exportState()).deployment;
    expect(resources.find(({ urn }) => urn.endsWith("::tone"))?.outputs).not.toHaveProperty("__shown");
    const [row] = w.gateway.rows("prompts");
    expect(row).toMatchObject({ environment: "STAGING" });
    expect(Boolean(row?.enabled)).toBe(false);

    await useOwn(w, adapter);
    await hasNoChanges(w);
    w.calls.take();
    await ok(w.project.refresh({ skipPreview: true }));
    await up(w);
    expect((await shownBy(w)).tone).toEqual({ enabled: false, type: "SYSTEM", environment: "STAGING" });
    expect(w.calls.writes()).toEqual([]);
    await ok(w.project.destroy({ skipPreview: true }));
    expect(w.calls.remaining()).toEqual([]);
  });
});
