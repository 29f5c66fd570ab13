import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { openPerson, type Person } from "../support/person.ts";

/** A person who has signed in, with a workspace that has a provider and a prompt. */
async function team() {
  const person = await openPerson();
  const workspace = await person.clicks.workspace("Team");
  const provider = await person.clicks.provider(workspace, "openai", { api_key: "sk-canary-import" });
  const prompt = await person.clicks.prompt(workspace, "tone", "Be brief.");
  person.gateway.log.clear();
  const env = { WORKSPACE_GATEWAY_ACCESS_TOKEN: person.gateway.token() };
  const run = (...args: string[]) => person.run(["import-file", ...args], env);
  const ids = { workspaceId: workspace.id, provider: provider.id, prompt: prompt.id };
  return { ...person, run, runWith: person.run, workspace, ...ids };
}

function writes({ gateway }: Pick<Person, "gateway">): unknown[] {
  return gateway.log.entries().filter(({ method }) => method !== "GET");
}

test("the file is all that goes to standard output, and what to do next is told besides", async () => {
  const person = await team();
  const { run, workspaceId, prompt } = person;
  const place = ["--id", prompt, "--workspace-id", workspaceId];
  const { code, stdout, stderr } = await run("Prompt", "tone", ...place);
  expect(code).toBe(0);
  const loader = `exports.handler=()=>require("pulumi-workspace-gateway/runtime").provider("Prompt")`;
  const inputs = { workspaceId, name: "tone", content: "Be brief.", __provider: loader };
  const stamps = { createdAt: expect.any(String), __account: expect.any(String) };
  const entry = {
    type: "pulumi-nodejs:dynamic/workspace-gateway:Prompt",
    name: "tone",
    id: prompt,
    inputs: expect.objectContaining(inputs),
    outputs: expect.objectContaining({ ...inputs, ...stamps }),
  };
  expect(JSON.parse(stdout)).toEqual({ resources: [entry] });
  expect(stderr).toContain(
    "\n  pulumi import --file import.json --generate-code=false --protect=false --yes\n",
  );
  expect(stderr).toContain(
    `new gateway.Prompt("tone", {\n  workspaceId: "${workspaceId}",\n  name: "tone",\n  content: "Be brief.",\n`,
  );
  expect(writes(person)).toEqual([]);
});

test("in a project that names the plugin, the entry is of the plugin's type", async () => {
  const { gateway, home, spawn, workspaceId } = await team();
  const entry = `plugins: { providers: [{ name: workspace-gateway, path: plugin }] }`;
  await writeFile(path.join(home, "Pulumi.yaml"), `{ name: shop, runtime: nodejs, ${entry} }`);
  const cwd = path.join(home, "app");
  await mkdir(cwd);
  const args = ["import-file", "Workspace", "team", "--id", workspaceId];
  const { stdout } = await spawn(args, { WORKSPACE_GATEWAY_ACCESS_TOKEN: gateway.token() }, cwd).done;
  expect(JSON.parse(stdout).resources).toEqual([
    expect.objectContaining({ type: "workspace-gateway:index:Workspace", id: workspaceId }),
  ]);
});

test("a file that is named is written, and nothing goes to standard output", async () => {
  const { run, workspaceId, home } = await team();
  const out = path.join(home, "the team's.json");
  const { code, stdout, stderr } = await run("Workspace", "team", "--id", workspaceId, "--out", out);
  expect([code, stdout]).toEqual([0, ""]);
  expect(JSON.parse(await readFile(out, "utf8")).resources).toMatchObject([
    { name: "team", id: workspaceId },
  ]);
  expect(stderr).toContain(`pulumi import --file '${home}/the team'\\''s.json' --generate-code=false`);
});

test("a secret that the gateway has is in nothing that is said, and what becomes of it is told", async () => {
  const { run, workspaceId, provider } = await team();
  const place = ["--id", provider, "--workspace-id", workspaceId];
  const { code, stdout, stderr } = await run("ModelProvider", "openai", ...place);
  expect(code).toBe(0);
  expect(stdout + stderr).not.toContain("sk-canary");
  expect(stdout).not.toContain("apiKey");
  expect(stderr).toMatch(/^apiKey cannot be read.* shows it as a change, and the next `pulumi up` sends it/m);
});

test("what cannot be read and would replace the object is told so", async () => {
  const { run, clicks, workspace, gateway } = await team();
  const index = await clicks.index(workspace, `${gateway.origin}/`);
  const place = ["--id", index.id, "--workspace-id", workspace.id];
  const { stderr } = await run("Index", "docs", ...place);
  expect(stderr).toMatch(/^maxPages cannot be read.* replaces the Index: leave it out\.$/m);
});

test("the budget of a workspace has its id", async () => {
  const { run, workspaceId } = await team();
  const { code, stdout } = await run("Budget", "cap", "--id", workspaceId);
  expect(code).toBe(0);
  expect(JSON.parse(stdout).resources).toMatchObject([{ id: workspaceId, inputs: { workspaceId } }]);
});

test("a connection is part of the declaration", async () => {
  const { gateway, workspaceId, runWith } = await team();
  const env = {
    WORKSPACE_GATEWAY_EU_BASE_URL: gateway.baseUrl,
    WORKSPACE_GATEWAY_EU_ACCESS_TOKEN: gateway.token(),
  };
  const args = ["import-file", "Workspace", "team", "--id", workspaceId, "--connection", "eu"];
  const { stdout, stderr } = await runWith(args, env);
  expect(JSON.parse(stdout).resources).toMatchObject([
    { inputs: { connection: "eu" }, outputs: { connection: "eu" } },
  ]);
  expect(stderr).toContain(`connection: "eu",`);
});

test.each([
  ["Prompt", ["--workspace-id", "%w"], " in the workspace %w"],
  ["Prompt", ["--workspace-id", "nowhere"], " in the workspace nowhere"],
  ["Member", ["--workspace-id", "%w"], " in the workspace %w"],
  ["Budget", [], " in the workspace nothing"],
  ["Workspace", [], ""],
])("what is not there is told so, and no file is written: %s %j", async (kind, args, where) => {
  const { run, workspaceId, home } = await team();
  const place = args.map((arg) => arg.replace("%w", workspaceId));
  const out = path.join(home, "it.json");
  const { code, stdout, stderr } = await run(kind, "it", "--id", "nothing", ...place, "--out", out);
  const said = `there is no ${kind} with the id nothing${where.replace("%w", workspaceId)}`;
  expect([code, stdout, stderr]).toEqual([1, "", `workspace-gateway: ${said}\n`]);
  expect(await readdir(home)).not.toContain("it.json");
});

test("the owner of a workspace is not imported", async () => {
  const { run, workspaceId, gateway } = await team();
  const [owner] = gateway.rows("members");
  const place = ["--id", String(owner?.id), "--workspace-id", workspaceId];
  const { code, stderr } = await run("Member", "me", ...place);
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining("API assigns the roles ADMIN and MEMBER alone"),
  ]);
});
