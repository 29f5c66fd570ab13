import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { packageVersion } from "../../../provider/io/package-version.js";
import { type Clinic, openClinic } from "./support/clinic.ts";
import { putStack, type StackOptions, type Stored } from "./support/stack.ts";

const project = "name: clinic\nruntime: nodejs\n";
const place = "node_modules/pulumi-workspace-gateway/plugin";
const entry = (at = place, more = "") =>
  `plugins: { providers: [{ name: workspace-gateway, path: ${at}${more} }] }`;
const on = { "workspace-gateway:native": { value: "true" } };
const native: Stored = { kind: "Workspace", name: "team", id: "w-1", native: true };

/** A clinic whose machine has no plugin besides, and what its doctor says of the plugin. */
async function openPlugin(resources: readonly Stored[], options: StackOptions = {}) {
  const clinic = await openClinic({}, { PULUMI_HOME: "/nowhere", PATH: "/nowhere" });
  await putStack(clinic, resources, options);
  return clinic;
}

async function told(clinic: Clinic) {
  return (await clinic.visit()).findings.filter(({ check }) => check === "plugin");
}

test("a stack that needs no plugin is told nothing of one", async () => {
  const dynamic: Stored = { kind: "Workspace", name: "team", id: "w-1" };
  const off = { "workspace-gateway:native": { value: "false" } };
  expect(await told(await openPlugin([dynamic]))).toEqual([]);
  expect(await told(await openPlugin([dynamic], { config: off }))).toEqual([]);
});

test.each([
  ["whose config says native", [], { config: on }],
  ["that has resources of the plugin, though its config does not say so", [native], {}],
])("a stack %s is told the entry that is missing", async (_, resources, options) => {
  const clinic = await openPlugin(resources, options);
  const file = path.join(clinic.folder, "Pulumi.yaml");
  expect(await told(clinic)).toEqual([
    expect.objectContaining({ state: "problem", remedy: `Add to ${file}: ${entry()}` }),
  ]);
  expect((await clinic.visit()).refusal).toMatchObject({ exitCode: 1 });
  await putStack(clinic, resources, { ...options, project: `${project}${entry()}\n` });
  expect(await told(clinic)).toEqual([
    expect.objectContaining({
      state: "ok",
      facts: expect.objectContaining({ plugin: packageVersion(), package: packageVersion() }),
    }),
  ]);
});

test("a plugin that the engine finds without an entry is right", async () => {
  const clinic = await openPlugin([native]);
  const bin = path.join(clinic.folder, "bin");
  await mkdir(bin);
  await writeFile(path.join(bin, "pulumi-resource-workspace-gateway"), "");
  Object.assign(clinic.machine.env, { PATH: bin });
  expect(await told(clinic)).toMatchObject([{ state: "ok" }]);
  await putStack(clinic, [native], { project: `${project}packages: { workspace-gateway: ./any }\n` });
  Object.assign(clinic.machine.env, { PATH: "/nowhere" });
  expect(await told(clinic)).toMatchObject([{ state: "ok" }]);
});

test("an entry that leads nowhere, is of another version or says another one is told with the right entry", async () => {
  const clinic = await openPlugin([native], { project: `${project}${entry("vendor/plugin")}\n` });
  const right = expect.stringContaining(`: ${entry()}`);
  expect(await told(clinic)).toMatchObject([
    { state: "problem", found: expect.stringContaining("where it is not"), remedy: right },
  ]);
  const vendor = path.join(clinic.folder, "vendor");
  await mkdir(path.join(vendor, "plugin"), { recursive: true });
  await writeFile(path.join(vendor, "plugin/pulumi-resource-workspace-gateway"), "");
  expect(await told(clinic)).toMatchObject([{ state: "ok" }]);
  const versions = { "0.0.1": "problem", "999.0.0": "warning" }; // an older one refuses the program
  for (const [version, state] of Object.entries(versions)) {
    await writeFile(path.join(vendor, "package.json"), JSON.stringify({ version }));
    expect(await told(clinic)).toMatchObject([
      { state, found: expect.stringContaining(`is of version ${version}`), remedy: right },
    ]);
    const refused = (await clinic.visit()).refusal !== undefined;
    expect(refused).toBe(state === "problem");
  }
  await rm(vendor, { recursive: true });
  await putStack(clinic, [native], { project: `${project}${entry(place, ", version: 9.9.9")}\n` });
  expect(await told(clinic)).toMatchObject([
    { state: "problem", found: expect.stringContaining("the version 9.9.9"), remedy: right },
  ]);
});
