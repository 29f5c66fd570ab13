import { expect, test } from "vitest";
import { deploy, secret } from "../../../cli/testing/index.js";
import { startGateway } from "../../gateway/index.ts";
import { adapterProject } from "../../harness/adapter.ts";
import { programFile } from "./support/program-folder.ts";

// What the engine does with a program, one thing each: the real engine is asked in test/e2e/testing.test.ts.

test("transforms of a resource, of its parents and of the stack run in this order", async () => {
  const stack = await deploy(
    await programFile(`
const add = (sign: string) => ({ type, props, opts }: pulumi.ResourceTransformArgs) =>
  type.endsWith(":Workspace") ? { props: { ...props, name: props.name + sign }, opts } : undefined;
pulumi.runtime.registerResourceTransform(add("3"));
const parent = new pulumi.ComponentResource("acme:Team", "team", {}, { transforms: [add("2")] });
new gateway.Workspace("inside", { name: "n" }, { parent, transforms: [add("1")] });
new gateway.Workspace("outside", { name: "m" });
`),
  );
  expect(
    stack
      .resources("Workspace")
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(["m3", "n123"]);
});

test("hooks run around a create, and one that fails before it stops it", async () => {
  const text = (before: string) => `
const seen: string[] = [];
const team = new gateway.Workspace("team", { name: "Support" }, { hooks: {
  beforeCreate: [async ({ name }) => { ${before} seen.push("before " + name); }],
  afterCreate: [async ({ newOutputs }) => { seen.push("after " + newOutputs?.name); }],
} });
export const order = team.id.apply(() => seen);
`;
  const stack = await deploy(await programFile(text("")));
  expect(stack.outputs.order).toEqual(["before team", "after Support"]);
  const failing = deploy(await programFile(text(`throw new Error("not today");`)));
  await expect(failing).rejects.toThrow(/before hook .* failed: not today/);
});

test("X.get reads, and fails for an object that is not there", async () => {
  const text = (id: string) => `
const team = new gateway.Workspace("team", { name: "Support" });
export const found = gateway.Workspace.get("found", ${id}, {}).name;
`;
  const stack = await deploy(await programFile(text("team.id")));
  expect(stack.outputs.found).toBe("Support");
  await expect(deploy(await programFile(text(`"nobody"`)))).rejects.toThrow(/found\): error: .*nobody/s);
});

test("references to other stacks show what the test says, secrets as secrets", async () => {
  const file = await programFile(`
const other = new pulumi.StackReference("acme/platform/prod");
export const plain = other.requireOutput("workspace");
export const key = other.requireOutput("key");
`);
  const stackReferences = { "acme/platform/prod": { workspace: "w-1", key: secret("sk-canary-other") } };
  const stack = await deploy(file, { stackReferences });
  expect(stack.outputs).toEqual({ plain: "w-1", key: "[secret]" });
  await expect(deploy(file)).rejects.toThrow(/unknown stack "acme\/platform\/prod".*stackReferences/s);
});

test("resources and functions of other packages are what the mocks say, and name the option without", async () => {
  const file = await programFile(`
class Password extends pulumi.CustomResource {
  declare readonly result: pulumi.Output<string>;
  constructor(name: string, args: pulumi.Inputs) { super("random:index:Password", name, { ...args, result: undefined }); }
}
const password = new Password("key", { length: 12 });
const region = pulumi.runtime.invoke("aws:index/getRegion:getRegion", { kind: "here" });
new gateway.Workspace("team", { name: password.result });
export const id = password.id;
export const where = region.then(({ name }: { name: string }) => name);
`);
  const stack = await deploy(file, {
    mocks: {
      newResource: ({ name, inputs }) => ({
        id: `${name}-1`,
        state: { ...inputs, result: "p".repeat(Number(inputs.length)) },
      }),
      call: ({ token, inputs }) => ({ name: `${inputs.kind} by ${token}` }),
    },
  });
  expect(stack.resources("Workspace")[0]?.name).toBe("pppppppppppp");
  expect(stack.outputs).toEqual({ id: "key-1", where: "here by aws:index/getRegion:getRegion" });
  await expect(deploy(file)).rejects.toThrow(/mocks: \{ (?:newResource|call) \}/);
});

test("one URN twice, and a parent that is not there, are refused as the engine refuses them", async () => {
  const twice = deploy(
    await programFile(`
new gateway.Workspace("team", { name: "one" });
new gateway.Workspace("team", { name: "two" });
`),
  );
  await expect(twice).rejects.toThrow(
    /Duplicate resource URN 'urn:pulumi:test::tested::.*::team'; try giving it a unique name/,
  );
});

test("the config is that of the project's files, that of the stack's file, and that of the test, in this order", async () => {
  const file = await programFile(
    `
const config = new pulumi.Config();
export const seen = ["a", "b", "c"].map((key) => config.get(key));
export const list = config.requireObject("list");
export const hidden = config.getSecret("hidden");
`,
    {
      "Pulumi.yaml": [
        "name: tested",
        "runtime: { name: nodejs, options: { typescript: false } }",
        "config: { 'tested:a': project, 'tested:b': project, 'tested:c': { type: string, default: project } }",
      ].join("\n"),
      "Pulumi.prod.yaml":
        "config: { 'tested:b': stack, 'tested:list': [1, { two: 2 }], 'tested:hidden': { secure: AAA } }\n",
    },
  );
  const stack = await deploy(file, { stack: "prod", config: { c: "test" } });
  expect(stack.outputs).toEqual({ seen: ["project", "stack", "test"], list: [1, { two: 2 }] });
});

test("resources and functions of the native plugin are answered by the plugin's own replies, explicit providers too", async () => {
  const { config, yaml } = adapterProject.native;
  const file = await programFile(
    `
const team = new gateway.Workspace("team", { name: "Support" });
new gateway.ModelProvider("openai", {
  workspaceId: team.id, name: "openai", baseUrl: "https://api.example/v1", priority: 1, compatibility: "OPENAI_SDK", apiKey: "sk-canary",
});
export const found = gateway.getWorkspaceOutput({ id: team.id }).name;
const elsewhere = new gateway.Provider("eu", { baseUrl: "https://eu.example/api/v1", accessToken: "t" });
export const there = new gateway.Workspace("eu-team", { name: "EU" }, { provider: elsewhere }).id;
`,
    {
      "Pulumi.yaml": JSON.stringify({
        name: "tested",
        runtime: { name: "nodejs", options: { typescript: false } },
        ...yaml,
      }),
    },
  );
  const eu = await startGateway({ keepsAlive: false });
  const stack = await deploy(file, { config, connections: ["eu"], gateways: { eu } });
  expect(stack.outputs).toMatchObject({ found: "Support" });
  expect(stack.resources("ModelProvider")[0]?.apiKey).toBe("[secret]");
  expect(stack.gateway.rows("workspaces")).toMatchObject([{ name: "Support" }]);
  expect(eu.rows("workspaces")).toMatchObject([{ name: "EU", id: stack.outputs.there }]);
  const faulty = programFile(`new gateway.Workspace("team", { name: "" });`, {
    "Pulumi.yaml": JSON.stringify({
      name: "tested",
      runtime: { name: "nodejs", options: { typescript: false } },
      ...yaml,
    }),
  });
  await expect(deploy(await faulty, { config })).rejects.toThrow(/name must have at least 1 character/);
  await eu.close();
});
