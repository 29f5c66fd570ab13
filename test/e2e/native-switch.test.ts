import { expect, test } from "vitest";
import { type Adapter, adapterProject } from "../harness/adapter.ts";
import { projectFiles } from "../harness/project-files.ts";
import { renamed, withArgs } from "./support/declaration.ts";
import { everything } from "./support/everything.ts";
import { grow, whole } from "./support/grown.ts";
import { life, up } from "./support/life.ts";
import { prompt } from "./support/objects.ts";
import { fails, ok } from "./support/outcome.ts";

// The tests of this file are the stations of one stack's life, in this order.
const w = life({ objects: everything, adapter: "dynamic" }, () => grow(w));

/** Changes what a user changes: the entry of Pulumi.yaml and the stack's config. */
async function use(adapter: Adapter): Promise<void> {
  const yaml = projectFiles("e2e", "", adapter)["Pulumi.yaml"] ?? "";
  await w.project.write("Pulumi.yaml", yaml);
  await setNative(adapter === "native");
}

async function setNative(isNative: boolean): Promise<void> {
  for (const [key, value] of Object.entries(adapterProject.native.config)) {
    const change = isNative ? ["set", key, value] : ["rm", key];
    await ok(w.project.run(["config", ...change, "--stack", w.project.stack]));
  }
}

async function typesInState(): Promise<string[]> {
  const { resources = [] } = (await w.project.exportState()).deployment;
  return [...new Set(resources.map(({ type }) => type.replace(/:[^:]*$/, "")))].filter((type) =>
    type.includes("gateway"),
  );
}

async function hasNoChanges(): Promise<void> {
  await ok(w.project.preview({ expectNoChanges: true }));
  expect(w.calls.take()).toEqual([]);
  await ok(w.project.refresh({ skipPreview: true, expectNoChanges: true }));
  expect(w.calls.writes()).toEqual([]);
}

test("from dynamic to native every resource is unchanged, and nothing is asked", async () => {
  await use("native");
  const output = await up(w);
  expect(output).toMatch(new RegExp(`^ +${whole.length + 1} unchanged$`, "m"));
  expect(w.calls.take()).toEqual([]);
  expect(await typesInState()).toEqual(["workspace-gateway:index"]);
  await hasNoChanges();
});

test("from native to dynamic, without the plugin, resources are updated and nothing is asked; then all is as before", async () => {
  await use("dynamic");
  const output = await up(w);
  expect(output).toMatch(new RegExp(`^ +~ ${whole.length} updated$`, "m"));
  expect(w.calls.take()).toEqual([]);
  expect(await typesInState()).toEqual(["pulumi-nodejs:dynamic/workspace-gateway"]);
  await hasNoChanges();
});

test("what is adopted or found stays when it is renamed without an alias in the same up as a switch, and after one that failed", async () => {
  const names = ["tone", "default", "burst", "ada"];
  const all = withArgs(whole, { tone: { adopt: true }, default: { adopt: true } });
  const called = (prefix: string) =>
    names.reduce((made, name) => renamed(made, name, `${prefix}-${name}`), all);
  const there = () =>
    (["members", "mappings", "prompts", "quotas"] as const).map((table) =>
      w.gateway.rows(table).map(({ id, role, max_requests }) => ({ id, role, max_requests })),
    );
  // The plugin stays in Pulumi.yaml: what a run deletes may be of either adapter.
  await w.project.write("Pulumi.yaml", projectFiles("e2e", "", "native")["Pulumi.yaml"] ?? "");
  const before = there();
  await setNative(true);
  await up(w, called("second"));
  expect(there()).toEqual(before);
  await w.declare([...called("third"), prompt("refused", { modelId: "no-such-model" })]);
  await fails(w.project.up({ skipPreview: true }));
  await setNative(false);
  await up(w, called("third"));
  expect(there()).toEqual(before);
  await ok(w.project.preview({ expectNoChanges: true }));
  const { resources = [] } = (await w.project.exportState()).deployment;
  const kept = resources
    .map(({ urn }) => urn.split("::").at(-1) ?? "")
    .filter((name) => /-(tone|default|burst|ada)$/.test(name));
  expect(kept.sort()).toEqual(names.map((name) => `third-${name}`).sort());
});

test("a stack that has been there and back is destroyed natively, and leaves what it found", async () => {
  await use("native");
  await up(w);
  await ok(w.project.destroy({ skipPreview: true }));
  expect(w.calls.remaining()).toEqual([]);
});
