import { expect, test } from "vitest";
import { type Adapter, adapterProject } from "../harness/adapter.ts";
import { projectFiles } from "../harness/project-files.ts";
import { everything } from "./support/everything.ts";
import { grow, whole } from "./support/grown.ts";
import { life, up } from "./support/life.ts";
import { ok } from "./support/outcome.ts";

// The tests of this file are the stations of one stack's life, in this order.
const w = life({ objects: everything, adapter: "dynamic" }, () => grow(w));

/** Changes what a user changes: the entry of Pulumi.yaml and the stack's config. */
async function use(adapter: Adapter): Promise<void> {
  await w.project.write("Pulumi.yaml", projectFiles("e2e", "", adapter)["Pulumi.yaml"] ?? "");
  for (const [key, value] of Object.entries(adapterProject.native.config)) {
    const change = adapter === "native" ? ["set", key, value] : ["rm", key];
    await ok(w.project.run(["config", ...change, "--stack", w.project.stack]));
  }
}

async function typesInState(): Promise<string[]> {
  const { resources = [] } = (await w.project.exportState()).deployment;
  const types = new Set(resources.map(({ type }) => type.replace(/:[^:]*$/, "")));
  return [...types].filter((type) => type.includes("gateway"));
}

async function hasNoChanges(): Promise<void> {
  await ok(w.project.preview({ expectNoChanges: true }));
  expect(w.calls.take()).toEqual([]);
  await ok(w.project.refresh({ skipPreview: true, expectNoChanges: true }));
  expect(w.calls.writes()).toEqual([]);
}

test("switching from dynamic to native leaves every resource unchanged and sends no requests", async () => {
  await use("native");
  const output = await up(w);
  expect(output).toMatch(new RegExp(`^ +${whole.length + 1} unchanged$`, "m"));
  expect(w.calls.take()).toEqual([]);
  expect(await typesInState()).toEqual(["workspace-gateway:index"]);
  await hasNoChanges();
});

test("switching from native to dynamic without the plugin updates resources, sends no requests, and then has no changes", async () => {
  await use("dynamic");
  const output = await up(w);
  expect(output).toMatch(new RegExp(`^ +~ ${whole.length} updated$`, "m"));
  expect(w.calls.take()).toEqual([]);
  expect(await typesInState()).toEqual(["pulumi-nodejs:dynamic/workspace-gateway"]);
  await hasNoChanges();
});

test("a stack that switched both ways is destroyed natively, and leaves nothing of its own", async () => {
  await use("native");
  await up(w);
  await ok(w.project.destroy({ skipPreview: true }));
  expect(w.calls.remaining()).toEqual([]);
});
