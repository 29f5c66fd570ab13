import { expect, test } from "vitest";
import { deploy, secret } from "../../../cli/testing/index.js";
import { programFile, usual } from "./support/program-folder.ts";

const before = `
const team = new gateway.Workspace("team", { name: "Support" });
const workspaceId = team.id;
const openai = new gateway.ModelProvider("openai", {
  workspaceId, name: "openai", baseUrl: "https://api.example/v1", priority: 1, compatibility: "OPENAI_SDK",
  apiKey: new pulumi.Config().requireSecret("key"),
});
const chat = { workspaceId, providerId: openai.id, type: "chat", contextWindow: 128000, outputCost: 1 } as const;
const large = new gateway.Model("large", { ...chat, name: "large", displayName: "Large", inputCost: 2 });
const small = new gateway.Model("small", { ...chat, name: "small", displayName: "Small", inputCost: 1 });
new gateway.Mapping("default", { workspaceId, sourceName: "default", targetModel: small.gatewayName });
new gateway.Prompt("tone", { workspaceId, name: "tone", content: "Be brief." });
new gateway.Config("standard", { workspaceId, name: "standard", description: "What most take" });
export const workspace = team.id;
`;

const config = { key: secret("sk-canary-before") };

/** The program as it is, and the file of one in which some texts are others. */
async function edited(...changes: readonly (readonly [from: string, to: string])[]) {
  const next = changes.reduce((text, [from, to]) => text.replace(from, to), before);
  const file = await programFile(before, { "next.ts": usual + next });
  const stack = await deploy(file, { config });
  return { stack, next: file.replace("index.ts", "next.ts") };
}

test("a program that is the same changes nothing", async () => {
  const { stack, next } = await edited();
  expect(await stack.review(next)).toMatchObject({
    headline: [],
    risk: "none",
    changes: [],
    optionChanges: [],
    counts: { create: 0, update: 0, replace: 0, delete: 0 },
  });
});

test("a review tells of routes, prices, replacements, deletes and options as that of a preview does", async () => {
  const { stack, next } = await edited(
    ["targetModel: small.gatewayName", "targetModel: large.gatewayName"],
    ["inputCost: 2", "inputCost: 4"],
    ["What most take", "What all take"],
    ['new gateway.Prompt("tone", { workspaceId, name: "tone", content: "Be brief." });', ""],
    ['{ name: "Support" }', '{ name: "Support" }, { protect: true }'],
  );
  const review = await stack.review(next);
  const changes = review.changes.map(({ operation, name, kind }) => [operation, kind, name]);
  expect(changes.toSorted()).toEqual([
    ["delete", "Prompt", "tone"],
    ["replace", "Config", "standard"],
    ["update", "Mapping", "default"],
    ["update", "Model", "large"],
  ]);
  expect(review.routes.filter(({ moved }) => moved)).toMatchObject([
    { incoming: "default", before: { model: "openai/small" }, after: { model: "openai/large" } },
  ]);
  expect(review.optionChanges).toMatchObject([
    { name: "team", words: expect.stringContaining("is protected") },
  ]);
  expect(JSON.stringify(review)).not.toContain("sk-canary");
  expect(stack.gateway.rows("prompts")).toHaveLength(1);
});

test("a renamed resource with an alias is only renamed, and one without is made anew", async () => {
  const renamed = await edited([
    'Workspace("team", { name: "Support" })',
    'Workspace("crew", { name: "Support" }, { aliases: [{ name: "team" }] })',
  ]);
  const same = await renamed.stack.review(renamed.next);
  expect(same.changes).toEqual([]);
  expect(same.optionChanges).toMatchObject([{ words: "was called `team` until now" }]);
  const anew = await edited([
    'Workspace("team", { name: "Support" })',
    'Workspace("crew", { name: "Support" })',
  ]);
  const { counts } = await anew.stack.review(anew.next);
  expect(counts.replace + counts.create).toBeGreaterThan(1);
});

test("what would fail at preview fails in a review", async () => {
  const faulty = await edited(["inputCost: 2", 'inputCost: "2" as never']);
  await expect(faulty.stack.review(faulty.next)).rejects.toThrow(/inputCost must be a number/);
  const kept = await edited(['{ name: "Support" }', '{ name: "Support" }, { protect: true }']);
  const { stack } = await edited();
  expect(await stack.review(kept.next).then(({ changes }) => changes)).toEqual([]);
});
