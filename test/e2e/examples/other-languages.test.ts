import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, type TestContext, test } from "vitest";
import { parse, stringify } from "yaml";
import { type Gateway, startGateway } from "../../gateway/index.ts";
import { realHost } from "../../harness/cli/host.ts";
import { which } from "../../harness/cli/which.ts";
import type { PulumiProject } from "../../harness/engine.ts";
import { paths } from "../../harness/paths.ts";
import { RunningProcess } from "../../harness/process.ts";
import { schemaFile } from "../../plugin/support/published-schema.ts";
import { findSdkGenerator } from "../../plugin/support/sdk-generator.ts";
import { contents } from "../support/contents.ts";
import { example, settingsOf } from "../support/example.ts";
import { ok } from "../support/outcome.ts";

const apiKey = "sk-canary-of-the-example";

/** Runs the example of a language; skips the test where its host is not. */
async function life(
  folder: string,
  context: TestContext,
  prepare: (project: PulumiProject) => Promise<void> = async () => {},
  tell: (project: PulumiProject, gateway: Gateway) => Promise<void> = fromUpToDestroy,
): Promise<void> {
  const host = `pulumi-language-${folder}`;
  if ((await which(host, process.env)) === undefined) return context.skip(`${host} is not on PATH`);
  const gateway = await startGateway();
  const secrets = { [`workspace-gateway-${folder}:openaiApiKey`]: apiKey };
  const project = await example(folder, { env: settingsOf(gateway), secrets });
  try {
    await symlink(path.join(paths.root, "node_modules"), path.join(project.directory, "node_modules"));
    await prepare(project);
    await tell(project, gateway);
  } finally {
    await project.dispose();
    await gateway.close();
  }
}

async function fromUpToDestroy(project: PulumiProject, gateway: Gateway): Promise<void> {
  await ok(project.preview());
  expect(contents(gateway)).toEqual({});
  await ok(project.up({ skipPreview: true }));
  expect(contents(gateway)).toEqual({ workspaces: 1, members: 1, providers: 1, models: 1 });
  expect(await project.outputs()).toEqual({ route: "openai/gpt-large", remaining: expect.any(Number) });
  expect(await project.stateText()).not.toContain(apiKey);
  await ok(project.preview({ expectNoChanges: true, refresh: true }));
  await ok(project.destroy({ skipPreview: true }));
  expect(contents(gateway)).toEqual({});
}

test("the example in YAML lives from its first preview to its destroy", (context) => life("yaml", context));

test("the example in Python lives from its first preview to its destroy", async (context) => {
  await life("python", context, await pythonProject(context));
});

test("a stack of the TypeScript package goes on in Python: all is unchanged, and nothing is sent", async (context) => {
  await life("python", context, await pythonProject(context), async (project, gateway) => {
    await project.write("index.ts", inTypeScript);
    const inPython = await readFile(path.join(project.directory, "Pulumi.yaml"), "utf8");
    const runtime = { name: "nodejs", options: { typescript: false } };
    await project.write("Pulumi.yaml", stringify({ name: "workspace-gateway-python", runtime }));
    await ok(project.up({ skipPreview: true }));
    gateway.log.clear();
    await project.write("Pulumi.yaml", inPython);
    expect(await ok(project.up({ skipPreview: true }))).toMatch(/Resources:\n +4 unchanged\n/);
    const reads = gateway.log.entries().filter(({ path }) => !path.endsWith("/budget"));
    expect(reads.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
    await ok(project.destroy({ skipPreview: true }));
  });
});

const inTypeScript = `
import * as pulumi from "@pulumi/pulumi";
import * as gateway from "pulumi-workspace-gateway";

const workspaceId = new gateway.Workspace("team", { name: "support-assistant" }).id;
const openai = new gateway.ModelProvider("openai", {
  workspaceId,
  name: "openai",
  baseUrl: "https://api.openai.com/v1",
  compatibility: "OPENAI_SDK",
  priority: 1,
  apiKey: new pulumi.Config().requireSecret("openaiApiKey"),
});
new gateway.Model("large", {
  workspaceId,
  providerId: openai.id,
  name: "gpt-large",
  displayName: "GPT, large",
  apiName: "gpt-4.1",
  type: "chat",
  inputCost: 2,
  outputCost: 8,
  contextWindow: 1047576,
});
`;

/** What makes a project in Python run; skips the test where it cannot. */
async function pythonProject(context: TestContext): Promise<(project: PulumiProject) => Promise<void>> {
  const python = (await which("python3", process.env)) ?? context.skip("there is no python3");
  const { code } = await new RunningProcess(python, ["-c", "import pulumi"], { env: process.env }).done;
  if (code !== 0) return context.skip("python3 has no package pulumi");
  const found = await findSdkGenerator(realHost(context.signal));
  if ("missing" in found) return context.skip(`the SDK was not made: ${found.missing}`);
  return async (project) => {
    const sdks = path.join(project.directory, "sdks");
    await mkdir(sdks);
    await ok(new RunningProcess(found.file, [schemaFile, sdks]).done);
    project.env.PYTHONPATH = path.join(sdks, "python");
    // The interpreter of PATH, instead of one that pip fills.
    const file = path.join(project.directory, "Pulumi.yaml");
    const { runtime: _runtime, ...rest } = parse(await readFile(file, "utf8"));
    await writeFile(file, stringify({ ...rest, runtime: "python" }));
  };
}
