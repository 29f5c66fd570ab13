import { mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ok } from "../e2e/support/outcome.ts";
import { type Gateway, startGateway } from "../gateway/index.ts";
import { adapters } from "../harness/adapter.ts";
import { paths } from "../harness/paths.ts";
import { packProvider } from "./tarball.ts";
import { openTemplate, type Template } from "./template.ts";

// The tests of the templates have the newest SDK that this repository knows; these have the oldest one that the package takes.
let root: string;
let gateway: Gateway;
let template: Template;
let oldest: string;

beforeAll(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), "workspace-gateway-oldest-")));
  await packProvider(root);
  gateway = await startGateway();
  template = await openTemplate("classic", root, {
    WORKSPACE_GATEWAY_BASE_URL: gateway.baseUrl,
    WORKSPACE_GATEWAY_ACCESS_TOKEN: gateway.token(),
  });
  const { peerDependencies } = JSON.parse(
    await readFile(path.join(paths.root, "provider/package.json"), "utf8"),
  );
  oldest = String(peerDependencies["@pulumi/pulumi"]).replace("^", "");
  await template.require({ "@pulumi/pulumi": oldest });
  await template.install();
  const plugin = { name: "workspace-gateway", path: "node_modules/pulumi-workspace-gateway/plugin" };
  const project = { name: "classic", runtime: "nodejs", plugins: { providers: [plugin] } };
  await template.project.write("Pulumi.yaml", JSON.stringify(project));
});

afterAll(async () => {
  await template?.project.dispose();
  await gateway?.close();
  await rm(root, { recursive: true, force: true, maxRetries: 5 });
});

test("the project has the oldest SDK, and no other", async () => {
  const manifest = path.join(template.project.directory, "node_modules/@pulumi/pulumi/package.json");
  expect(JSON.parse(await readFile(manifest, "utf8")).version).toBe(oldest);
  expect(await template.copiesOf("@pulumi/pulumi")).toEqual(["node_modules/@pulumi/pulumi"]);
});

test("its compiler takes the program and our declarations", async () => {
  await ok(template.typeCheck(["index.ts"]));
});

test.each(adapters)("%s: a program is applied, unchanged, and destroyed", async (adapter) => {
  const { project } = template;
  const isNative = String(adapter === "native");
  await ok(project.run(["config", "set", "workspace-gateway:native", isNative, "--stack", project.stack]));
  await ok(project.up({ skipPreview: true }));
  expect(gateway.rows("models").map(({ name }) => name)).toEqual(["large"]);
  const types = ((await project.exportState()).deployment.resources ?? []).map(({ type }) => type);
  expect(types.some((type) => type.startsWith("pulumi-nodejs:dynamic"))).toBe(adapter === "dynamic");
  expect(await project.stateText()).not.toContain("literal-upstream-key");
  await ok(project.preview({ expectNoChanges: true, refresh: true }));
  await ok(project.destroy({ skipPreview: true }));
  expect(gateway.rows("workspaces")).toEqual([]);
});
