import { expect, test } from "vitest";
import { sessionFor } from "../../../../cli/gateway.js";
import type { Review } from "../../../../cli/review/facts/review.js";
import { reviewOf } from "../../../../cli/review/facts/review-of.js";
import { readLive } from "../../../../cli/review/plan/live.js";
import { kinds } from "../../../../provider/every-kind.js";
import type { Values } from "../../../../provider/spec/values.js";
import { type Desk, openDesk } from "../../support/desk.ts";
import {
  created,
  deleted,
  inputs,
  type PreviewStep,
  planOf,
  provided,
  same,
  step,
  unknown,
  updated,
  urn,
} from "../facts/support/preview.ts";

/** A workspace in which a stack has a provider, and the console has made the rest. */
async function room() {
  const desk = await openDesk();
  const { clicks, gateway } = desk;
  const team = await clicks.workspace("Team");
  const openai = await clicks.provider(team, "openai");
  const gpt = await clicks.model(team, openai, "gpt");
  const mapping = await clicks.mapping(team, "default", gpt.gateway_name, { priority: 5 });
  gateway.log.clear();
  const provider: Values = { ...inputs.ModelProvider, workspaceId: team.id };
  const look = async (...steps: PreviewStep[]) => {
    const plan = await readLive(planOf(...steps), kinds, async () => sessionFor(desk.terminal, {}, kinds));
    return { plan, review: reviewOf({ plan, kinds }) };
  };
  const asked = () => gateway.log.entries().map(({ method, path }) => `${method} ${path}`);
  return { ...desk, team, openai, gpt, mapping, provider, look, asked };
}

const rulesOf = ({ findings }: Review) => findings.map(({ rule }) => rule);
const at = (id: unknown) => ({ id: String(id) });

test("a provider that is deleted takes the models along that only the console knows, and the routes to them", async () => {
  const { look, openai, provider } = await room();
  const { review, plan } = await look(deleted("ModelProvider", "openai", provider, at(openai.id)));
  expect(rulesOf(review)).toEqual(expect.arrayContaining(["provider-delete-with-models", "route-lost"]));
  expect(review.routes).toContainEqual(expect.objectContaining({ incoming: "default", moved: true }));
  expect(plan.live).toMatchObject({ unread: [], notes: [], accounts: [{ gateway: expect.any(String) }] });
  expect(review.size).toEqual({ before: 1, after: 0 });
});

test("a mapping of the console counts where a declared one is tried after it", async () => {
  const { look, team, gpt, clicks } = await room();
  await clicks.mapping(team, ".*", gpt.gateway_name, { priority: 0, is_pattern: true });
  const mapping = { workspaceId: team.id, sourceName: "fast", targetModel: "openai/other", priority: 1 };
  const { review } = await look(created("Mapping", "fast", mapping));
  const [route] = review.routes.filter(({ incoming }) => incoming === "fast");
  expect(route?.after).toMatchObject({ is: "model", model: gpt.gateway_name });
  expect(rulesOf(review)).toContain("pattern-shadowed");
});

test("a model of the console that the program reads for the first time is where its mapping leads, now and before", async () => {
  const { look, team, gpt } = await room();
  const read = step("read", "Model", "theirs", {
    newState: { id: gpt.id, external: true, inputs: { workspaceId: team.id } },
  });
  const led = created("Mapping", "fast", {
    workspaceId: team.id,
    sourceName: "fast",
    targetModel: gpt.gateway_name,
  });
  const { review } = await look(read, led);
  const target = { is: "model", modelUrn: urn("Model", "theirs") };
  expect(review.routes.filter(({ incoming }) => ["fast", gpt.gateway_name].includes(incoming))).toMatchObject(
    [
      { incoming: "fast", after: target },
      { incoming: gpt.gateway_name, before: target, after: target, moved: false },
    ],
  );
});

test("a workspace whose objects stay is not read, and one that is touched is read once for each kind", async () => {
  const { look, provider, asked } = await room();
  await look(same("ModelProvider", "openai", provider));
  expect(asked()).toEqual([]);
  await look(updated("ModelProvider", "openai", provider, { ...provider, priority: 2 }));
  expect(asked().every((line) => line.startsWith("GET "))).toBe(true);
  const lists = asked().filter((line) => !line.endsWith("/user"));
  expect(new Set(lists).size).toBe(lists.length);
  expect(lists).toHaveLength(
    1 + kinds.filter(({ endpoints }) => endpoints.parent && (endpoints.list ?? endpoints.get)).length,
  );
});

test("what a new Member, Budget or adopted object has before is shown, not guessed", async () => {
  const { look, team, gateway, clicks } = await room();
  gateway.seed.member(team.id, "member", "ADMIN");
  const [ada] = gateway.rows("members").filter((row) => row.workspace_id === team.id && row.role === "ADMIN");
  await clicks.prompt(team, "tone", "Be brief.", { position: 3 });
  const { review, plan } = await look(
    created("Member", "ada", { workspaceId: team.id, userId: String(ada?.user_id), role: "MEMBER" }),
    created("Budget", "cap", { workspaceId: team.id, budget: 77 }),
    created("Prompt", "tone", { ...inputs.Prompt, workspaceId: team.id, content: "Be long.", adopt: true }),
    created("Prompt", "other", { ...inputs.Prompt, workspaceId: team.id, name: "other" }),
  );
  const change = (name: string) => review.changes.find((each) => each.name === name);
  expect(change("ada")).toMatchObject({
    takesOver: true,
    fields: [{ name: "role", before: "ADMIN", after: "MEMBER" }],
  });
  expect(change("cap")?.fields).toEqual([expect.objectContaining({ name: "budget", after: 77 })]);
  expect(change("cap")?.fields[0]).toHaveProperty("before");
  expect(change("tone")?.fields.map(({ name }) => name)).toEqual(["content", "adopt"]);
  expect(change("other")).not.toHaveProperty("takesOver");
  expect(plan.steps.filter(({ name, isUndeclared }) => name === "tone" && isUndeclared)).toEqual([]);
  expect(review.counts.create).toBe(4);
  expect(review.size).toEqual({ before: 0, after: 4 });
});

