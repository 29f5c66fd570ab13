import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { runCommandLine } from "../../../cli/command-line.js";
import { Stack } from "../../contract/support/stack.ts";
import { scopes } from "../../gateway/resources/scopes.ts";
import { exportOf } from "../drift/support/lab.ts";
import { inputs, previewOf, same, updated } from "../review/facts/support/preview.ts";
import { openDesk } from "../support/desk.ts";
import { heardTerminal } from "../support/heard-terminal.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/**
 * A gateway on which a stack has a workspace alone. Twelve requests went to the model `big`, to which two mappings lead, five to
 * `small`, to which one does; `idle` got none. What is expected of the routes is otherwise.
 */
async function called() {
  const { gateway, clicks, settings, terminal } = await openDesk();
  const folder = await temporaryFolder();
  const stack = new Stack({
    WORKSPACE_GATEWAY_BASE_URL: gateway.baseUrl,
    WORKSPACE_GATEWAY_ACCESS_TOKEN: gateway.token(),
  });
  await stack.up("team", "Workspace", { name: "Team" });
  const team = { id: stack.resource("team").id, gateway_name: "" };
  const file = path.join(folder, "prod.json");
  await writeFile(file, exportOf(stack));
  const provider = await clicks.provider(team, "openai");
  const [big, small, idle] = [
    await clicks.model(team, provider, "big"),
    await clicks.model(team, provider, "small"),
    await clicks.model(team, provider, "idle"),
  ];
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
  const run = async (args: readonly string[], token = gateway.token()) => {
    const heard = heardTerminal({ ...terminal.env, WORKSPACE_GATEWAY_ACCESS_TOKEN: token });
    const code = await runCommandLine(args, heard.terminal);
    return { code, out: heard.out.join("\n"), notes: heard.notes.join("\n") };
  };
  return { run, gateway, settings, file, routes, folder, clicks, big, small, team };
}

const usage = ["--usage", "7d"];

test("check says how many requests an expectation hits that is not held", async () => {
  const { run, routes, folder } = await called();
  const report = path.join(folder, "check.xml");
  const { code, out } = await run(["check", "--live", "--routes", routes, ...usage, "--junit", report]);
  expect(code).toBe(3);
  expect(out).toMatch(/cheap.*; 5 requests of 1 key, the last one \d+ (minutes?|hours?) ago/);
  expect(out).toMatch(/default.*; at most 12 requests of 1 key/);
  expect(await readFile(report, "utf8")).toContain("; at most 12 requests of 1 key");
  const told = await run(["check", "--live", "--routes", routes, ...usage, "--json"]);
  const uses = JSON.parse(told.out).results.map(({ use }: { use?: { requests: number } }) => use?.requests);
  expect(uses.toSorted()).toEqual([12, 12, 5]);
});

test("of a plan, the requests are those that the mapping leads to now, and not those of where it will lead", async () => {
  const { run, routes, folder, clicks, team, big, small } = await called();
  const preview = path.join(folder, "preview.json");
  const mapping = await clicks.mapping(team, "moved", small.gateway_name, { priority: 9 });
  const route = { ...inputs.Mapping, workspaceId: team.id, sourceName: "moved" };
  const [from, to] = [big, small]
    .map(({ gateway_name: targetModel }) => ({ ...route, targetModel }))
    .toReversed();
  const steps = [
    { step: same("Workspace", "team", { name: "Team" }), id: team.id },
    { step: updated("Mapping", "moved", from ?? {}, to ?? {}), id: mapping.id },
  ].map(({ step, id }) => ({ ...step, oldState: { inputs: {}, ...step.oldState, id } }));
  await writeFile(preview, previewOf(...steps));
  await writeFile(routes, "workspaces:\n  Team:\n    routes: { moved: { model: nothing } }\n");
  const { out } = await run(["check", preview, "--routes", routes, ...usage]);
  expect(out).toMatch(/moved.*; at most 5 requests of 1 key/);
});

test("drift says what of the undeclared is in use, and leaves out what nobody calls", async () => {
  const { run, file, folder } = await called();
  const markdown = path.join(folder, "drift.md");
  const { code, out } = await run(["drift", file, ...usage, "--markdown", markdown]);
  expect(code).toBe(32);
  const [, used = ""] = out.split("\nIn use in the last 7 days\n");
  expect(used).toMatch(/model provider openai, not declared: 17 requests of 2 keys, the last one/);
  expect(used).toMatch(/mapping default, not declared: at most 12 requests of 1 key/);
  expect(used).not.toMatch(/idle|none/);
  expect(await readFile(markdown, "utf8")).toContain("### In use in the last 7 days");
});

const commands = (file: string, routes: string) => [
  ["check", "--live", "--routes", routes, "--json"],
  ["drift", file, "--json"],
];

test("no output has a key or a user, and --show-keys names the keys where it says who called", async () => {
  const { run, file, routes, gateway } = await called();
  const user = String(gateway.rows("metrics")[0]?.user_id);
  for (const args of commands(file, routes)) {
    const plain = await run([...args, ...usage]);
    expect(plain.out + plain.notes).not.toMatch(/key-canary|key-other/);
    const named = await run([...args, ...usage, "--show-keys"]);
    expect(plain.out + named.out).not.toContain(user);
    expect(named.out).toContain("key-canary");
  }
});

test("without the scope of usage one line says so, and the rest is as without --usage", async () => {
  const { run, file, routes, gateway } = await called();
  const token = gateway.token({ scopes: scopes.filter((scope) => scope !== "usage:read") });
  for (const args of commands(file, routes)) {
    gateway.log.clear();
    const without = await run(args);
    expect(gateway.log.entries({ path: "/metrics" })).toEqual([]);
    const lacking = await run([...args, ...usage], token);
    expect([lacking.code, lacking.out]).toEqual([without.code, without.out]);
    expect(lacking.notes).toContain("Usage is not known: the token lacks the scope usage:read.");
  }
});
