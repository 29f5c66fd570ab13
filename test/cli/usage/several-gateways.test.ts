import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runCommandLine } from "../../../cli/command-line.js";
import { Stack } from "../../contract/support/stack.ts";
import { Console } from "../../e2e/support/console.ts";
import { startGateway } from "../../gateway/index.ts";
import { scopes } from "../../gateway/resources/scopes.ts";
import { exportOf } from "../drift/support/lab.ts";
import { inputs, previewOf, same } from "../review/facts/support/preview.ts";
import { heardTerminal } from "../support/heard-terminal.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/**
 * A stack with objects on two gateways, one as the connection eu, with a model at each that its `up` has changed since:
 * twelve requests went to the one and five to the other. Each has rows that name the others' models.
 */
async function spread() {
  const [home, eu] = [await startGateway(), await startGateway()];
  for (const each of [home, eu]) onTestFinished(() => each.close());
  const settings = {
    WORKSPACE_GATEWAY_BASE_URL: home.baseUrl,
    WORKSPACE_GATEWAY_ACCESS_TOKEN: home.token(),
    WORKSPACE_GATEWAY_EU_BASE_URL: eu.baseUrl,
    WORKSPACE_GATEWAY_EU_ACCESS_TOKEN: eu.token(),
  };
  const stack = new Stack(settings);
  for (const [name, at, place] of [
    ["near", home, {}],
    ["far", eu, { connection: "eu" }],
  ] as const) {
    await stack.up(`${name}-team`, "Workspace", { name, ...place });
    const within = { ...place, workspaceId: stack.resource(`${name}-team`).id };
    await stack.up(`${name}-openai`, "ModelProvider", { ...inputs.ModelProvider, ...within });
    const providerId = stack.resource(`${name}-openai`).id;
    await stack.up(name, "Model", { ...inputs.Model, ...within, providerId, retiresOn: "2020-02-29" });
    const [model, team] = [stack.resource(name), stack.resource(`${name}-team`)];
    await new Console(at).change("/models", team, model, { display_name: "Changed" });
  }
  const [near, far] = [stack.resource("near").id, stack.resource("far").id];
  home.seed.metrics(12, { model_id: near, key_id: "key-1" });
  home.seed.metrics(3, { model_id: far });
  eu.seed.metrics(5, { model_id: far, key_id: "key-1" });
  eu.seed.metrics(4, { model_id: near });
  const folder = await temporaryFolder();
  const file = path.join(folder, "prod.json");
  await writeFile(file, exportOf(stack));
  const routes = path.join(folder, "routes.yaml");
  await writeFile(routes, "workspaces: { near: { models: { maxInputCost: 9 } } }");
  const run = async (args: readonly string[], env: Record<string, string> = {}) => {
    const heard = heardTerminal({ HOME: folder, ...settings, ...env });
    for (const each of [home, eu]) each.log.clear();
    const code = await runCommandLine([...args, "--usage", "7d"], heard.terminal);
    return { code, out: heard.out.join("\n"), notes: heard.notes.join("\n") };
  };
  const check = (env?: Record<string, string>) =>
    run(["check", "--stack", file, "--routes", routes, "--json"], env);
  return { home, eu, stack, settings, file, run, check };
}

const callsIn = (out: string): (number | undefined)[] =>
  JSON.parse(out)
    .retirements.map(({ callers }: { callers?: { requests: number } }) => callers?.requests)
    .toSorted();

test("usage of each gateway is shown with that gateway's objects, and no secret is shown", async () => {
  const { run, check, settings, file, home, eu } = await spread();
  const drifted = await run(["drift", file, "--json"]);
  const use = (requests: number) => expect.objectContaining({ requests });
  expect(JSON.parse(drifted.out).used).toMatchObject([
    { name: "near", use: use(12) },
    { name: "far", use: use(5) },
  ]);
  for (const { out, notes } of [drifted, await check()]) {
    expect(callsIn(out)).toEqual([12, 5]);
    for (const { baseUrl } of [home, eu])
      expect(notes).toContain(`Requests of ${new URL(baseUrl).host} are from the last 7 days.`);
    for (const name of ["ACCESS_TOKEN", "EU_ACCESS_TOKEN"] as const)
      expect(out + notes).not.toContain(settings[`WORKSPACE_GATEWAY_${name}`]);
  }
});

test("a missing scope on one of several gateways makes only that gateway's usage unknown", async () => {
  const { check, home, eu } = await spread();
  const blind = eu.token({ scopes: scopes.filter((scope) => scope !== "usage:read") });
  const { out, notes } = await check({ WORKSPACE_GATEWAY_EU_ACCESS_TOKEN: blind });
  expect(callsIn(out)).toEqual([12, undefined]);
  const unknown = `Usage of ${new URL(eu.baseUrl).host} could not be read: the token lacks the scope usage:read.`;
  expect(notes).toContain(unknown);
  expect(notes).toContain(`Requests of ${new URL(home.baseUrl).host} are from`);
  expect(notes).not.toContain("on a different gateway");
});

test.each([
  ["two connections to one account are read once", "owner", 12, 8],
  ["the requests of two accounts of one gateway are added up", "admin", 16, 16],
] as const)("%s", async (_name, user, calls, pages) => {
  const { check, home, stack } = await spread();
  const user_id = home.account("admin").id;
  home.seed.metrics(4, { model_id: stack.resource("near").id, user_id, key_id: "key-2" });
  const second = { BASE_URL: home.baseUrl, ACCESS_TOKEN: home.token({ user }) };
  const env = Object.entries(second).map(([name, value]) => [`WORKSPACE_GATEWAY_EU_${name}`, value]);
  const { out, notes } = await check(Object.fromEntries(env));
  expect(callsIn(out)).toEqual([calls, undefined]);
  expect(home.log.entries({ path: "/metrics" })).toHaveLength(pages);
  expect(notes).toContain("Usage of 1 model on a different gateway is unknown.");
});

test("a review of a plan with several connections omits usage and says so", async () => {
  const { run, stack, file, home } = await spread();
  const steps = [...stack.resources].map(([name, { kind, id, inputs: held, outputs }]) => {
    const step = same(kind, name, held, outputs);
    return { ...step, oldState: { inputs: held, ...step.oldState, id } };
  });
  await writeFile(file, previewOf(...steps));
  const { code, out, notes } = await run(["review", file, "--json"]);
  expect(JSON.parse(out).usage.why).toContain("the plan contains objects on several connections");
  expect([code, notes, home.log.entries({ path: "/metrics" })]).toEqual([0, "", []]);
});
