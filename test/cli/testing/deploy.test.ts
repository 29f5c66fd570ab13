import path from "node:path";
import { inspect } from "node:util";
import { expect, test } from "vitest";
import { DeployError, deploy, secret } from "../../../cli/testing/index.js";
import { paths } from "../../harness/paths.ts";
import { programFile } from "./support/program-folder.ts";

const quickstart = path.join(paths.root, "examples/quickstart/index.ts");
const config = { openaiApiKey: secret("sk-canary-openai"), deepseekApiKey: secret("sk-canary-deepseek") };

test("the quickstart is deployed whole, and a second time as whole as the first", async () => {
  for (const name of ["prod", "dev"]) {
    const stack = await deploy(quickstart, { config, stack: name });
    expect(stack.route("support-assistant", "gpt-4o")).toMatchObject({
      is: "model",
      model: "openai/gpt-large",
      by: "older-gpt",
    });
    expect(stack.route("support-assistant", "claude")).toMatchObject({ is: "nowhere" });
    expect(
      Object.fromEntries(stack.resources("Model").map((each) => [each.logicalName, each.inputCost])),
    ).toEqual({
      large: 2,
      small: 0.4,
      reasoner: 0.28,
    });
    expect(stack.outputs).toMatchObject({ gatewayNames: { small: "openai/gpt-small" } });
    expect(stack.resources("Mapping")[0]?.urn).toContain(
      `urn:pulumi:${name}::workspace-gateway-quickstart::`,
    );
    expect(stack.gateway.rows("mappings")).toHaveLength(3);
  }
});

test("secrets are covered wherever nobody asks for them", async () => {
  const stack = await deploy(
    await programFile(`
const team = new gateway.Workspace("team", { name: "Support" });
const openai = new gateway.ModelProvider("openai", {
  workspaceId: team.id, name: "openai", baseUrl: "https://api.example/v1", priority: 1, compatibility: "OPENAI_SDK",
  apiKey: new pulumi.Config().requireSecret("key"),
});
export const key = openai.apiKey;
export const nested = { list: [openai.apiKey, "plain"] };
`),
    { config: { key: secret("sk-canary-covered") } },
  );
  const printed = inspect(stack, { depth: 20, getters: false }) + JSON.stringify(stack);
  expect(
    printed + JSON.stringify([stack.outputs, stack.account, stack.resources("ModelProvider")]),
  ).not.toContain("sk-canary");
  expect(stack.outputs).toEqual({ key: "[secret]", nested: { list: ["[secret]", "plain"] } });
  expect(stack.secretOutputs).toMatchObject({ key: "sk-canary-covered" });
  expect(stack.resources("ModelProvider", { secrets: true })[0]?.apiKey).toBe("sk-canary-covered");
});

test("inputs are refused in the words of a preview, all that is wrong with a resource at once", async () => {
  const faulty = deploy(
    await programFile(`
new gateway.Model("faulty", { workspaceId: "w", providerId: "p", name: "", displayName: "D", type: "text", inputCost: "2",
  outputCost: 1, contextWindow: 1.5 } as never);
`),
  );
  const error = await faulty.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(DeployError);
  expect(error).toMatchObject({
    errors: expect.arrayContaining([
      {
        message:
          "pulumi-nodejs:dynamic/workspace-gateway:Model resource 'faulty' has a problem: inputCost must be a number",
        resource: "faulty",
        type: "pulumi-nodejs:dynamic/workspace-gateway:Model",
      },
    ]),
  });
  expect(String(error)).toContain("contextWindow must be a whole number");
});

test("a program that throws, exits, never ends or forgets a promise is told so", async () => {
  const told = async (text: string, timeout = 60_000) =>
    deploy(await programFile(text), { timeout }).then(
      () => "done",
      (error: unknown) => String(error),
    );
  const [thrown, exited, endless, forgotten] = await Promise.all([
    told(`throw new Error("no such team");`),
    told("process.exit(7);"),
    told("setInterval(() => {}, 1000);", 3000),
    told(`new gateway.Workspace("team", { name: new Promise<string>(() => {}) });`),
  ]);
  expect(thrown).toContain("failed with an unhandled exception");
  expect(thrown).toContain("no such team");
  expect(exited).toContain("an unhandled error occurred: Program exited with non-zero exit code: 7");
  expect(endless).toContain("the program has not ended within 3 seconds");
  expect(forgotten).toMatch(/promise/i);
  expect([thrown, exited, forgotten]).not.toContain("done");
});

test("programs that are deployed at the same time do not see each other", async () => {
  const file = await programFile(`
const name = new pulumi.Config().require("name");
const team = new gateway.Workspace("team", { name });
export const all = team.id.apply(async () => (await gateway.getWorkspaces()).map((each) => each.name));
export const seen = [pulumi.getStack(), process.env.OWN, name];
`);
  const names = ["one", "two", "three"];
  const stacks = await Promise.all(
    names.map((name) => deploy(file, { config: { name }, stack: name, env: { OWN: name } })),
  );
  expect(stacks.map(({ outputs }) => outputs)).toEqual(
    names.map((name) => ({ all: [name], seen: [name, name, name] })),
  );
});

test("no error and no line shows a secret of the config, also inside of a structure", async () => {
  const file = await programFile(`
const { key } = new pulumi.Config().requireObject<{ key: string }>("app");
console.error("using " + key);
void pulumi.log.warn("about to use " + key);
throw new Error("bad key " + new pulumi.Config().require("own") + " beside " + key);
`);
  const config = { app: { key: secret("canary-inside") }, own: secret("canary-alone") };
  const failed: unknown = await deploy(file, { config }).catch((error: unknown) => error);
  expect(String(failed)).toContain("bad key [secret] beside [secret]");
  expect(JSON.stringify(failed)).toContain("about to use [secret]");
  expect(String(failed) + JSON.stringify(failed)).not.toContain("canary");
});

test("a program reaches nothing but this machine", async () => {
  const stack = await deploy(
    await programFile(`
const reached = (url: string) => fetch(url).then(() => "reached", (error) => String(error.cause?.message ?? error));
export const answers = Promise.all(["http://192.0.2.1/", "https://api.example.com/v1"].map(reached));
`),
  );
  expect(stack.outputs.answers).toEqual([
    expect.stringContaining("the program under test reaches for 192.0.2.1"),
    expect.stringContaining("the program under test reaches for api.example.com"),
  ]);
});

test("the settings of the shell lead nobody to a real gateway", async () => {
  process.env.WORKSPACE_GATEWAY_BASE_URL = "https://production.example/api/v1";
  process.env.WORKSPACE_GATEWAY_EU_ACCESS_TOKEN = "canary";
  try {
    const stack = await deploy(
      await programFile(`
new gateway.Workspace("team", { name: "Support" });
export const env = Object.keys(process.env).filter((name) => name.includes("_EU_"));
export const url = process.env.WORKSPACE_GATEWAY_BASE_URL;
`),
    );
    expect(stack.outputs).toEqual({ env: [], url: stack.gateway.baseUrl });
    expect(stack.gateway.rows("workspaces")).toHaveLength(1);
  } finally {
    delete process.env.WORKSPACE_GATEWAY_BASE_URL;
    delete process.env.WORKSPACE_GATEWAY_EU_ACCESS_TOKEN;
  }
});