test("what a Provider of the program takes over in a workspace that the stack's settings know is read", async () => {
  const { look, team, provider } = await room();
  const cap = created("Budget", "cap", { workspaceId: team.id, budget: 77 });
  const { review, plan } = await look(same("ModelProvider", "openai", provider), ...provided(cap));
  expect(plan.steps.find(({ name }) => name === "cap")).toMatchObject({
    takesOver: true,
    provider: "second",
  });
  expect(review.changes.find(({ name }) => name === "cap")?.fields[0]).toHaveProperty("before");
  const { review: unknown } = await look(...provided(cap));
  expect(unknown.findings).toContainEqual(
    expect.objectContaining({ rule: "unjudged", name: "cap", level: "high" }),
  );
});

test("an invitation for the domain of a member whom nobody declares is for known people", async () => {
  const { look, team, gateway } = await room();
  gateway.seed.member(team.id, "member");
  const [member] = gateway
    .rows("members")
    .filter((row) => row.workspace_id === team.id && row.role === "MEMBER");
  const [user] = gateway.rows("users").filter(({ id }) => id === member?.user_id);
  const domain = String(user?.email).split("@")[1];
  const invited = (restrictedTo: string[]) =>
    look(created("Invitation", "i", { workspaceId: team.id, restrictedTo, maxUses: 1, expiresInDays: 7 }));
  expect(rulesOf((await invited([`ben@${domain}`])).review)).not.toContain("invitation-wide");
  expect(rulesOf((await invited(["ben@other.example"])).review)).toContain("invitation-wide");
});

test("a workspace that is taken over is looked into, and what is declared in it is found there", async () => {
  const { look, team, clicks } = await room();
  await clicks.prompt(team, "tone", "Be brief.");
  const { review, plan } = await look(
    created("Workspace", "team", { name: "Team", adopt: true }),
    created(
      "Prompt",
      "tone",
      { ...inputs.Prompt, workspaceId: unknown, content: "Be long.", adopt: true },
      {
        propertyDependencies: {
          workspaceId: ["urn:pulumi:dev::shop::pulumi-nodejs:dynamic/workspace-gateway:Workspace::team"],
        },
      },
    ),
  );
  expect(review.changes.map(({ name, takesOver }) => [name, takesOver])).toEqual(
    expect.arrayContaining([
      ["team", true],
      ["tone", true],
    ]),
  );
  expect(plan.steps.filter(({ isUndeclared }) => isUndeclared).map(({ kind }) => kind)).toContain("Mapping");
});

test("what only the gateway has goes with its workspace, and is no delete of the stack", async () => {
  const { look, team } = await room();
  const { review, plan } = await look(deleted("Workspace", "team", { name: "Team" }, at(team.id)));
  const inside = plan.steps.filter(({ isUndeclared }) => isUndeclared);
  expect(inside.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(["ModelProvider", "Model", "Mapping"]),
  );
  expect(inside.every(({ after }) => after === undefined)).toBe(true);
  expect(review.counts.delete).toBe(1);
});

test("a list that is refused is told, and what else there is is read", async () => {
  const { look, openai, provider, gateway } = await room();
  gateway.faults.add({ kind: "status", path: "/prompts", status: 403 });
  const { review } = await look(deleted("ModelProvider", "openai", provider, at(openai.id)));
  expect(review.unread).toEqual([expect.stringMatching(/^The undeclared prompts could not be read: .*403/)]);
  expect(rulesOf(review)).toContain("provider-delete-with-models");
});

test.each<[string, Desk["terminal"]["env"], RegExp]>([
  ["without a token", {}, /Undeclared objects are not in this review: .*ACCESS_TOKEN/],
])("%s one line says that nothing was read", async (_what, env, line) => {
  const plan = planOf(updated("Model", "gpt", inputs.Model, { ...inputs.Model, inputCost: 1 }));
  const { terminal } = await openDesk();
  const blind = { ...terminal, env };
  const { live } = await readLive(plan, kinds, async () => sessionFor(blind, {}, kinds));
  expect(live).toEqual({ accounts: [], read: [], unread: [], notes: [expect.stringMatching(line)] });
});

test("--offline asks nobody, and says so", async () => {
  const plan = planOf(updated("Model", "gpt", inputs.Model, { ...inputs.Model, inputCost: 1 }));
  const { caveats } = reviewOf({ plan: await readLive(plan, kinds, undefined), kinds });
  expect(caveats).toContain("Undeclared objects are not in this review: `--offline`.");
  const quiet = planOf(same("Model", "gpt", inputs.Model));
  expect((await readLive(quiet, kinds, undefined)).live).toBeUndefined();
});

test("the settings of another gateway than that of the stack read nothing", async () => {
  const { look, openai, provider, asked } = await room();
  const outputs = { ...provider, __gateway: "https://other.example/api/v1" };
  const { review } = await look(deleted("ModelProvider", "openai", provider, { ...at(openai.id), outputs }));
  expect(review.unread).toEqual([expect.stringMatching(/another gateway/)]);
  expect(asked()).toEqual([]);
});
