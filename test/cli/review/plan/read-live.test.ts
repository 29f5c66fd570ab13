import { expect, test } from "vitest";
import { sessionFor } from "../../../../cli/gateway.js";
import { guard } from "../../../../cli/guard/guard.js";
import { safeRules } from "../../../../cli/guard/rules.js";
import { reviewOf } from "../../../../cli/review/facts/review-of.js";
import { readLive } from "../../../../cli/review/plan/live.js";
import { kinds } from "../../../../provider/every-kind.js";
import type { Values } from "../../../../provider/spec/values.js";
import { openDesk } from "../../support/desk.ts";
import {
  created,
  deleted,
  inputs,
  type PreviewStep,
  planOf,
  provided,
  replaced,
  same,
  step,
  unknown,
  updated,
  urn,
} from "../facts/support/preview.ts";
import { gpt, resource } from "../facts/support/stack.ts";

/** A workspace in which a stack has a provider, and the console has made the rest. */
async function room() {
  const desk = await openDesk();
  const { clicks, gateway, terminal } = desk;
  const team = await clicks.workspace("Team");
  const at = { workspaceId: team.id };
  const openai = await clicks.provider(team, "openai", { base_url: "https://api.example" });
  const gpt = await clicks.model(team, openai, "gpt");
  const mapping = await clicks.mapping(team, "default", gpt.gateway_name, { priority: 5 });
  gateway.log.clear();
  const look = async (...steps: PreviewStep[]) => {
    const plan = await readLive(planOf(...steps), kinds, async () => sessionFor(terminal, {}, kinds));
    const review = reviewOf({ plan, kinds });
    const rules = review.findings.map(({ rule }) => rule);
    return { plan, review, rules, verdict: guard(review, safeRules) };
  };
  const member = (role?: "ADMIN") => {
    gateway.seed.member(team.id, "member", role);
    const [row] = gateway.rows("members").filter((each) => each.role === (role ?? "MEMBER"));
    return String(row?.user_id);
  };
  const asked = () => gateway.log.entries().map(({ method, path }) => `${method} ${path}`);
  const provider: Values = { ...inputs.ModelProvider, ...at };
  const stays = resource("Workspace", "team", { name: "Team" }).same();
  return {
    ...{ ...desk, team, at, openai, gpt, mapping, member, provider, look, asked },
    gone: deleted("ModelProvider", "openai", provider, { id: openai.id }),
    stays: { ...stays, oldState: { inputs: {}, ...stays.oldState, id: team.id } },
  };
}

test("a provider that is deleted takes the models along that only the console knows, and the routes to them", async () => {
  const { look, gone, clicks, team, at } = await room();
  const { review, plan, rules, verdict } = await look(gone);
  expect(rules).toEqual(expect.arrayContaining(["provider-delete-with-models", "route-lost"]));
  const reason = expect.stringContaining("`gpt` (in no program)");
  expect(verdict.refused).toContainEqual(
    expect.objectContaining({ rule: "provider-delete-with-models", reason }),
  );
  expect(review.routes).toContainEqual(expect.objectContaining({ incoming: "default", moved: true }));
  expect(plan.live).toMatchObject({ unread: [], notes: [], accounts: [{ gateway: expect.any(String) }] });
  expect(review.size).toEqual({ before: 1, after: 0 });
  const { id } = await clicks.provider(team, "deepseek");
  const empty = deleted(
    "ModelProvider",
    "deepseek",
    { ...inputs.ModelProvider, ...at, name: "deepseek" },
    { id },
  );
  expect((await look(empty)).verdict.passes).toBe(true);
});

test("a mapping of the console counts where a declared one is tried after it", async () => {
  const { look, team, at, gpt, clicks } = await room();
  await clicks.mapping(team, ".*", gpt.gateway_name, { priority: 0, is_pattern: true });
  const fast = { ...at, sourceName: "fast", targetModel: "openai/other", priority: 1 };
  const { review, rules } = await look(created("Mapping", "fast", fast));
  const [route] = review.routes.filter(({ incoming }) => incoming === "fast");
  expect(route?.after).toMatchObject({ is: "model", model: gpt.gateway_name });
  expect(rules).toContain("pattern-shadowed");
});

