import { afterAll, beforeAll, expect, test } from "vitest";
import { type Gateway, startGateway } from "../../gateway/index.ts";
import type { PulumiProject } from "../../harness/engine.ts";
import { contents } from "../support/contents.ts";
import { example, settingsOf } from "../support/example.ts";
import { fails, ok } from "../support/outcome.ts";

const team = { workspaces: 1, members: 1, providers: 1, models: 1, mappings: 1 };

// The tests of this file are the stations of one stack's life, in this order.
let eu: Gateway;
let us: Gateway;
let project: PulumiProject;
beforeAll(async () => {
  eu = await startGateway();
  us = await startGateway();
  for (const { seed } of [eu, us]) seed.samples();
  project = await example("multi-gateway", {
    env: { ...settingsOf(eu, "EU"), ...settingsOf(us, "US") },
    secrets: { euOpenaiApiKey: "sk-made-up-eu", usOpenaiApiKey: "sk-made-up-us" },
  });
});
afterAll(async () => {
  await project?.dispose();
  await eu?.close();
  await us?.close();
});

test("each gateway gets its own objects, and then neither a preview nor a refresh has anything to say", async () => {
  await ok(project.up({ skipPreview: true }));
  for (const gateway of [eu, us]) expect(contents(gateway)).toEqual(team);
  expect(eu.rows("providers")).toMatchObject([{ base_url: "https://eu.api.openai.com/v1" }]);
  expect(us.rows("providers")).toMatchObject([{ base_url: "https://us.api.openai.com/v1" }]);
  expect([cap(eu), cap(us)]).toEqual([2000, 6000]);
  await ok(project.preview({ expectNoChanges: true, refresh: true }));
});

test("a change for one gateway leaves the other alone", async () => {
  us.log.clear();
  eu.log.clear();
  await ok(
    project.run(["config", "set", "--stack", project.stack, "--secret", "euOpenaiApiKey", "sk-rotated"]),
  );
  await ok(project.up({ skipPreview: true }));
  expect(writes(eu)).toMatchObject([{ body: { api_key: "***" } }]);
  expect(writes(us)).toEqual([]);
});

test("each token is sent to its own gateway, which refuses the other's", async () => {
  // Tokens of one gateway mean nothing to another, so a single stray one would have been a 401.
  const answered = [eu, us].flatMap(({ log }) => log.entries());
  expect(answered.map(({ status }) => status)).not.toContain(401);
  const [ofEu, ofUs] = [eu.token(), us.token()];
  const env = { WORKSPACE_GATEWAY_EU_ACCESS_TOKEN: ofUs, WORKSPACE_GATEWAY_US_ACCESS_TOKEN: ofEu };
  for (const { log } of [eu, us]) log.clear();
  const said = await fails(project.refresh({ skipPreview: true, env }));
  for (const { log } of [eu, us]) {
    expect(log.entries().length).toBeGreaterThan(0);
    expect(new Set(log.entries().map(({ status }) => status))).toEqual(new Set([401]));
  }
  expect(said).not.toContain(ofEu);
  expect(said).not.toContain(ofUs);
});

test("both gateways are left empty, with the quotas that they had", async () => {
  await ok(project.destroy({ skipPreview: true }));
  for (const gateway of [eu, us]) {
    expect(contents(gateway)).toEqual({});
    expect(cap(gateway)).toBe(1000);
  }
});

function writes({ log }: Gateway) {
  return log.entries().filter(({ method }) => method !== "GET");
}

function cap(gateway: Gateway): unknown {
  return gateway.rows("quotas").find(({ name }) => name === "Requests per hour")?.max_requests;
}
