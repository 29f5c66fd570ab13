import { readFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, type TestContext, test } from "vitest";
import { type PulumiProject, pulumiProject } from "../harness/engine.ts";
import { paths } from "../harness/paths.ts";
import { RunningProcess } from "../harness/process.ts";
import { published, schemaFile } from "../plugin/support/published-schema.ts";
import { findSdkGenerator } from "../plugin/support/sdk-generator.ts";
import { ok } from "./support/outcome.ts";

const plugin = path.join(paths.root, "provider/plugin/pulumi-resource-workspace-gateway");

let project: PulumiProject;
beforeAll(async () => {
  project = await pulumiProject({ program: "" });
});
afterAll(() => project?.dispose());

function run(
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
) {
  return ok(new RunningProcess(command, args, options).done);
}

/** A value without its empty lists and objects, which the CLI leaves out. */
function withoutEmpty(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const isEmpty = (each: unknown) => ["[]", "{}"].includes(JSON.stringify(each));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => !isEmpty(each))
      .map(([key, each]) => [key, withoutEmpty(each)]),
  );
}

test("`pulumi schema check` reports no problems with the schema", async () => {
  await ok(project.run(["schema", "check", schemaFile]));
});

test("the plugin returns the schema, and Pulumi recognizes everything in it", async () => {
  const { stdout } = await project.run(["package", "get-schema", plugin]);
  expect(withoutEmpty(JSON.parse(stdout))).toEqual(withoutEmpty(published));
});

/** Generates the SDK of a language, as a release does. Skips the test if the generator cannot be built. */
async function sdkFor(language: string, context: TestContext): Promise<string> {
  const generator = await findSdkGenerator();
  if ("missing" in generator) return context.skip(`the SDK was not generated: ${generator.missing}`);
  const folder = path.join(project.directory, "sdks");
  await run(generator.file, [schemaFile, folder, language]);
  return path.join(folder, language);
}

test("the SDK for Node.js compiles with a program that uses its resources and functions", async (context) => {
  const folder = await sdkFor("nodejs", context);
  await symlink(path.join(paths.root, "node_modules"), path.join(folder, "node_modules"));
  await writeFile(path.join(folder, "program.ts"), program);
  const config = {
    extends: "./tsconfig.json",
    compilerOptions: { noEmit: true },
    files: [],
    include: ["*.ts"],
  };
  await writeFile(path.join(folder, "program.json"), JSON.stringify(config));
  await run(path.join(paths.bin, "tsc"), ["-p", "program.json"], { cwd: folder });
  expect(JSON.parse(await readFile(path.join(folder, "package.json"), "utf8"))).toMatchObject({
    name: "pulumi-workspace-gateway",
    version: published.version,
  });
});

const program = `
import * as gateway from ".";

const eu = new gateway.Provider("eu", { baseUrl: "https://gateway.example/api/v1", accessToken: "x", maxConcurrency: 8 });
const team = new gateway.Workspace("team", { name: "Support assistant" }, { provider: eu });
new gateway.Config("config", { workspaceId: team.id, name: "standard", workflow: { steps: [{ a: 1 }] } });
new gateway.Index("index", { workspaceId: team.id, url: "https://handbook.example.com" });
new gateway.Quota("quota", { match: { name: "burst" }, maxRequests: 10, period: "ROLLING" });
const key = new gateway.GatewayKey("key", { workspaceId: team.id });
export const gateKey: import("@pulumi/pulumi").Output<string> = key.gateKey;
export const first = gateway.getModelsOutput({ workspaceId: team.id }).items.apply(([model]) => model?.gatewayName);
export const plan = gateway.getUser().then((user) => user.plan);
`;