test("a model of the console that the program reads for the first time is where its mapping leads, now and before", async () => {
  const { look, at, gpt } = await room();
  const read = step("read", "Model", "theirs", { newState: { id: gpt.id, external: true, inputs: at } });
  const fast = { ...at, sourceName: "fast", targetModel: gpt.gateway_name };
  const { review } = await look(read, created("Mapping", "fast", fast));
  const target = { is: "model", modelUrn: urn("Model", "theirs") };
  expect(review.routes.filter(({ incoming }) => ["fast", gpt.gateway_name].includes(incoming))).toMatchObject(
    [
      { incoming: "fast", after: target },
      { incoming: gpt.gateway_name, before: target, after: target, moved: false },
    ],
  );
});

test("a model of the console that is read from now on moves no request", async () => {
  const { at, gpt, look } = await room();
  const before = { ...inputs.Mapping, ...at, targetModel: gpt.gateway_name };
  const reads = step("read", "Model", "small", { newState: { inputs: {}, id: gpt.id, external: true } });
  const mapped = updated("Mapping", "default", before, { ...before, priority: 2 });
  const other = resource("Prompt", "tone", at).updated({ content: "Be long." });
  const referring = step("update", "Mapping", "default", {
    oldState: { inputs: before },
    newState: {
      inputs: { ...before, targetModel: unknown },
      propertyDependencies: { targetModel: [urn("Model", "small")] },
    },
  });
  for (const steps of [
    [mapped],
    [referring],
    [other, referring],
    [other],
    [other, { ...mapped, op: "same" }],
  ]) {
    const { review, rules } = await look(reads, ...steps);
    expect(rules.filter((rule) => rule.startsWith("route") || rule === "target-unknown")).toEqual([]);
    expect(review.routes.filter(({ moved }) => moved)).toEqual([]);
  }
});

test("requests that are led to a provider which only the console has are of a high risk", async () => {
  const { clicks, team, at, openai, gpt, look } = await room();
  const evil = await clicks.provider(team, "evil", { base_url: "https://collector.example" });
  const copy = await clicks.model(team, evil, "gpt");
  const from = resource("Mapping", "default", { ...at, targetModel: gpt.gateway_name });
  const { verdict } = await look(
    resource("ModelProvider", "openai", at).same(),
    resource("Model", "gpt", { ...at, providerId: openai.id }).same({ gatewayName: gpt.gateway_name }),
    from.updated({ targetModel: copy.gateway_name }),
  );
  expect(verdict.warned.map(({ rule }) => rule)).toContain("route-to-new-host");
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
  const { look, team, at, member, clicks } = await room();
  const userId = member("ADMIN");
  await clicks.prompt(team, "tone", "Be brief.", { position: 3 });
  const { review, plan, verdict } = await look(
    created("Member", "ada", { ...at, userId, role: "MEMBER" }),
    created("Budget", "cap", { ...at, budget: 1_000_000 }),
    created("Prompt", "tone", { ...inputs.Prompt, ...at, content: "Be long.", adopt: true }),
    created("Prompt", "other", { ...inputs.Prompt, ...at, name: "other" }),
  );
  const change = (name: string) => review.changes.find((each) => each.name === name);
  expect(change("ada")).toMatchObject({
    takesOver: true,
    fields: [{ name: "role", before: "ADMIN", after: "MEMBER" }],
  });
  expect(change("cap")?.fields).toEqual([expect.objectContaining({ name: "budget", after: 1_000_000 })]);
  expect(change("cap")?.fields[0]).toHaveProperty("before");
  expect(change("tone")?.fields.map(({ name }) => name)).toEqual(["content", "adopt"]);
  expect(change("other")).not.toHaveProperty("takesOver");
  expect(plan.steps.filter(({ name, isUndeclared }) => name === "tone" && isUndeclared)).toEqual([]);
  expect(review.counts.create).toBe(4);
  expect(review.size).toEqual({ before: 0, after: 4 });
  expect(verdict.refused.map(({ rule }) => rule).toSorted()).toEqual(["budget-up", "role-lowered"]);
  const kept = await look(created("Member", "ada", { ...at, userId, role: "ADMIN" }));
  expect(kept.verdict).toMatchObject({ passes: true, warned: [] });
});

