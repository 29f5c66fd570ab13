import { randomUUID } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { inspect } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { deploy, matchers, secret } from "../../../cli/testing/index.js";
import { startGateway } from "../../gateway/index.ts";
import { adapterProject } from "../../harness/adapter.ts";
import { paths } from "../../harness/paths.ts";
import { projectFiles } from "../../harness/project-files.ts";

const examples = path.join(paths.root, "examples");

/** The lines that most programs begin with. */
const usual = `
import * as pulumi from "@pulumi/pulumi";
import * as gateway from "pulumi-workspace-gateway";
`;

/** A program that is one file, in a folder of its own that finds the packages of the repository. Returns the file. */
async function programFile(text: string, files: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = path.join(paths.projects, `testing-${randomUUID()}`);
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  for (const [name, content] of Object.entries({ ...projectFiles("tested", usual + text), ...files })) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), content);
  }
  return path.join(folder, "index.ts");
}

test("a program deploys completely, both the first and the second time", async () => {
  const config = { openaiApiKey: secret("sk-1"), deepseekApiKey: secret("sk-2") };
  for (const name of ["prod", "dev"]) {
    const stack = await deploy(path.join(examples, "quickstart/index.ts"), { config, stack: name });
    const route = stack.route("support-assistant", "gpt-4o");
    expect(route).toMatchObject({ is: "model", model: "openai/gpt-large", by: "older-gpt" });
    expect(stack.route("support-assistant", "claude")).toMatchObject({ is: "nowhere" });
    const costs = stack.resources("Model").map((each) => [each.logicalName, each.inputCost]);
    expect(Object.fromEntries(costs)).toEqual({ large: 2, small: 0.4, reasoner: 0.28 });
    expect(stack.outputs).toMatchObject({ gatewayNames: { small: "openai/gpt-small" } });
    const [mapping] = stack.resources("Mapping");
    expect(mapping?.urn).toContain(`urn:pulumi:${name}::workspace-gateway-quickstart::`);
    expect(stack.gateway.rows("mappings")).toHaveLength(3);
  }
});

test("programs that are deployed at the same time are isolated from each other", async () => {
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
  const expected = names.map((name) => ({ all: [name], seen: [name, name, name] }));
  expect(stacks.map(({ outputs }) => outputs)).toEqual(expected);
});

test("components, options, reads, members and resources of other packages work", async () => {
  const file = await programFile(`
class Team extends pulumi.ComponentResource {
  readonly id: pulumi.Output<string>;
  constructor(name: string) {
    super("acme:index:Team", name);
    const room = new pulumi.ComponentResource("acme:index:Room", "room", {}, { parent: this });
    this.id = new gateway.Workspace(name, { name }, { parent: room, protect: true, ignoreChanges: ["name"] }).id;
    this.registerOutputs();
  }
}
class Password extends pulumi.CustomResource {
  declare readonly result: pulumi.Output<string>;
  constructor(name: string) { super("random:index:Password", name, { length: 4, result: undefined }); }
}
const workspaceId = new Team("support").id;
const last = new gateway.Workspace("last", { name: new Password("key").result }, { dependsOn: [new Password("other")] });
new gateway.Member("ada", { workspaceId, email: "ada@example.com", role: "MEMBER" });
export const found = gateway.Workspace.get("found", workspaceId, {}).name;
export const region = pulumi.runtime.invoke("aws:index/getRegion:getRegion", { kind: "here" });
`);
  const stack = await deploy(file, {
    joined: ["ada"],
    mocks: {
      newResource: ({ name, inputs }) => {
        return { state: { ...inputs, result: name.repeat(Number(inputs.length)) } };
      },
      call: ({ token, inputs }) => ({ name: `${inputs.kind} by ${token}` }),
    },
  });
  const type = "pulumi-nodejs:dynamic/workspace-gateway:Workspace";
  const named = stack.resources("Workspace").map(({ urn, name }) => [urn.split("tested::")[1], name]);
  expect(Object.fromEntries(named)).toEqual({
    [`acme:index:Team$acme:index:Room$${type}::support`]: "support",
    [`${type}::found`]: "support",
    [`${type}::last`]: "keykeykeykey",
  });
  expect(stack.resources("Member")).toMatchObject([{ email: "ada@example.com" }]);
  const region = { name: "here by aws:index/getRegion:getRegion" };
  expect(stack.outputs).toEqual({ found: "support", region });
});

