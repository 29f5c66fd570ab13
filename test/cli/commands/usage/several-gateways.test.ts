import { chmod, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runCommandLine } from "../../../../cli/commands/command-line.js";
import { Stack } from "../../../contract/support/stack.ts";
import { Console } from "../../../e2e/support/console.ts";
import { scopes } from "../../../gateway/auth/scopes.ts";
import { type Gateway, startGateway } from "../../../gateway/index.ts";
import { exportOf } from "../../drift/support/lab.ts";
import { inputs, previewOf, same } from "../../review/facts/support/preview.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { heardTerminal } from "../support/heard-terminal.ts";

async function gateway(): Promise<Gateway> {
  const started = await startGateway();
  onTestFinished(() => started.close());
  return started;
}

/**
 * A stack whose config has the settings of two gateways, one as the connection eu, with a model at each that its `up` has changed since:
 * twelve requests went to the one and five to the other. A third gateway is the environment's. Each has rows that name the others' models.
 */
async function spread() {
  const [home, eu, third] = [await gateway(), await gateway(), await gateway()];
  const settings = {
    WORKSPACE_GATEWAY_BASE_URL: home.baseUrl,
    WORKSPACE_GATEWAY_ACCESS_TOKEN: home.token(),
    WORKSPACE_GATEWAY_EU_BASE_URL: eu.baseUrl,
    WORKSPACE_GATEWAY_EU_ACCESS_TOKEN: eu.token(),
  };
  const stack = new Stack(settings);
  for (const [name, place] of [
    ["near", {}],
    ["far", { connection: "eu" }],
  ] as const) {
    await stack.up(`${name}-team`, "Workspace", { name, ...place });
    const within = { ...place, workspaceId: stack.resource(`${name}-team`).id };
    await stack.up(`${name}-openai`, "ModelProvider", { ...inputs.ModelProvider, ...within });
    const providerId = stack.resource(`${name}-openai`).id;
    await stack.up(name, "Model", { ...inputs.Model, ...within, providerId, retiresOn: "2020-02-29" });
  }
  for (const [at, name] of [
    [home, "near"],
    [eu, "far"],
  ] as const) {
    const [model, team] = [stack.resource(name), stack.resource(`${name}-team`)];
    await new Console(at).change("/models", team, model, { display_name: "Changed" });
  }
  const ids = { near: stack.resource("near").id, far: stack.resource("far").id };
  home.seed.metrics(12, { model_id: ids.near, key_id: "key-1" });
  home.seed.metrics(3, { model_id: ids.far });
  eu.seed.metrics(5, { model_id: ids.far, key_id: "key-1" });
  eu.seed.metrics(4, { model_id: ids.near });
  third.seed.metrics(7, { model_id: ids.near });
  const folder = await temporaryFolder();
  const file = path.join(folder, "prod.json");
  await writeFile(file, exportOf(stack));
  const routes = path.join(folder, "routes.yaml");
  await writeFile(routes, "workspaces: { near: { models: { maxInputCost: 9 } } }");
  const configured = async (config: Record<string, string>) => {
    const listing = Object.entries(config).map(([key, value]) => [
      `workspace-gateway:${key}`,
      { value, secret: key.endsWith("accessToken") },
    ]);
    await writeFile(path.join(folder, "config.json"), JSON.stringify(Object.fromEntries(listing)));
  };
  await configured({
    baseUrl: home.baseUrl,
    accessToken: settings.WORKSPACE_GATEWAY_ACCESS_TOKEN,
    "eu.baseUrl": eu.baseUrl,
    "eu.accessToken": settings.WORKSPACE_GATEWAY_EU_ACCESS_TOKEN,
  });
  const script = `#!/bin/sh\n[ "$1" = config ] && cat ${folder}/config.json || cat ${file}\n`;
  await writeFile(path.join(folder, "pulumi"), script);
  await chmod(path.join(folder, "pulumi"), 0o755);
  const run = async (args: readonly string[], env: Record<string, string> = {}) => {
    const heard = heardTerminal({ HOME: folder, PATH: `${folder}:${process.env.PATH}`, ...env });
    for (const each of [home, eu, third]) each.log.clear();
    const code = await runCommandLine([...args, "--usage", "7d"], heard.terminal);
    const asked = [home, eu, third].map((each) => each.log.entries({ path: "/metrics" }).length > 0);
    return { code, out: heard.out.join("\n"), notes: heard.notes.join("\n"), asked };
  };
  return { home, eu, third, stack, settings, file, routes, run, configured };
}

const callsIn = (out: string): (number | undefined)[] =>
  JSON.parse(out)
    .retirements.map(({ callers }: { callers?: { requests: number } }) => callers?.requests)
    .toSorted();

