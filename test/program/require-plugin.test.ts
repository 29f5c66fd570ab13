import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as gateway from "../../provider/index.js";
import { requirePlugin } from "../../provider/program/preflight.js";
import { mocked, type Registration, resolved } from "./support/mocked.ts";

const entry =
  "plugins: { providers: [{ name: workspace-gateway, path: node_modules/pulumi-workspace-gateway/plugin }] }";

let folder: string;
let registered: Map<string, Registration>;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "require-plugin-"));
  registered = await mocked("shop");
});
afterEach(async () => {
  vi.unstubAllEnvs();
  pulumi.runtime.setAllConfig({});
  await rm(folder, { recursive: true });
});

async function write(file: string, text = ""): Promise<string> {
  const whole = path.join(folder, file);
  await mkdir(path.dirname(whole), { recursive: true });
  await writeFile(whole, text);
  return whole;
}

/** What the engine gives a program. Nothing of the machine that runs the tests is in it. */
function environment(more: Record<string, string> = {}) {
  return {
    PULUMI_NODEJS_PROJECT: "shop",
    PULUMI_NODEJS_ROOT_DIRECTORY: folder,
    PULUMI_HOME: path.join(folder, "home"),
    PATH: path.join(folder, "bin"),
    ...more,
  };
}

const check = (more: Record<string, string> = {}, program = folder) =>
  requirePlugin(environment(more), program);

describe("a project without the plugin", () => {
  test.each([
    "name: shop",
    "name: shop\nplugins:",
    "name: shop\nplugins:\n  providers: [{ name: aws, path: ../aws }]",
    "name: shop\nplugins:\n  analyzers: [{ name: workspace-gateway, path: ../x }]",
    "name: shop\npackages: { my-workspace-gateway-x: my-workspace-gateway-x@1.0.0 }",
    "name: shop\npackages: { x: { source: ../my-workspace-gateway, parameters: [workspace-gateway] } }",
    "name: shop\nconfig:\n  workspace-gateway:native: true\n# plugins: workspace-gateway",
  ])("is refused with the entry to add: %j", async (text) => {
    const file = await write("Pulumi.yaml", text);
    expect(() => check()).toThrow(pulumi.RunError);
    expect(() => check()).toThrow(`Add this to ${file}:\n\n${entry}\n\n`);
  });

  test("gets the folder of the installed package in the suggested entry", async () => {
    const root = path.join(folder, "infra");
    await write("infra/Pulumi.yaml", "name: shop\nmain: app");
    const at = (place: string) =>
      write(`${place}/pulumi-workspace-gateway/plugin/pulumi-resource-workspace-gateway`);
    const refusal = () => check({ PULUMI_NODEJS_ROOT_DIRECTORY: root }, path.join(root, "app"));
    await at("node_modules");
    expect(refusal).toThrow("path: ../node_modules/pulumi-workspace-gateway/plugin }");
    await at("infra/app/node_modules");
    expect(refusal).toThrow("path: app/node_modules/pulumi-workspace-gateway/plugin }");
  });

  test("is refused only when the plugin is needed, and before anything is registered", async () => {
    await write("Pulumi.yaml", "name: shop");
    for (const [key, value] of Object.entries(environment())) vi.stubEnv(key, value);
    const refusal = `Add this to ${path.join(folder, "Pulumi.yaml")}`;
    expect(() => new gateway.Provider("eu", { baseUrl: "https://eu.test/api/v1" })).toThrow(refusal);
    const dynamic = new gateway.Workspace("dynamic", { name: "n" });
    pulumi.runtime.setAllConfig({ "workspace-gateway:native": "true" });
    expect(() => new gateway.Workspace("native", { name: "n" })).toThrow(refusal);
    await resolved(dynamic.id);
    expect([...registered.keys()]).toEqual(["dynamic"]);
  });
});

describe("the check passes", () => {
  test.each([
    ["a path in plugins", `name: shop\n${entry}`],
    ["a package of its name", "name: shop\npackages: { workspace-gateway: ../any }"],
    ["a package of its name and version", "name: shop\npackages: { gw: workspace-gateway@0.1.0 }"],
    [
      "a package with a source and a version",
      "name: shop\npackages: { gw: { source: github.com/x/pulumi-workspace-gateway, version: 0.1.0 } }",
    ],
    ["a package of its path", "name: shop\npackages: { gw: node_modules/pulumi-workspace-gateway/plugin }"],
  ])("with %s", async (_, text) => {
    await write("Pulumi.yaml", text);
    expect(() => check()).not.toThrow();
  });

  test.each([
    ["pulumi-resource-workspace-gateway", "bin/pulumi-resource-workspace-gateway"],
    ["a plugin in Pulumi's own folder", "home/plugins/resource-workspace-gateway-v0.1.0/any"],
  ])("with %s where the engine looks", async (_, file) => {
    await write("Pulumi.yaml", "name: shop");
    await write("bin/pulumi-resource-aws");
    await write("home/plugins/resource-aws-v7.0.0/any");
    expect(() => check()).toThrow(entry);
    await write(file);
    expect(() => check()).not.toThrow();
  });

  test("for an engine that is attached to a plugin", async () => {
    await write("Pulumi.yaml", "name: shop");
    expect(() => check({ PULUMI_DEBUG_PROVIDERS: "aws:1,workspace-gateway:4711" })).not.toThrow();
    expect(() => check({ PULUMI_DEBUG_PROVIDERS: "aws:1" })).toThrow(entry);
  });

  test("for an inline program or a program with mocks", async () => {
    await write("Pulumi.yaml", "name: shop");
    const { PULUMI_NODEJS_PROJECT, ...inline } = environment();
    expect(() => requirePlugin(inline, folder)).not.toThrow();
    expect(() => check({ PULUMI_NODEJS_PROJECT: "the-program-that-runs-this-inline" })).not.toThrow();
  });

  test("if the project file is missing, belongs to another project, or cannot be read", async () => {
    expect(() => check()).not.toThrow();
    for (const text of ["name: other", "name: [shop"]) {
      await write("Pulumi.yaml", text);
      expect(() => check()).not.toThrow();
    }
  });
});