test("what a Provider of the program takes over in a workspace that the stack's settings know is read", async () => {
  const { look, at, member, stays } = await room();
  const cap = provided(created("Budget", "cap", { ...at, budget: 1_000_000 }));
  const ada = provided(created("Member", "ada", { ...at, userId: member("ADMIN"), role: "MEMBER" }));
  const { review, plan, verdict } = await look(stays, ...cap, ...ada);
  const taken = plan.steps.filter(({ takesOver, provider }) => takesOver && provider === "second");
  expect(taken.map(({ name }) => name).toSorted()).toEqual(["ada", "cap"]);
  expect(review.changes.find(({ name }) => name === "cap")?.fields[0]).toHaveProperty("before");
  expect(verdict.refused.map(({ rule }) => rule).toSorted()).toEqual(["budget-up", "role-lowered"]);
  expect((await look(...cap)).review.findings).toContainEqual(
    expect.objectContaining({ rule: "unjudged", name: "cap", level: "high" }),
  );
});

test("a budget is refused unless it is named where the gateway did not show the one before", async () => {
  const { gateway, team, at, look, stays } = await room();
  gateway.faults.add({ kind: "status", path: `/workspaces/${team.id}/budget`, status: 403 });
  const steps = [created("Budget", "cap", { ...at, budget: 1 })];
  for (const by of [steps, provided(...steps)]) {
    const { verdict } = await look(stays, ...by);
    expect(verdict.refused).toMatchObject([{ rule: "unjudged", name: "cap" }]);
  }
});

/** Another mapping of the console, if it has a priority, and what a step does that adopts its name. */
async function twins(...more: number[]) {
  const { clicks, team, at, look, stays, mapping } = await room();
  const ids = [mapping.id];
  for (const priority of more)
    ids.push((await clicks.mapping(team, "default", "openai/gpt", { priority })).id);
  const mine = { ...inputs.Mapping, ...at, targetModel: "evil/gpt", adopt: true };
  const judged = async (step: PreviewStep) => {
    const { refused, warned } = (await look(stays, step)).verdict;
    return { refused, all: [...refused, ...warned] };
  };
  return {
    ...{ ids, judged, mine },
    made: (values: Values) => judged(created("Mapping", "mine", { ...mine, ...values })),
    isUnjudged: { rule: "unjudged", name: "mine" },
  };
}

test("a mapping that takes over one of another priority is compared with it, and named", async () => {
  const { made, ids, isUnjudged } = await twins();
  const reason = expect.stringContaining(ids[0] ?? "?");
  for (const priority of [1, unknown]) {
    const { refused, all } = await made({ priority });
    expect(all).toContainEqual(expect.objectContaining({ ...isUnjudged, reason }));
    expect(refused).not.toContainEqual(expect.objectContaining(isUnjudged));
    expect(all).toContainEqual(expect.objectContaining({ rule: "target-unknown" }));
  }
  const same = await made({ targetModel: "openai/gpt", priority: 5 });
  expect(same.all).not.toContainEqual(expect.objectContaining(isUnjudged));
});

test("a mapping that may take over one of several is refused, and all are named", async () => {
  const { made, ids, isUnjudged } = await twins(7);
  const { refused } = await made({ priority: 1 });
  const [found] = refused.filter(({ rule }) => rule === "unjudged");
  expect(ids.filter((id) => found?.reason.includes(id))).toEqual(ids);
  expect((await made({ priority: 7 })).all).not.toContainEqual(expect.objectContaining(isUnjudged));
});

