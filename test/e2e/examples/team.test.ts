import { afterAll, beforeAll, expect, test } from "vitest";
import { type Site, startSite } from "../../contract/support/site.ts";
import { type Gateway, startGateway } from "../../gateway/index.ts";
import type { PulumiProject } from "../../harness/engine.ts";
import { contents } from "../support/contents.ts";
import { example, settingsOf } from "../support/example.ts";
import { ok } from "../support/outcome.ts";

// The tests of this file are the stations of one stack's life, in this order.
let gateway: Gateway;
let site: Site;
let project: PulumiProject;
beforeAll(async () => {
  gateway = await startGateway();
  gateway.seed.samples();
  site = await startSite();
  project = await open("prod");
  await set("teams[0].handbook", `${site.origin}/docs`);
});
afterAll(async () => {
  await project?.dispose();
  await site?.close();
  await gateway?.close();
});

test("is created whole, and then neither a preview nor a refresh has anything to say", async () => {
  await ok(project.up({ skipPreview: true }));
  const two = { workspaces: 2, members: 2, configs: 2 };
  const four = { providers: 4, models: 4, prompts: 4, mappings: 4 };
  expect(contents(gateway)).toEqual({ ...two, ...four, indexes: 1 });
  expect(caps()).toContainEqual(["Requests per hour", 5000]);
  await ok(project.preview({ expectNoChanges: true, refresh: true }));
});

test("gives a person a role once the link was followed", async () => {
  const ada = gateway.seed.user("ada");
  const headers = { Authorization: `Bearer ${gateway.token({ user: ada.id })}` };
  const answer = await fetch(await linkFor(ada.email), { method: "POST", headers });
  expect(answer.status).toBe(200);
  await set("teams[0].people[0].joined", "true");
  await ok(project.up({ skipPreview: true }));
  expect(gateway.rows("members")).toContainEqual(expect.objectContaining({ user_id: ada.id, role: "ADMIN" }));
});

test("changes a prompt in every workspace when its file changes, and nothing else", async () => {
  gateway.log.clear();
  await project.write("prompts/house-rules.md", "Be polite.\n");
  await ok(project.up({ skipPreview: true }));
  const writes = gateway.log.entries().filter(({ method }) => method !== "GET");
  const change = { workspace_id: expect.any(String), content: "Be polite.\n" };
  expect(writes.map(({ body }) => body)).toEqual([change, change]);
});

test("makes a new key for every team when the release changes", async () => {
  gateway.log.clear();
  await set("keyRelease", "2026-12");
  await ok(project.up({ skipPreview: true }));
  const writes = gateway.log.entries().filter(({ method }) => method !== "GET");
  const calls = writes.map(({ method, path }) => `${method} ${path.split("/").at(-1)}`);
  expect(calls).toEqual(["POST gate-token", "POST gate-token"]);
});

test("is destroyed whole, and the account's quotas are what they were", async () => {
  await ok(project.destroy({ skipPreview: true }));
  expect(contents(gateway)).toEqual({});
  expect(caps()).toContainEqual(["Requests per hour", 1000]);
});

test("has a stack for development that needs no site", async () => {
  const dev = await open("dev");
  try {
    await ok(dev.up({ skipPreview: true }));
    expect(contents(gateway)).toMatchObject({ workspaces: 1, prompts: 2 });
    expect(caps()).toContainEqual(["Requests per hour", 200]);
    await ok(dev.destroy({ skipPreview: true }));
    expect(contents(gateway)).toEqual({});
  } finally {
    await dev.dispose();
  }
});

function open(stack: string): Promise<PulumiProject> {
  const secrets = { openaiApiKey: "sk-made-up-openai", deepseekApiKey: "sk-made-up-deepseek" };
  return example("team", { stack, env: settingsOf(gateway), secrets });
}

async function set(key: string, value: string): Promise<void> {
  await ok(project.run(["config", "set", "--stack", project.stack, "--path", key, value]));
}

function caps(): unknown[][] {
  return gateway.rows("quotas").map(({ name, max_requests }) => [name, max_requests]);
}

async function linkFor(email: string): Promise<string> {
  const output = ["stack", "output", "declared", "--stack", project.stack, "--json", "--show-secrets"];
  const declared: { support: { links: { email: string; link: string }[] } } = JSON.parse(
    (await project.run(output)).stdout,
  );
  const invited = declared.support.links.find((each) => each.email === email);
  if (invited === undefined) throw new Error(`there is no link for ${email}`);
  return invited.link;
}