test("secrets are masked unless the test asks for them", async () => {
  const file = await programFile(`
const workspaceId = new gateway.Workspace("team", { name: "Support" }).id;
const openai = new gateway.ModelProvider("openai", {
  workspaceId, name: "openai", baseUrl: "https://api.example/v1", priority: 1, compatibility: "OPENAI_SDK",
  apiKey: new pulumi.Config().requireSecret("key"),
});
export const link = new gateway.Invitation("ada", { workspaceId }).link;
export const key = openai.apiKey;
export const nested = { list: [openai.apiKey, "plain"] };
`);
  const stack = await deploy(file, { config: { key: secret("sk-canary-covered") } });
  const shown = [stack, stack.outputs, stack.resources("ModelProvider")];
  const printed = inspect(stack, { depth: 20, getters: false }) + JSON.stringify(shown);
  expect(printed).not.toContain("sk-canary");
  const nested = { list: ["[secret]", "plain"] };
  expect(stack.outputs).toEqual({ link: "[secret]", key: "[secret]", nested });
  const link = expect.stringContaining("http");
  expect(stack.secretOutputs).toMatchObject({ key: "sk-canary-covered", link });
  expect(stack.resources("ModelProvider", { secrets: true })[0]?.apiKey).toBe("sk-canary-covered");
});

