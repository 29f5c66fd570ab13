import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { readableKinds } from "../../../contract/support/samples.ts";
import { RunningProcess } from "../../../harness/process.ts";
import { openPerson, type Person, program } from "../support/person.ts";

/** A person who has signed in, with a workspace that has a provider and a prompt. */
async function team() {
  const person = await openPerson();
  await person.gateway.console("POST", "/workspaces", { name: "Team" });
  const id = (collection: "workspaces" | "providers" | "prompts") =>
    String(person.gateway.rows(collection)[0]?.id);
  const workspace_id = id("workspaces");
  const upstream = { base_url: "https://upstream.example/v1", priority: 1, compatibility: "OPENAI_SDK" };
  const provider = { workspace_id, ...upstream, name: "openai", api_key: "sk-canary-import" };
  await person.gateway.console("POST", "/providers", provider);
  await person.gateway.console("POST", "/prompts", { workspace_id, name: "tone", content: "Be brief." });
  person.gateway.log.clear();
  const env = { WORKSPACE_GATEWAY_ACCESS_TOKEN: person.gateway.token() };
  const run = (...args: string[]) => person.run(["import-file", ...args], env);
  return {
    ...person,
    run,
    runWith: person.run,
    workspaceId: workspace_id,
    provider: id("providers"),
    prompt: id("prompts"),
  };
}

function writes({ gateway }: Pick<Person, "gateway">): unknown[] {
  return gateway.log.entries().filter(({ method }) => method !== "GET");
}

test("the file is all that goes to standard output, and what to do next is told besides", async () => {
  const person = await team();
  const { run, workspaceId, prompt } = person;
  const { code, stdout, stderr } = await run(
    "Prompt",
    "tone",
    ...["--id", prompt, "--workspace-id", workspaceId],
  );
  expect(code).toBe(0);
  const loader = `exports.handler=()=>require("pulumi-workspace-gateway/runtime").provider("Prompt")`;
  const inputs = { workspaceId, name: "tone", content: "Be brief.", __provider: loader };
  expect(JSON.parse(stdout)).toEqual({
    resources: [
      {
        type: "pulumi-nodejs:dynamic/workspace-gateway:Prompt",
        name: "tone",
        id: prompt,
        inputs: expect.objectContaining(inputs),
        outputs: expect.objectContaining({
          ...inputs,
          createdAt: expect.any(String),
          __account: expect.any(String),
        }),
      },
    ],
  });
  expect(stderr).toContain(
    "\n  pulumi import --file import.json --generate-code=false --protect=false --yes\n",
  );
  expect(stderr).toContain(
    `new gateway.Prompt("tone", {\n  workspaceId: "${workspaceId}",\n  name: "tone",\n  content: "Be brief.",\n`,
  );
  expect(writes(person)).toEqual([]);
});

test("in a project that names the plugin, the entry is of the plugin's type", async () => {
  const { gateway, home, env, workspaceId } = await team();
  const entry = `plugins: { providers: [{ name: workspace-gateway, path: plugin }] }`;
  await writeFile(path.join(home, "Pulumi.yaml"), `{ name: shop, runtime: nodejs, ${entry} }`);
  await mkdir(path.join(home, "app"));
  const { stdout } = await new RunningProcess(
    process.execPath,
    [program, "import-file", "Workspace", "team", "--id", workspaceId],
    {
      cwd: path.join(home, "app"),
      env: { ...env, WORKSPACE_GATEWAY_ACCESS_TOKEN: gateway.token() },
    },
  ).done;
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
  const { run, workspaceId, gateway } = await team();
  await gateway.console("POST", "/indexes", { workspace_id: workspaceId, url: `${gateway.origin}/` });
  const [index] = gateway.rows("indexes");
  const place = ["--id", String(index?.id), "--workspace-id", workspaceId];
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
  [
    ["Provider", "openai", "--id", "p"],
    `no kind "Provider". The kinds that can be imported are ${readableKinds.map(({ name }) => name).join(", ")}`,
  ],
  [
    ["Invitation", "ada", "--id", "i", "--workspace-id", "w"],
    "Invitation cannot be imported: the gateway does not show one again",
  ],
  [
    ["GatewayKey", "key", "--id", "k", "--workspace-id", "w"],
    "GatewayKey cannot be imported: the gateway does not show one again",
  ],
  [["Prompt", "tone", "--id", "p"], "Prompt belongs to a workspace: give --workspace-id"],
  [["Quota", "burst", "--id", "q", "--workspace-id", "w"], "Quota does not belong to a workspace"],
  [["Budget", "cap", "--id", "b", "--workspace-id", "w"], "Budget has the id of its workspace"],
  [["Prompt", "tone"], "--id"],
  [["Prompt", "--id", "p"], "missing required argument 'name'"],
])("%j makes no sense, so nothing is asked", async (args, reason) => {
  const { run, gateway } = await team();
  const { code, stdout, stderr } = await run(...args);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(reason);
  expect(gateway.log.entries()).toEqual([]);
});

test.each([
  ["Prompt", ["--workspace-id", "%w"], "there is no Prompt with the id nothing in the workspace %w"],
  [
    "Prompt",
    ["--workspace-id", "nowhere"],
    "there is no Prompt with the id nothing in the workspace nowhere",
  ],
  ["Member", ["--workspace-id", "%w"], "there is no Member with the id nothing in the workspace %w"],
  ["Budget", [], "there is no Budget with the id nothing in the workspace nothing"],
  ["Workspace", [], "there is no Workspace with the id nothing"],
])("what is not there is told so, and no file is written: %s %j", async (kind, args, said) => {
  const { run, workspaceId, home } = await team();
  const place = args.map((arg) => arg.replace("%w", workspaceId));
  const out = path.join(home, "it.json");
  const { code, stdout, stderr } = await run(kind, "it", "--id", "nothing", ...place, "--out", out);
  expect([code, stdout, stderr]).toEqual([1, "", `workspace-gateway: ${said.replace("%w", workspaceId)}\n`]);
  expect(await readdir(home)).not.toContain("it.json");
});

test("the owner of a workspace is not imported", async () => {
  const { run, workspaceId, gateway } = await team();
  const [owner] = gateway.rows("members");
  const { code, stderr } = await run(
    "Member",
    "me",
    ...["--id", String(owner?.id), "--workspace-id", workspaceId],
  );
  expect([code, stderr]).toEqual([1, expect.stringContaining("owner cannot be changed")]);
});
