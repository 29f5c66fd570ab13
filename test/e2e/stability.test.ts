import { cp, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import type { ExportedState } from "../harness/engine.ts";
import { paths } from "../harness/paths.ts";
import { type Declared, withArgs } from "./support/declaration.ts";
import { grow, whole } from "./support/grown.ts";
import { hasNoChanges, worldOfTest } from "./support/life.ts";
import { ok } from "./support/outcome.ts";
import { moveTo, readRelease, writeRelease } from "./support/releases.ts";
import type { World, WorldOptions } from "./support/world.ts";

/**
 * Set while a release is made, so that all later ones are held to what it leaves behind:
 * `RECORD_RELEASE=first-release npx vitest run test/e2e/stability.test.ts`.
 */
const recordAs = process.env.RECORD_RELEASE;

/** Another project, elsewhere on the disk, with a stack that has this checkpoint and the first project's gateway. */
async function successor(first: World, objects: WorldOptions["objects"], checkpoint: string): Promise<World> {
  const env = {
    WORKSPACE_GATEWAY_BASE_URL: first.gateway.baseUrl,
    WORKSPACE_GATEWAY_ACCESS_TOKEN: first.token,
    WORKSPACE_GATEWAY_CLIENT_ID: first.gateway.app.clientId,
    WORKSPACE_GATEWAY_CLIENT_SECRET: first.gateway.app.clientSecret,
    TEST_SITE: first.site,
  };
  const w = await worldOfTest({ objects: objects ?? [], env });
  await w.project.write("checkpoint.json", checkpoint);
  await ok(w.project.run(["stack", "import", "--stack", w.project.stack, "--file", "checkpoint.json"]));
  first.calls.take();
  return w;
}

/** Installs a copy of the built provider in a project, as another release at another place would be. */
async function installCopy(project: string, version: string): Promise<void> {
  const target = path.join(project, "node_modules/pulumi-workspace-gateway");
  for (const part of ["dist", "plugin"])
    await cp(path.join(paths.root, "provider", part), path.join(target, part), { recursive: true });
  const manifest = JSON.parse(await readFile(path.join(paths.root, "provider", "package.json"), "utf8"));
  await writeFile(path.join(target, "package.json"), JSON.stringify({ ...manifest, version }));
}

/** By what each resource is stored: its type and the text that makes the engine load this package. */
function loadersOf({ deployment }: ExportedState): string[] {
  return (deployment.resources ?? []).map(({ type, inputs }) => `${type} ${inputs?.__provider}`).sort();
}

/** A gateway with a stack that has an object of every kind, and the stack's checkpoint. */
async function finished(objects: readonly Declared[]): Promise<{ first: World; checkpoint: ExportedState }> {
  const first = await worldOfTest({ objects: objects.filter(({ kind }) => kind !== "Member") });
  await grow(first, objects);
  return { first, checkpoint: await first.project.exportState() };
}

test("with another package version at another path, a stack has an empty preview and refresh", async () => {
  const objects = whole;
  const { first, checkpoint } = await finished(objects);
  if (recordAs !== undefined) await writeRelease(recordAs, { objects, checkpoint });

  const later = await successor(first, objects, JSON.stringify(checkpoint));
  await installCopy(later.project.directory, "99.0.0");
  await hasNoChanges(later);
  expect(first.calls.writes()).toEqual([]);
});

test.each(["first-release"])(
  "a stack from the %s keeps its stored form, has an empty preview and refresh, and is destroyed completely",
  async (name) => {
    const { objects, checkpoint } = await readRelease(name);
    const { first, checkpoint: now } = await finished(objects);
    expect(loadersOf(now)).toEqual(loadersOf(checkpoint));

    const later = await successor(first, objects, moveTo(checkpoint, now));
    await hasNoChanges(later);
    expect(first.calls.writes()).toEqual([]);

    // The state has nothing yet of what a preview knows by now: the model's name goes into a mapping.
    await later.project.write("checkpoint.json", moveTo(checkpoint, now));
    await ok(
      later.project.run(["stack", "import", "--stack", later.project.stack, "--file", "checkpoint.json"]),
    );
    await later.declare(withArgs(objects, { gpt: { displayName: "Another label" } }));
    expect(await ok(later.project.preview())).toMatch(/Resources:\n +~ 1 to update\n/);
    await ok(later.project.destroy({ skipPreview: true }));
    expect(first.calls.remaining()).toEqual([]);
  },
);
