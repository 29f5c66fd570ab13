import { symlink } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, type TestContext, test } from "vitest";
import { stringify } from "yaml";
import { startGateway } from "../../gateway/index.ts";
import { findYamlHost } from "../../harness/languages/yaml-host.ts";
import { paths } from "../../harness/paths.ts";
import { contents } from "../support/contents.ts";
import { example, settingsOf } from "../support/example.ts";
import { ok } from "../support/outcome.ts";
import { exampleSecrets, examplesAsYaml, seedForExamples } from "./support/schema-examples.ts";

const apiKey = "sk-canary-of-the-example";
const name = "workspace-gateway-yaml";

/** The example in YAML, on a gateway. Its language host is built the first time on a machine. */
async function opened(context: TestContext, secrets: Record<string, string>) {
  const host = await findYamlHost();
  if ("missing" in host) return context.skip(host.missing);
  const gateway = await startGateway();
  onTestFinished(gateway.close);
  const env = { ...settingsOf(gateway), PATH: [host.folder, process.env.PATH].join(path.delimiter) };
  const own = Object.entries(secrets).map(([key, value]) => [`${name}:${key}`, value]);
  const project = await example("yaml", { env, secrets: Object.fromEntries(own) });
  onTestFinished(() => project.dispose());
  await symlink(path.join(paths.root, "node_modules"), path.join(project.directory, "node_modules"));
  return { gateway, project };
}

test("the YAML example works from its first preview to its destroy", {
  timeout: 900_000,
}, async (context) => {
  const { gateway, project } = await opened(context, { openaiApiKey: apiKey });
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

test("the examples in the schema can be previewed in YAML", { timeout: 900_000 }, async (context) => {
  const { gateway, project } = await opened(context, exampleSecrets);
  const metricId = await seedForExamples(gateway);
  await ok(project.run(["config", "set", "--stack", project.stack, "metricId", metricId]));
  const plugin = { name: "workspace-gateway", path: "node_modules/pulumi-workspace-gateway/plugin" };
  const plugins = { providers: [plugin] };
  await project.write("Pulumi.yaml", stringify({ name, runtime: "yaml", plugins, ...examplesAsYaml() }));
  expect(await ok(project.preview())).toMatch(/\+ \d+ to create/);
});
