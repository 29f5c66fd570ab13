import { symlink } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, type TestContext, test } from "vitest";
import { stringify } from "yaml";
import { startGateway } from "../../gateway/index.ts";
import { pulumiProject } from "../../harness/engine.ts";
import { findYamlHost } from "../../harness/languages/yaml-host.ts";
import { paths } from "../../harness/paths.ts";
import { contents } from "../support/contents.ts";
import { example, settingsOf } from "../support/example.ts";
import { ok } from "../support/outcome.ts";
import {
  exampleSecrets,
  examplesAsTypeScript,
  examplesAsYaml,
  seedForExamples,
} from "./support/schema-examples.ts";

const apiKey = "sk-canary-of-the-example";

/** A PATH with the language host of YAML. It is built the first time on a machine. */
async function withYaml(context: TestContext): Promise<{ PATH: string }> {
  const found = await findYamlHost();
  if ("missing" in found) return context.skip(found.missing);
  return { PATH: [found.folder, process.env.PATH].join(path.delimiter) };
}

test("the example in YAML lives from its first preview to its destroy", {
  timeout: 900_000,
}, async (context) => {
  const yaml = await withYaml(context);
  const gateway = await startGateway();
  onTestFinished(gateway.close);
  const secrets = { "workspace-gateway-yaml:openaiApiKey": apiKey };
  const project = await example("yaml", { env: { ...settingsOf(gateway), ...yaml }, secrets });
  onTestFinished(() => project.dispose());
  await symlink(path.join(paths.root, "node_modules"), path.join(project.directory, "node_modules"));

  await ok(project.preview());
  expect(contents(gateway)).toEqual({});
  await ok(project.up({ skipPreview: true }));
  expect(contents(gateway)).toEqual({ workspaces: 1, members: 1, providers: 1, models: 1 });
  expect(await project.outputs()).toEqual({ route: "openai/gpt-large", remaining: expect.any(Number) });
  expect(await project.stateText()).not.toContain(apiKey);
  await ok(project.preview({ expectNoChanges: true, refresh: true }));
  await ok(project.destroy({ skipPreview: true }));
  expect(contents(gateway)).toEqual({});
});

test("the examples of the schema preview in YAML", { timeout: 900_000 }, async (context) => {
  const yaml = await withYaml(context);
  const gateway = await startGateway();
  onTestFinished(gateway.close);
  const metricId = await seedForExamples(gateway);
  const name = "workspace-gateway-yaml";
  const secrets = Object.fromEntries(
    Object.entries(exampleSecrets).map(([key, value]) => [`${name}:${key}`, value]),
  );
  const config = { [`${name}:metricId`]: metricId };
  const project = await example("yaml", { env: { ...settingsOf(gateway), ...yaml }, config, secrets });
  onTestFinished(() => project.dispose());
  await symlink(path.join(paths.root, "node_modules"), path.join(project.directory, "node_modules"));
  const plugins = {
    providers: [{ name: "workspace-gateway", path: "node_modules/pulumi-workspace-gateway/plugin" }],
  };
  await project.write("Pulumi.yaml", stringify({ name, runtime: "yaml", plugins, ...examplesAsYaml() }));
  expect(await ok(project.preview())).toMatch(/\+ \d+ to create/);
});

test("the examples of the schema preview in TypeScript", async () => {
  const gateway = await startGateway();
  onTestFinished(gateway.close);
  const metricId = await seedForExamples(gateway);
  const project = await pulumiProject({
    adapter: "native", // an example declares a Provider
    program: examplesAsTypeScript(),
    env: settingsOf(gateway),
    config: { metricId },
    secrets: exampleSecrets,
  });
  onTestFinished(() => project.dispose());
  expect(await ok(project.preview())).toMatch(/\+ \d+ to create/);
});
