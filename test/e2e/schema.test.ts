import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, type TestContext, test } from "vitest";
import { finishSdk } from "../../provider/build/sdks/finish-sdk.mts";
import { sdkLanguages } from "../../provider/build/sdks/languages.mts";
import { cliVersion } from "../harness/cli/cli.ts";
import { realHost } from "../harness/cli/host.ts";
import { which } from "../harness/cli/which.ts";
import { type PulumiProject, pulumiProject } from "../harness/engine.ts";
import { paths } from "../harness/paths.ts";
import { RunningProcess } from "../harness/process.ts";
import { published, schemaFile } from "../plugin/support/published-schema.ts";
import { examplesIn } from "../plugin/support/schema-examples.ts";
import { findSdkGenerator } from "../plugin/support/sdk-generator.ts";
import { ok } from "./support/outcome.ts";

const plugin = path.join(paths.root, "provider/plugin/pulumi-resource-workspace-gateway");

let project: PulumiProject;
beforeAll(async () => {
  project = await pulumiProject({ program: "" });
});
afterAll(() => project?.dispose());

/** The output of a command that must succeed. */
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

test("Pulumi finds nothing to say against the schema", async () => {
  await ok(project.run(["schema", "check", schemaFile]));
});

test("the plugin hands out the schema, and Pulumi knows all that is in it", async () => {
  const { stdout } = await project.run(["package", "get-schema", plugin]);
  expect(withoutEmpty(JSON.parse(stdout))).toEqual(withoutEmpty(published));
});

let sdks: Promise<string> | undefined;

/** The folder of the SDK for a language, as a release makes it. Skips the test, with a word, where it cannot be made. */
async function sdkFor(language: string, context: TestContext): Promise<string> {
  const found = await findSdkGenerator(realHost(context.signal));
  if ("missing" in found) return context.skip(`the SDK was not made: ${found.missing}`);
  sdks ??= madeBy(found.file);
  return path.join(await sdks, language);
}

async function madeBy(generator: string): Promise<string> {
  const folder = path.join(project.directory, "sdks");
  const script = path.join(paths.root, "provider/build/sdks.mts");
  const said = await run(process.execPath, [script, folder, "--generator", generator]);
  expect(said).toMatch(/^\.NET: not made.*\nJava: not made/m);
  return folder;
}

test.for(["python", "go", "nodejs"])(
  "the SDK for %s has the package's licence and version, and says how a program gets it",
  async (language, context) => {
    const folder = await sdkFor(language, context);
    const read = (file: string) => readFile(path.join(folder, file), "utf8");
    expect(await read("LICENSE")).toBe(await readFile(path.join(paths.root, "LICENSE"), "utf8"));
    expect(await read("README.md")).toContain(
      `pulumi-workspace-gateway) ${published.version} for programs in`,
    );
    const sdk = sdkLanguages.find(({ name }) => name === language) ?? expect.unreachable();
    const manifest = JSON.parse(await readFile(path.join(paths.root, "provider/package.json"), "utf8"));
    expect(() => finishSdk(folder, sdk, { ...manifest, version: "9.9.9" }, "")).toThrow(
      "does not have the version 9.9.9",
    );
    expect(sdk.install).toContain(`./${language}`);
  },
);

test("the settings are left out for the one language where their class would have the name of a kind's", () => {
  expect(sdkLanguages.filter(({ withoutConfig }) => withoutConfig).map(({ name }) => name)).toEqual(["java"]);
});

test("the SDK for Node.js compiles, with the kinds and functions of the schema", async (context) => {
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
  });
});

test("the SDK for Python compiles", async (context) => {
  const python = await which("python3", process.env);
  if (python === undefined) return context.skip("there is no python3");
  const folder = await sdkFor("python", context);
  await run(python, ["-W", "error", "-m", "compileall", "-q", "."], { cwd: folder });
});

test("the SDK for Go compiles, and so do the examples in Go, in the form that gofmt gives them", async (context) => {
  const go = await which("go", process.env);
  if (go === undefined) return context.skip("there is no Go");
  const folder = await sdkFor("go", context);
  await writeExamples(path.join(folder, "examples"), "go", (code, number) =>
    code.replace("package main", "package examples").replace("func main()", `func Example${number}()`),
  );
  const env = { ...process.env, CGO_ENABLED: "0", GOWORK: "off", GOFLAGS: "-mod=mod" };
  // Of the modules, the ones that the CLI was built with: others may not be here.
  const required = ["pkg", "sdk"].map((part) => `github.com/pulumi/pulumi/${part}/v3@${cliVersion}`);
  await run(go, ["mod", "edit", ...required.map((module) => `-require=${module}`)], { cwd: folder, env });
  const { code, output } = await new RunningProcess(go, ["list", "-deps", "./..."], { cwd: folder, env })
    .done;
  if (code !== 0) return context.skip(`the modules of Pulumi's SDK for Go cannot be had: ${output}`);
  await run(go, ["build", "-trimpath", "-tags", "osusergo,grpcnotrace", "./..."], { cwd: folder, env });
  expect(await ok(new RunningProcess("gofmt", ["-l", "examples"], { cwd: folder, env }).done)).toBe("");
});

test("Java finds no fault in the examples but that the SDK is not there", async (context) => {
  const javac = await which("javac", process.env);
  if (javac === undefined) return context.skip("there is no javac");
  const folder = await writeExamples(path.join(project.directory, "java-examples"), "java", (code, number) =>
    code.replace("class App", `class App${number}`).replace("App::", `App${number}::`),
  );
  const files = await readdir(folder);
  const args = ["-proc:none", "-Xmaxerrs", "10000", "-d", folder, ...files];
  const { output } = await new RunningProcess(javac, args, { cwd: folder }).done;
  const errors = output.match(/error: .*/g) ?? [];
  expect(errors.length).toBeGreaterThan(files.length);
  expect(errors.filter((each) => !/package .* does not exist|cannot find symbol/.test(each))).toEqual([]);
});

/** Writes the examples of a language, each to a file of its own: all belong to one program. */
async function writeExamples(
  folder: string,
  language: "go" | "java",
  renamed: (code: string, number: number) => string,
): Promise<string> {
  await mkdir(folder);
  await Promise.all(
    examplesIn(language).map(({ code }, number) =>
      writeFile(path.join(folder, `App${number}.${language}`), `${renamed(code, number)}\n`),
    ),
  );
  return folder;
}

/** What the types have to allow. */
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
