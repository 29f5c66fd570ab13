import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { PolicyResource, StackValidationArgs } from "@pulumi/policy";
import { expect, onTestFinished, test, vi } from "vitest";
import { expectationPolicies } from "../../../cli/policy/policies.js";
import { exportOf } from "../drift/support/lab.ts";
import { openDesk } from "../support/desk.ts";

interface Resource {
  readonly urn: string;
  readonly type: string;
  readonly inputs: object;
  readonly outputs: object;
}

const routes = `workspaces:
  Team:
    routes:
      gpt-4: { provider: openai, name: gpt, maxInputCost: 2 }
      GPT-4: { provider: openai }
      "gpt-*": { name: gpt }
      other: nowhere
    models: { maxOutputCost: 1, hosts: [api.openai.com] }
    prompts: { require: [tone, gone] }
    budget: { atMost: 100 }
  Nobody: { people: { maxAdmins: 1 } }
`;

/** A stack as it is on its gateway, as its export says it, and as a preview that changes nothing says it. */
async function room() {
  const desk = await openDesk();
  const folder = desk.terminal.env.HOME ?? "";
  const { stack } = desk;
  await stack.up("team", "Workspace", { name: "Team" });
  const inside = { workspaceId: stack.resource("team").id };
  const upstream = { baseUrl: "https://api.openai.com/v1", priority: 1, compatibility: "OPENAI_SDK" };
  await stack.up("openai", "ModelProvider", { ...inside, name: "openai", ...upstream });
  const costs = { type: "chat", inputCost: 2, outputCost: 8, contextWindow: 1000 };
  const model = { name: "gpt", displayName: "G", ...costs };
  await stack.up("gpt", "Model", { ...inside, providerId: stack.resource("openai").id, ...model });
  const mapping = { ...inside, targetModel: "openai/gpt", priority: 1, enabled: true, isPattern: false };
  await stack.up("four", "Mapping", { ...mapping, sourceName: "gpt-4" });
  await stack.up("five", "Mapping", { ...mapping, sourceName: "gpt-5" });
  await stack.up("tone", "Prompt", { ...inside, name: "tone", content: "Be brief.", enabled: true });
  await stack.up("cap", "Budget", { ...inside, budget: 100 });
  const write = async (name: string, text: string) => {
    await writeFile(path.join(folder, name), text);
    return path.join(folder, name);
  };
  const exported = exportOf(stack);
  const resources: Resource[] = JSON.parse(exported).deployment.resources.filter(({ type }: Resource) =>
    type.includes("workspace-gateway"),
  );
  const steps = resources.map((each) => ({ op: "same", urn: each.urn, oldState: each, newState: each }));
  const file = await write("routes.yaml", routes);
  const said = async (...args: string[]) => {
    const { code, stdout } = await desk.run(...args, "--routes", file, "--json");
    return { code, facts: JSON.parse(stdout) };
  };
  return {
    said,
    file,
    resources,
    exported: await write("prod.json", exported),
    preview: await write("preview.json", JSON.stringify({ steps, diagnostics: [] })),
  };
}

interface Result {
  readonly path: readonly string[];
  readonly status: string;
}

const shortly = (results: readonly Result[]) =>
  results.map(({ path: keys, status }) => `${keys.slice(1).join(".")}: ${status}`);

test("check, review, drift, and the policy pack agree about the same account", async () => {
  const { said, file, resources, exported, preview } = await room();
  const live = await said("check", "--live");
  const told = shortly(live.facts.results);
  expect(told).toEqual([
    "Team.routes.gpt-4.provider: met",
    "Team.routes.gpt-4.name: met",
    "Team.routes.gpt-4.maxInputCost: met",
    "Team.routes.GPT-4.provider: depends",
    "Team.routes.gpt-*.name: met",
    "Team.routes.other: met",
    "Team.models.maxOutputCost: unmet",
    "Team.models.hosts: met",
    "Team.prompts.require.0: met",
    "Team.prompts.require.1: unmet",
    "Team.budget.atMost: met",
    "Nobody: unmet",
  ]);
  for (const asked of [
    ["check", "--stack", exported],
    ["check", preview, "--offline"],
  ]) {
    const { code, facts } = await said(...asked);
    expect([asked, code, shortly(facts.results)]).toEqual([asked, 3, told]);
  }
  const drift = await said("drift", exported);
  expect([drift.code, shortly(drift.facts.expectations)]).toEqual([64, told]);
  const review = await said("review", preview, "--offline");
  expect(shortly(review.facts.expectations.map(({ result }: { result: Result }) => result))).toEqual(told);
  expect(reportedBy("expectation-broken", resources, file)).toHaveLength(3);
  expect(reportedBy("expectation-open", resources, file)).toEqual([
    expect.stringContaining("case-sensitive"),
  ]);
});

test("the policy pack uses the file of its own project and none from a parent folder", async () => {
  const outside = await mkdtemp(path.join(tmpdir(), "workspace-gateway-test-"));
  onTestFinished(() => rm(outside, { recursive: true }));
  const pack = path.join(outside, "project/node_modules/pack");
  await mkdir(pack, { recursive: true });
  await writeFile(path.join(outside, "project/Pulumi.yaml"), "name: x");
  vi.spyOn(process, "cwd").mockReturnValue(pack);
  onTestFinished(() => void vi.restoreAllMocks());
  await writeFile(path.join(outside, "gateway-routes.yaml"), routes);
  expect(reportedBy("expectation-broken", [])).toEqual([]);
  await writeFile(path.join(outside, "project/gateway-routes.yaml"), routes);
  expect(reportedBy("expectation-broken", [])).not.toEqual([]);
});

/** What a policy of the pack reports of resources. */
function reportedBy(name: string, resources: readonly Resource[], file?: string): string[] {
  const policy = expectationPolicies.find((each) => each.name === name);
  const reported: string[] = [];
  const urnOf = (end: string) => resources.find(({ urn }) => urn.endsWith(`::${end}`));
  // As the engine tells it of a program that takes the ids from its resources.
  const dependencies = { workspaceId: [urnOf("team")], providerId: [urnOf("openai")] };
  const seen = resources.map(({ urn, type, inputs, outputs }) => ({
    urn,
    type,
    name: urn.split("::").at(-1),
    props: { ...outputs, ...inputs },
    propertyDependencies: Object.fromEntries(
      Object.entries(dependencies).filter(([property]) => property in inputs),
    ),
  })) as unknown as PolicyResource[];
  const args = { resources: seen, getConfig: () => ({ routes: file }) } as unknown as StackValidationArgs;
  void policy?.validateStack(args, (message) => reported.push(message));
  return reported;
}
