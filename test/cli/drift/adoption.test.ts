import { expect, test } from "vitest";
import { type Adoption, adoptionFor } from "../../../cli/drift/adoption/adoption.js";
import { adoptionText } from "../../../cli/drift/adoption/adoption-text.js";
import { findDrift } from "../../../cli/drift/find-drift.js";
import type { IgnoreRule } from "../../../cli/drift/ignore-rules.js";
import { importText } from "../../../cli/export/import-text.js";
import { kinds } from "../../../provider/every-kind.js";
import { type World, world } from "../../contract/support/world.ts";
import { driftStack } from "./support/lab.ts";

/** The world's own two workspaces are not looked at, unless a test is about them. */
const ofTheWorld: readonly IgnoreRule[] = [
  { workspace: "first", reason: "the world's" },
  { workspace: "second", reason: "the world's" },
  { kind: "Quota", reason: "the world's" },
];

async function adopted(at: World, rules = ofTheWorld): Promise<Adoption> {
  const stack = driftStack(at);
  const found = await findDrift({ stacks: [stack], kinds, rules });
  at.gateway.log.clear();
  const adoption = await adoptionFor(stack, found, { kinds, rules });
  expect(at.gateway.log.entries().filter(({ method }) => method !== "GET")).toEqual([]);
  return adoption;
}

const names = ({ objects }: Adoption) => objects.map(({ kind, name }) => `${kind} ${name}`);

/** The constants that a text declares. */
const constants = (text: string) => [...text.matchAll(/^const (\w+) =/gm)].map(([, name]) => name);

async function make(at: World, path: string, body: object): Promise<string> {
  const answer = await at.gateway.console("POST", path, body);
  expect(answer.status).toBeLessThan(300);
  return (answer.body as { data: { id: string } }).data.id;
}

const provider = { base_url: "https://a.example", priority: 1, compatibility: "OPENAI_SDK" };

test("what refers to resources of the stack names them by constants that are listed, whatever their names are", async () => {
  await using at = await world();
  await at.stack.up("my-team", "Workspace", { name: "Team" });
  const workspaceId = at.stack.resource("my-team").id;
  const openai = { name: "openai", baseUrl: "https://a.example", priority: 1, compatibility: "OPENAI_SDK" };
  await at.stack.up("default", "ModelProvider", { workspaceId, ...openai, apiKey: "sk-canary-key" });
  const providerId = at.stack.resource("default").id;
  const costs = { type: "chat", inputCost: 1, outputCost: 1, contextWindow: 1 };
  await at.stack.up("my team", "Model", {
    workspaceId,
    providerId,
    name: "gpt",
    displayName: "GPT",
    ...costs,
  });
  const workspace_id = workspaceId;
  await make(at, "/mappings", { workspace_id, source_name: "fast", target_model: "openai/gpt" });
  await make(at, "/prompts", {
    workspace_id,
    name: "tone",
    content: "Ask the team: myTeam.id, please.\n1\n2\n3\n4",
  });
  const adoption = await adopted(at);
  const text = adoptionText(adoption, "shop/prod", "pulumi import");
  expect(names(adoption)).toEqual(["Mapping my-team-fast", "Prompt my-team-tone"]);
  expect(text).toContain("workspaceId: myTeam.id");
  expect(text).toContain("targetModel: myTeamModel.gatewayName");
  expect(text).toContain('content: "Ask the team: myTeam.id, please.\\n1\\n2\\n3\\n4"');
  expect(adoption.used.map(({ variable, kind, name }) => `${variable} ${kind} ${name}`)).toEqual([
    "myTeam Workspace my-team",
    "myTeamModel Model my team",
  ]);
  expect(text + importText(adoption.objects, false)).not.toContain("canary");
});

