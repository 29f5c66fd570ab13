import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "vitest";
import { parse, stringify } from "yaml";
import { paths } from "../../harness/paths.ts";
import { ok } from "../support/outcome.ts";
import { python } from "./support/python.ts";
import { exampleSecrets, examplesAsPython, seedForExamples } from "./support/schema-examples.ts";
import { wholeLifeOf } from "./support/whole-life.ts";

const station = wholeLifeOf(python);

station(
  "a stack of the TypeScript package goes on in Python: all is unchanged, and nothing is sent",
  async (life) => {
    const { project, calls } = life;
    project.env.PATH = [paths.bin, project.env.PATH].join(path.delimiter);
    const keys = ["euUrl", "euToken"];
    await ok(project.run(["config", "rm-all", "--stack", project.stack, ...keys]));
    const inPython = await readFile(path.join(project.directory, "Pulumi.yaml"), "utf8");
    const runtime = { name: "nodejs", options: { typescript: false } };
    await project.write("Pulumi.yaml", stringify({ name: parse(inPython).name, runtime }));
    await project.write("index.ts", inTypeScript);
    await ok(project.up({ skipPreview: true }));
    calls.take();
    await project.write("Pulumi.yaml", inPython);
    expect(await ok(project.up({ skipPreview: true }))).toMatch(/Resources:\n +4 unchanged\n/);
    expect(calls.take()).toEqual([expect.stringMatching(/^GET .*\/budget$/)]);
    await ok(project.destroy({ skipPreview: true }));
  },
);

station("the examples of the schema preview in Python", async ({ project, gateway }) => {
  const metricId = await seedForExamples(gateway);
  const set = ["config", "set-all", "--stack", project.stack, "--plaintext", `metricId=${metricId}`];
  const secrets = Object.entries(exampleSecrets).flatMap(([key, value]) => ["--secret", `${key}=${value}`]);
  await ok(project.run([...set, ...secrets]));
  await project.write("__main__.py", examplesAsPython());
  expect(await ok(project.preview())).toMatch(/\+ \d+ to create/);
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
