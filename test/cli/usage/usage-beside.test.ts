import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { exportOf } from "../drift/support/lab.ts";
import { inputs, type PreviewStep, previewOf, same, updated } from "../review/facts/support/preview.ts";
import { openDesk } from "../support/desk.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/**
 * A gateway on which a stack has a workspace alone. Twelve requests went to the model `big`, to which two mappings lead, five to
 * `small`, to which one does; `idle` got none. What is expected of the routes is otherwise.
 */
async function called() {
  const { gateway, clicks, stack, run } = await openDesk();
  const folder = await temporaryFolder();
  await stack.up("team", "Workspace", { name: "Team" });
  const team = { id: stack.resource("team").id, gateway_name: "" };
  const file = path.join(folder, "prod.json");
  await writeFile(file, exportOf(stack));
  const provider = await clicks.provider(team, "openai");
  const big = await clicks.model(team, provider, "big");
  const small = await clicks.model(team, provider, "small");
  const idle = await clicks.model(team, provider, "idle");
  await clicks.mapping(team, "default", big.gateway_name, { priority: 1 });
  await clicks.mapping(team, "best", big.gateway_name, { priority: 2 });
  await clicks.mapping(team, "cheap", small.gateway_name, { priority: 3 });
  await clicks.mapping(team, "none", idle.gateway_name, { priority: 4, enabled: false });
  const rows = { provider_id: provider.id };
  gateway.seed.metrics(12, { ...rows, model_id: big.id, key_id: "key-canary", cost: 0.5 });
  gateway.seed.metrics(5, { ...rows, model_id: small.id, key_id: "key-other", cost: 0.25 });
  const routes = path.join(folder, "routes.yaml");
  const expected = "{ default: { model: nothing }, cheap: { model: nothing }, best: { model: nothing } }";
  await writeFile(routes, `workspaces:\n  Team:\n    routes: ${expected}\n`);
  return { run, gateway, file, routes, folder, clicks, big, small, team };
}

const usage = ["--usage", "7d"];

test("check reports how many requests each unmet expectation affects", async () => {
  const { run, routes, folder } = await called();
  const report = path.join(folder, "check.xml");
  const { code, stdout } = await run("check", "--live", "--routes", routes, ...usage, "--junit", report);
  expect(code).toBe(3);
  expect(stdout).toMatch(/cheap.*; 5 requests from 1 key, the last one \d+ (minutes?|hours?) ago/);
  expect(stdout).toMatch(/default.*; at most 12 requests from 1 key/);
  expect(await readFile(report, "utf8")).toContain("; at most 12 requests from 1 key");
  const told = await run("check", "--live", "--routes", routes, ...usage, "--json");
  const results: { use?: { requests: number } }[] = JSON.parse(told.stdout).results;
  expect(results.map(({ use }) => use?.requests).toSorted()).toEqual([12, 12, 5]);
});

test("check of a plan counts the requests of the mapping's current model, not its future one", async () => {
  const { run, routes, folder, clicks, team, big, small } = await called();
  const preview = path.join(folder, "preview.json");
  const mapping = await clicks.mapping(team, "moved", small.gateway_name, { priority: 9 });
  const route = { ...inputs.Mapping, workspaceId: team.id, sourceName: "moved" };
  const to = ({ gateway_name: targetModel }: typeof big) => ({ ...route, targetModel });
  const withId = (step: PreviewStep, id: string) => ({
    ...step,
    oldState: { inputs: {}, ...step.oldState, id },
  });
  const steps = [
    withId(same("Workspace", "team", { name: "Team" }), team.id),
    withId(updated("Mapping", "moved", to(small), to(big)), mapping.id),
  ];
  await writeFile(preview, previewOf(...steps));
  await writeFile(routes, "workspaces:\n  Team:\n    routes: { moved: { model: nothing } }\n");
  const { stdout } = await run("check", preview, "--routes", routes, ...usage);
  expect(stdout).toMatch(/moved.*; at most 5 requests from 1 key/);
});

test("drift reports which unmanaged objects are in use and omits those without requests", async () => {
  const { run, file, folder } = await called();
  const markdown = path.join(folder, "drift.md");
  const { code, stdout } = await run("drift", file, ...usage, "--markdown", markdown);
  expect(code).toBe(32);
  const [, used = ""] = stdout.split("\nUsed in the last 7 days\n");
  expect(used).toMatch(/model provider openai, unmanaged: 17 requests from 2 keys, the last one/);
  expect(used).toMatch(/mapping default, unmanaged: at most 12 requests from 1 key/);
  expect(used).not.toMatch(/idle|none/);
  expect(await readFile(markdown, "utf8")).toContain("### Used in the last 7 days");
});

test("output shows no key or user by default, and --show-keys adds only the keys", async () => {
  const { run, file, routes, gateway } = await called();
  const user = String(gateway.rows("metrics")[0]?.user_id);
  for (const args of [
    ["check", "--live", "--routes", routes, "--json"],
    ["drift", file, "--json"],
  ]) {
    const plain = await run(...args, ...usage);
    expect(plain.stdout + plain.stderr).not.toMatch(/key-canary|key-other/);
    const named = await run(...args, ...usage, "--show-keys");
    expect(plain.stdout + named.stdout).not.toContain(user);
    expect(named.stdout).toContain("key-canary");
  }
});
