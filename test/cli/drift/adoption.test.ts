import { expect } from "vitest";
import { type Adoption, adoptionFor } from "../../../cli/drift/adoption.js";
import type { IgnoreRule } from "../../../cli/drift/drift.js";
import { findDrift } from "../../../cli/drift/find-drift.js";
import { adoptionText } from "../../../cli/drift/write-adoption.js";
import { importText } from "../../../cli/export/exported-program.js";
import { kinds } from "../../../provider/every-kind.js";
import { test, type World } from "../../contract/support/world.ts";
import { Console } from "../../e2e/support/console.ts";
import { driftStack, upPrompt, upTeam } from "./support/lab.ts";

/** The world's own two workspaces are not looked at, unless a test is about them. */
const ofTheWorld: readonly IgnoreRule[] = [
  { workspace: "first" },
  { workspace: "second" },
  { kind: "Quota" },
].map((what) => ({ ...what, reason: "the world's" }));

async function adopted(at: World, rules = ofTheWorld): Promise<Adoption> {
  const stack = driftStack(at);
  const found = await findDrift({ stacks: [stack], kinds, rules });
  at.gateway.log.clear();
  const adoption = await adoptionFor(stack, found, { kinds, rules });
  expect(at.gateway.log.entries().filter(({ method }) => method !== "GET")).toEqual([]);
  return adoption;
}

const names = ({ objects }: Adoption) => objects.map(({ kind, name }) => `${kind} ${name}`);

const constants = (text: string) => [...text.matchAll(/^const (\w+) =/gm)].map(([, name]) => name);

const clicked = (id: string) => ({ id, gateway_name: "" });

test("adopted objects refer to resources of the stack by listed constants, whatever their names are", async ({
  at,
}) => {
  const workspaceId = await upTeam(at, "my-team");
  const openai = { name: "openai", baseUrl: "https://a.example", priority: 1, compatibility: "OPENAI_SDK" };
  await at.stack.up("default", "ModelProvider", { workspaceId, ...openai, apiKey: "sk-canary-key" });
  const providerId = at.stack.resource("default").id;
  const costs = { type: "chat", inputCost: 1, outputCost: 1, contextWindow: 1 };
  const model = { workspaceId, providerId, name: "gpt", displayName: "GPT", ...costs };
  await at.stack.up("my team", "Model", model);
  const clicks = new Console(at.gateway);
  await clicks.mapping(clicked(workspaceId), "fast", "openai/gpt");
  await clicks.prompt(clicked(workspaceId), "tone", "Ask the team: myTeam.id, please.\n1\n2\n3\n4");
  const adoption = await adopted(at);
  const text = adoptionText(adoption, "shop/prod", "pulumi import");
  expect(names(adoption)).toEqual(["Mapping my-team-fast", "Prompt my-team-tone"]);
  expect(text).toContain("workspaceId: myTeam.id");
  expect(text).toContain("targetModel: myTeamModel.gatewayName");
  expect(text).toContain('content: "Ask the team: myTeam.id, please.\\n1\\n2\\n3\\n4"');
  expect(adoption.used.map(({ variable, kind, name }) => `${variable} ${kind.name} ${name}`)).toEqual([
    "myTeam Workspace my-team",
    "myTeamModel Model my team",
  ]);
  expect(text + importText(adoption.objects, false)).not.toContain("canary");
});

test("an unmanaged workspace is adopted with everything in it, and every constant has a unique name", async ({
  at,
}) => {
  const clicks = new Console(at.gateway);
  for (const name of ["A", "a"]) {
    const workspace = await clicks.workspace(name);
    await clicks.model(workspace, await clicks.provider(workspace, "openai"), "gpt");
    at.gateway.seed.member(workspace.id, "member");
  }
  const adoption = await adopted(at);
  const kindsOf = adoption.objects.map(({ kind }) => kind).toSorted();
  const twice = ["Budget", "Member", "Model", "ModelProvider", "Workspace"].flatMap((kind) => [kind, kind]);
  expect(kindsOf).toEqual(twice);
  expect(new Set(names(adoption)).size).toBe(10);
  const declared = constants(adoptionText(adoption, "s", "c"));
  expect(declared.length).toBeGreaterThanOrEqual(4);
  expect(new Set(declared).size).toBe(declared.length);
  expect(adoption.used).toEqual([]);
});

test("no adopted resource has the name of a resource in the stack", async ({ at }) => {
  const workspaceId = await upTeam(at);
  await upPrompt(at, "team-tone", { workspaceId, name: "other" });
  const clicks = new Console(at.gateway);
  await clicks.prompt(clicked(workspaceId), "tone", "x");
  await clicks.workspace("team");
  const fresh = names(await adopted(at));
  expect(fresh.filter((name) => /^(Workspace|Prompt) /.test(name))).toHaveLength(2);
  expect(fresh).not.toContain("Workspace team");
  expect(fresh).not.toContain("Prompt team-tone");
});

test("ignored objects are not adopted, even inside an unmanaged workspace", async ({ at }) => {
  const clicks = new Console(at.gateway);
  const fresh = await clicks.workspace("New");
  for (const name of ["draft-1", "final"]) await clicks.prompt(fresh, name, "x");
  const rules = [...ofTheWorld, { name: "draft-*", reason: "drafts" }];
  const { objects } = await adopted(at, rules);
  expect(objects.map(({ kind }) => kind)).toEqual(["Workspace", "Budget", "Prompt"]);
  expect(objects.at(-1)?.declared.name).toBe("final");
});