test("a workspace that nobody declared comes with all that is in it, and no two constants have one name", async () => {
  await using at = await world();
  for (const name of ["A", "a"]) {
    const workspace_id = await make(at, "/workspaces", { name });
    const provider_id = await make(at, "/providers", { workspace_id, name: "openai", ...provider });
    const costs = { type: "chat", input_cost: 1, output_cost: 1, context_window: 1 };
    await make(at, "/models", { workspace_id, provider_id, name: "gpt", display_name: "GPT", ...costs });
    at.gateway.seed.member(workspace_id, "member");
  }
  const adoption = await adopted(at);
  const counts = Object.fromEntries(
    [...Map.groupBy(adoption.objects, ({ kind }) => kind)].map(([kind, these]) => [kind, these.length]),
  );
  expect(counts).toEqual({ Workspace: 2, Budget: 2, ModelProvider: 2, Model: 2, Member: 2 });
  expect(new Set(names(adoption)).size).toBe(10);
  const declared = constants(adoptionText(adoption, "s", "c"));
  expect(declared.length).toBeGreaterThanOrEqual(4);
  expect(new Set(declared).size).toBe(declared.length);
  expect(adoption.used).toEqual([]);
});

test("no new resource has the name of one that the stack has", async () => {
  await using at = await world();
  await at.stack.up("team", "Workspace", { name: "Team" });
  const workspaceId = at.stack.resource("team").id;
  await at.stack.up("team-tone", "Prompt", { workspaceId, name: "other", content: "a" });
  await make(at, "/prompts", { workspace_id: workspaceId, name: "tone", content: "x" });
  await make(at, "/workspaces", { name: "team" });
  const fresh = names(await adopted(at));
  expect(fresh.filter((name) => /^(Workspace|Prompt) /.test(name))).toHaveLength(2);
  expect(fresh).not.toContain("Workspace team");
  expect(fresh).not.toContain("Prompt team-tone");
});

test("what the rules ignore is not taken in, also within a workspace that nobody declared", async () => {
  await using at = await world();
  const workspace_id = await make(at, "/workspaces", { name: "New" });
  for (const name of ["draft-1", "final"]) {
    await make(at, "/prompts", { workspace_id, name, content: "x" });
  }
  const rules = [...ofTheWorld, { name: "draft-*", reason: "drafts" }];
  const { objects } = await adopted(at, rules);
  expect(objects.map(({ kind }) => kind)).toEqual(["Workspace", "Budget", "Prompt"]);
  expect(objects.at(-1)?.declared.name).toBe("final");
});

test("what cannot be declared is told, with the reason", async () => {
  await using at = await world();
  await at.stack.up("team", "Workspace", { name: "Team" });
  const workspaceId = at.stack.resource("team").id;
  at.gateway.variants.crawl = "hold";
  await make(at, "/indexes", { workspace_id: workspaceId, url: "http://127.0.0.1:9/docs" });
  const adoption = await adopted(at);
  expect([adoption.objects, adoption.remarks]).toEqual([
    [],
    [expect.stringMatching(/^Index .*: it is still being made: its status is (PENDING|INDEXING)/)],
  ]);
});

test("what is undeclared in workspaces of different stacks has constants of different names in one file", async () => {
  await using at = await world();
  const costs = { type: "chat", input_cost: 1, output_cost: 1, context_window: 1 };
  for (const name of ["Ours", "Theirs"]) {
    await at.stack.up(name, "Workspace", { name });
    const workspace_id = at.stack.resource(name).id;
    const provider_id = await make(at, "/providers", { workspace_id, name: "openai", ...provider });
    await make(at, "/models", { workspace_id, provider_id, name: "gpt", display_name: "GPT", ...costs });
  }
  const both = driftStack(at);
  const of = (name: string) => ({
    ...both,
    name,
    state: { ...both.state, resources: both.state.resources.filter((each) => each.name === name) },
  });
  const ours = of("Ours");
  const found = await findDrift({ stacks: [ours, of("Theirs")], kinds, rules: ofTheWorld });
  const adoption = await adoptionFor(ours, found, { kinds, rules: ofTheWorld });
  const declared = constants(adoptionText(adoption, "s", "c"));
  expect(declared.filter((name) => /^openai/.test(name ?? ""))).toHaveLength(2);
  expect(new Set(declared).size).toBe(declared.length);
  expect(adoption.used.map(({ name }) => name)).toEqual(["Ours"]);
});