test("with --stack, usage is that of the stack's gateways, each beside its own objects, and no secret is told", async () => {
  const { run, routes, settings, home, eu } = await spread();
  const drifted = await run(["drift", "--stack", "prod", "--json"]);
  const used = JSON.parse(drifted.out).used.map(
    ({ name, use }: { name: string; use: { requests: number } }) => [name, use.requests],
  );
  expect(used).toEqual([
    ["near", 12],
    ["far", 5],
  ]);
  const checked = await run(["check", "--stack", "prod", "--routes", routes, "--json"]);
  for (const { out, notes, asked } of [drifted, checked]) {
    expect(callsIn(out)).toEqual([12, 5]);
    expect(asked).toEqual([true, true, false]);
    expect(notes).toContain(`Requests of ${new URL(home.baseUrl).host} are those of the last 7 days.`);
    expect(notes).toContain(`Requests of ${new URL(eu.baseUrl).host} are those of the last 7 days.`);
    expect(out + notes).not.toContain(settings.WORKSPACE_GATEWAY_ACCESS_TOKEN);
    expect(out + notes).not.toContain(settings.WORKSPACE_GATEWAY_EU_ACCESS_TOKEN);
  }
});

test("what one of several gateways does not show is said, and the rest is told", async () => {
  const { run, routes, settings, home, eu } = await spread();
  const blind = eu.token({ scopes: scopes.filter((scope) => scope !== "usage:read") });
  const env = { ...settings, WORKSPACE_GATEWAY_EU_ACCESS_TOKEN: blind };
  for (const args of [
    ["drift", "--stack", "prod"],
    ["check", "--stack", "prod", "--routes", routes],
  ]) {
    const { out, notes } = await run([...args, "--json"], env);
    expect(callsIn(out)).toEqual([12, undefined]);
    const host = new URL(eu.baseUrl).host;
    expect(notes).toContain(`Usage of ${host} is not known: the token lacks the scope usage:read.`);
    expect(notes).toContain(`Requests of ${new URL(home.baseUrl).host} are those`);
    expect(notes).not.toContain("another gateway");
  }
});

test("two connections to one account are read once", async () => {
  const { run, configured, home, settings, routes } = await spread();
  const accessToken = settings.WORKSPACE_GATEWAY_ACCESS_TOKEN;
  const { baseUrl } = home;
  await configured({ baseUrl, accessToken, "eu.baseUrl": baseUrl, "eu.accessToken": accessToken });
  const { out, notes } = await run(["check", "--stack", "prod", "--routes", routes, "--json"]);
  expect(callsIn(out)).toEqual([12, undefined]);
  expect(home.log.entries({ path: "/metrics" })).toHaveLength(8);
  expect(notes).toContain("Usage of 1 model on another gateway is not known.");
});

test("two accounts of one gateway are read both, and what a model was called for by either counts", async () => {
  const { run, configured, home, settings, stack, routes } = await spread();
  const other = home.account("admin");
  home.seed.metrics(4, { model_id: stack.resource("near").id, user_id: other.id, key_id: "key-2" });
  const { baseUrl } = home;
  const [accessToken, second] = [settings.WORKSPACE_GATEWAY_ACCESS_TOKEN, home.token({ user: "admin" })];
  await configured({ baseUrl, accessToken, "eu.baseUrl": baseUrl, "eu.accessToken": second });
  const { out } = await run(["check", "--stack", "prod", "--routes", routes, "--json"]);
  expect(callsIn(out)).toEqual([16, undefined]);
});

test("another gateway's traffic is set beside nothing: the environment of a file is not that of its stack", async () => {
  const { run, file, routes, third } = await spread();
  const env = { WORKSPACE_GATEWAY_BASE_URL: third.baseUrl, WORKSPACE_GATEWAY_ACCESS_TOKEN: third.token() };
  const { out, notes } = await run(["check", "--stack", file, "--routes", routes, "--json"], env);
  expect(callsIn(out)).toEqual([undefined, undefined]);
  expect(notes).toContain("Usage of 2 models on another gateway is not known.");
});

test("of what has a provider whose settings stand in the program, usage is not read, which is said", async () => {
  const { run, file, routes, stack } = await spread();
  const provider = "urn:pulumi:prod::shop::pulumi:providers:workspace-gateway::mine::an-id";
  const own = { provider };
  await writeFile(file, exportOf(stack, { more: { "far-team": own, "far-openai": own, far: own } }));
  const checked = await run(["check", "--stack", "prod", "--routes", routes, "--json"]);
  expect([callsIn(checked.out), checked.asked]).toEqual([
    [12, undefined],
    [true, false, false],
  ]);
  const drifted = await run(["drift", "--stack", "prod", "--json"]);
  expect([callsIn(drifted.out), drifted.asked]).toEqual([[12], [true, false, false]]);
  expect(JSON.parse(drifted.out).notes.join()).toContain('of the provider "mine" were not compared');
  expect(checked.notes).toContain("Usage of 1 model on another gateway is not known.");
});

test("a review of a plan with several connections tells no usage, and says so", async () => {
  const { run, stack, file, settings } = await spread();
  const steps = [...stack.resources].map(([name, { kind, id, inputs: held, outputs }]) => {
    const step = same(kind, name, held, outputs);
    return { ...step, oldState: { inputs: held, ...step.oldState, id } };
  });
  await writeFile(file, previewOf(...steps));
  const { code, out, notes, asked } = await run(["review", file, "--json"], settings);
  expect(JSON.parse(out).usage.why).toContain("the plan has objects of several connections");
  expect([code, notes, asked]).toEqual([0, "", [false, false, false]]);
});
