import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Gateway, startGateway } from "../../gateway/index.ts";
import type { PulumiProject } from "../../harness/engine.ts";
import { contents } from "../support/contents.ts";
import { example, settingsOf } from "../support/example.ts";
import { ok } from "../support/outcome.ts";

// The tests of this file are the stations of one stack's life, in this order.
let gateway: Gateway;
let project: PulumiProject;
beforeAll(async () => {
  gateway = await startGateway();
  project = await example("quickstart", {
    env: settingsOf(gateway),
    secrets: { openaiApiKey: "sk-made-up-openai", deepseekApiKey: "sk-made-up-deepseek" },
  });
});
afterAll(async () => {
  await project?.dispose();
  await gateway?.close();
});

test("is created whole, and then neither a preview nor a refresh has anything to say", async () => {
  await ok(project.up({ skipPreview: true }));
  const team = { workspaces: 1, members: 1 };
  expect(contents(gateway)).toEqual({ ...team, providers: 2, models: 3, prompts: 2, mappings: 3 });
  await ok(project.preview({ expectNoChanges: true }));
  await ok(project.refresh({ skipPreview: true, expectNoChanges: true }));
});

test("shows one update for one changed label, though a route and a stack output use the model's gateway name", async () => {
  const text = await readFile(path.join(project.directory, "index.ts"), "utf8");
  await project.write("index.ts", text.replace("GPT, large", "GPT, the large one"));
  expect(await ok(project.preview())).toMatch(/Resources:\n +~ 1 to update\n +11 unchanged\n/);
  await project.write("index.ts", text);
});

test("takes new keys, and then has nothing more to say", async () => {
  gateway.log.clear();
  await ok(
    project.run(["config", "set", "--stack", project.stack, "--secret", "openaiApiKey", "sk-rotated"]),
  );
  await ok(project.up({ skipPreview: true }));
  const writes = gateway.log.entries().filter(({ method }) => method !== "GET");
  expect(writes.map(({ body }) => body)).toEqual([{ workspace_id: expect.any(String), api_key: "***" }]);
  await ok(project.preview({ expectNoChanges: true }));
});

test("is destroyed whole", async () => {
  await ok(project.destroy({ skipPreview: true }));
  expect(contents(gateway)).toEqual({});
});