test("a mapping that moves to another workspace and adopts one there is judged as a change of it", async () => {
  const { judged, mine } = await twins();
  const { refused } = await judged(replaced("Mapping", "mine", { ...mine, workspaceId: "old-id" }, mine));
  expect(refused).toContainEqual(expect.objectContaining({ rule: "target-unknown", name: "mine" }));
});

test("an invitation for the domain of a member whom nobody declares is for known people", async () => {
  const { look, at, member, gateway } = await room();
  const userId = member();
  const domain = String(gateway.rows("users").find(({ id }) => id === userId)?.email).split("@")[1];
  const invited = async (address: string) =>
    (await look(resource("Invitation", "i", { ...at, restrictedTo: [address], expiresInDays: 7 }).created()))
      .rules;
  expect(await invited(`ben@${domain}`)).not.toContain("invitation-wide");
  expect(await invited("ben@other.example")).toContain("invitation-wide");
});

test("a workspace that is taken over is looked into, and what is declared in it is found there", async () => {
  const { look, team, clicks } = await room();
  await clicks.prompt(team, "tone", "Be brief.");
  const tone = resource("Prompt", "tone", { workspaceId: unknown, content: "Be long.", adopt: true });
  const { review, plan } = await look(
    created("Workspace", "team", { name: "Team", adopt: true }),
    tone.created({ propertyDependencies: { workspaceId: [urn("Workspace", "team")] } }),
  );
  expect(
    review.changes
      .filter(({ takesOver }) => takesOver)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(["team", "tone"]);
  expect(plan.steps.filter(({ isUndeclared }) => isUndeclared).map(({ kind }) => kind)).toContain("Mapping");
});

test("what only the gateway has goes with its workspace, and is no delete of the stack", async () => {
  const { look, team } = await room();
  const { review, plan } = await look(deleted("Workspace", "team", { name: "Team" }, { id: team.id }));
  const inside = plan.steps.filter(({ isUndeclared }) => isUndeclared);
  expect(inside.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(["ModelProvider", "Model", "Mapping"]),
  );
  expect(inside.every(({ after }) => after === undefined)).toBe(true);
  expect(review.counts.delete).toBe(1);
});

test("a list that is refused is told, and what else there is is read", async () => {
  const { look, gone, gateway } = await room();
  gateway.faults.add({ kind: "status", path: "/prompts", status: 403 });
  const { review, rules } = await look(gone);
  expect(review.unread).toEqual([expect.stringMatching(/^The undeclared prompts could not be read: .*403/)]);
  expect(rules).toContain("provider-delete-with-models");
});

test("without a token, and with --offline, one line says that nothing was read", async () => {
  const plan = planOf(gpt.updated({ inputCost: 1 }));
  const terminal = { ...(await openDesk()).terminal, env: {} };
  const { live } = await readLive(plan, kinds, async () => sessionFor(terminal, {}, kinds));
  const line = expect.stringMatching(/Undeclared objects are not in this review: .*ACCESS_TOKEN/);
  expect(live).toEqual({ accounts: [], read: [], unread: [], notes: [line] });
  const { caveats } = reviewOf({ plan: await readLive(plan, kinds, undefined), kinds });
  expect(caveats).toContain("Undeclared objects are not in this review: `--offline`.");
  expect((await readLive(planOf(gpt.same()), kinds, undefined)).live).toBeUndefined();
});

test("the settings of another gateway than that of the stack read nothing", async () => {
  const { look, gone, asked } = await room();
  const outputs = { ...gone.oldState?.inputs, __gateway: "https://other.example/api/v1" };
  const { review } = await look({ ...gone, oldState: { inputs: {}, ...gone.oldState, outputs } });
  expect(review.unread).toEqual([expect.stringMatching(/another gateway/)]);
  expect(asked()).toEqual([]);
});