test("errors and messages do not show secrets of the config, not even nested ones", async () => {
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

test.each([
  ["throws", `throw new Error("no such team");`, /failed with an unhandled exception.*no such team/s],
  [
    "exits",
    `console.log("bye"); process.exit(7);`,
    /^DeployError: error: the program exited with code 7\.\nbye$/,
  ],
  ["does not end", "setInterval(() => {}, 1000);", /did not exit within 6 seconds\. A timer.*`timeout`/],
  [
    "forgets a promise",
    `new gateway.Workspace("team", { name: new Promise<string>(() => {}) });`,
    /promise/i,
  ],
  [
    "has one name twice",
    `new gateway.Workspace("team", { name: "one" }); new gateway.Workspace("team", { name: "two" });`,
    /Duplicate resource URN 'urn:pulumi:test::tested::.*::team'; try giving it a unique name/,
  ],
  ["reads a missing object", `gateway.Workspace.get("found", "nobody", {});`, /\(found\): error: .*nobody/s],
  [
    "reads another stack",
    `new pulumi.StackReference("acme/platform/prod").requireOutput("key");`,
    /deploy\(\) cannot access other stacks.*"acme\/platform\/prod".*docs\/testing\.md/,
  ],
  [
    "asks a function of another package",
    `export const region = pulumi.runtime.invoke("aws:index/getRegion:getRegion", {});`,
    /aws:index\/getRegion:getRegion is a function from another package.*`mocks: \{ call \}`/,
  ],
  [
    "registers a transform",
    `pulumi.runtime.registerResourceTransform(() => undefined); new gateway.Workspace("team", { name: "one" });`,
    /the program uses transforms, which deploy\(\) does not support/,
  ],
  [
    "gives a resource a transform",
    `new gateway.Workspace("team", { name: "one" }, { transforms: [() => undefined] });`,
    /the program uses transforms/,
  ],
  [
    "gives a resource a hook",
    `new gateway.Workspace("team", { name: "one" }, { hooks: { afterCreate: [async () => {}] } });`,
    /the program uses hooks/,
  ],
  [
    "imports an object of another package",
    `new pulumi.CustomResource("aws:s3/bucket:Bucket", "files", {}, { import: "x" });`,
    /uses the option `import`/,
  ],
  [
    "imports without the plugin",
    `new gateway.Workspace("team", { name: "one" }, { import: "x" });`,
    /Workspace "team": the option `import` requires the native plugin/,
  ],
] as const)("a program that %s fails with one clear message", async (_what, text, message) => {
  const timeout = text.includes("setInterval") ? 6000 : 60_000;
  const failed = await deploy(await programFile(text), { timeout }).then(String, String);
  expect(failed).toMatch(message);
  expect(failed.match(/error: /g)).toHaveLength(1);
});

test("a program can connect only to this machine and does not get the shell's settings", async () => {
  process.env.WORKSPACE_GATEWAY_BASE_URL = "https://production.example/api/v1";
  process.env.WORKSPACE_GATEWAY_EU_ACCESS_TOKEN = "canary";
  try {
    const file = await programFile(`
const reached = (url: string) => fetch(url).then(() => "reached", (error) => String(error.cause?.message ?? error));
export const answers = Promise.all(["http://192.0.2.1/", "https://api.example.com/v1"].map(reached));
export const env = Object.keys(process.env).filter((name) => name.includes("_EU_"));
export const url = process.env.WORKSPACE_GATEWAY_BASE_URL;
`);
    const stack = await deploy(file);
    const refused = (host: string) =>
      expect.stringContaining(`the program under test connects to ${host}, but`);
    const answers = [refused("192.0.2.1"), refused("api.example.com")];
    expect(stack.outputs).toEqual({ answers, env: [], url: stack.gateway.baseUrl });
  } finally {
    delete process.env.WORKSPACE_GATEWAY_BASE_URL;
    delete process.env.WORKSPACE_GATEWAY_EU_ACCESS_TOKEN;
  }
});

test("the `config` option overrides the stack file, which overrides the project file", async () => {
  const file = await programFile(
    `
const config = new pulumi.Config();
export const seen = ["a", "b", "c"].map((key) => config.get(key));
export const list = config.requireObject("list");
export const hidden = config.getSecret("hidden");
`,
    {
      "Pulumi.yaml": `name: tested
runtime: { name: nodejs, options: { typescript: false } }
config: { 'tested:a': project, 'tested:b': project, 'tested:c': { type: string, default: project } }`,
      "Pulumi.prod.yaml":
        "config: { 'tested:b': stack, 'tested:list': [1, { two: 2 }], 'tested:hidden': { secure: AAA } }\n",
    },
  );
  const stack = await deploy(file, { stack: "prod", config: { c: "test" } });
  expect(stack.outputs).toEqual({ seen: ["project", "stack", "test"], list: [1, { two: 2 }] });
});

const [required, imported] = ['= require("pulumi-workspace-gateway")', 'from "pulumi-workspace-gateway"'];

test.each([
  ["CommonJS in JavaScript", "index.js", `const { Workspace } ${required};`, "exports.id ="],
  ["CommonJS in TypeScript", "index.ts", `import { Workspace } ${imported};`, "export const id: object ="],
  ["an ES module in JavaScript", "index.mjs", `import { Workspace } ${imported};`, "export const id ="],
])("a program can be %s", async (format, name, load, exported) => {
  const file = await programFile("", {
    "Pulumi.yaml": "name: tested\nruntime: nodejs\n",
    "package.json": JSON.stringify({ name: "tested", ...(format.startsWith("an") && { type: "module" }) }),
    [name]: `${load}\n${exported} new Workspace("team", { name: "Support" }).id;\n`,
  });
  const stack = await deploy(path.join(path.dirname(file), name));
  expect(stack.outputs.id).toBe(stack.gateway.rows("workspaces")[0]?.id);
});

test("resources and functions of the native plugin work, including with explicit providers", async () => {
  const { config, yaml } = adapterProject.native;
  const runtime = { name: "nodejs", options: { typescript: false } };
  const files = { "Pulumi.yaml": JSON.stringify({ name: "tested", runtime, ...yaml }) };
  const file = await programFile(
    `
const team = new gateway.Workspace("team", { name: "Support" });
new gateway.ModelProvider("openai", {
  workspaceId: team.id, name: "openai", baseUrl: "https://api.example/v1", priority: 1, compatibility: "OPENAI_SDK", apiKey: "sk-canary",
});
export const found = gateway.getWorkspaceOutput({ id: team.id }).name;
export const read = gateway.Workspace.get("read", team.id, {}).name;
const elsewhere = new gateway.Provider("eu", { baseUrl: "https://eu.example/api/v1", accessToken: "t" });
export const there = new gateway.Workspace("eu-team", { name: "EU" }, { provider: elsewhere }).id;
`,
    files,
  );
  const eu = await startGateway({ keepsAlive: false });
  const stack = await deploy(file, { config, connections: ["eu"], gateways: { eu } });
  expect(stack.outputs).toMatchObject({ found: "Support", read: "Support" });
  expect(stack.resources("ModelProvider")[0]?.apiKey).toBe("[secret]");
  expect(stack.gateway.rows("workspaces")).toMatchObject([{ name: "Support" }]);
  expect(eu.rows("workspaces")).toMatchObject([{ name: "EU", id: stack.outputs.there }]);
  const faulty = await programFile(`new gateway.Workspace("team", { name: "" });`, files);
  await expect(deploy(faulty, { config })).rejects.toThrow(/name must have at least 1 character/);
  await eu.close();
});

test("met expectations pass, and each unmet one is reported with its file and line", async () => {
  const config = { openaiApiKey: secret("sk-made-up") };
  const stack = await deploy(path.join(examples, "tested"), { config, stack: "prod" });
  const file = path.join(examples, "tested/gateway-routes.yaml");
  await stack.meets(file);
  expect(await matchers.toMeet(stack, file)).toMatchObject({ pass: true });
  const wrong = "    routes: { default: { model: openai/gpt-4.1 } }\n    budget: { atMost: 100 }\n";
  const other = await programFile("", { "routes.yaml": `workspaces:\n  Support*:\n${wrong}` });
  const routes = other.replace("index.ts", "routes.yaml");
  await expect(stack.meets(routes)).rejects.toThrow(
    /routes\.yaml:3:\d+: Support assistant: routes default.*gpt-4\.1.*gpt-small/,
  );
  const { pass, message } = await matchers.toMeet(stack, routes);
  expect(pass).toBe(false);
  expect(message().split("\n")).toEqual([expect.stringContaining(":3:"), expect.stringContaining(":4:")]);
  await expect(matchers.toMeet("stack", routes)).rejects.toThrow("Await it first");
  expect(() => stack.route("nobody", "default")).toThrow(
    /no workspace has the name or id `nobody`.*`Support assistant`/,
  );
});
