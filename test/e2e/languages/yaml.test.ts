import { symlink } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startGateway } from "../../gateway/index.ts";
import { which } from "../../harness/cli/which.ts";
import { paths } from "../../harness/paths.ts";
import { contents } from "../support/contents.ts";
import { example, settingsOf } from "../support/example.ts";
import { ok } from "../support/outcome.ts";

const apiKey = "sk-canary-of-the-example";
const host = "pulumi-language-yaml";

test("the example in YAML lives from its first preview to its destroy", async (context) => {
  if ((await which(host, process.env)) === undefined) return context.skip(`${host} is not on PATH`);
  const gateway = await startGateway();
  onTestFinished(gateway.close);
  const secrets = { "workspace-gateway-yaml:openaiApiKey": apiKey };
  const project = await example("yaml", { env: settingsOf(gateway), secrets });
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
