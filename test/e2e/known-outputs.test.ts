import { expect, test } from "vitest";
import { reviewOf } from "../../cli/review/facts/review-of.js";
import { readPlan } from "../../cli/review/plan/read-plan.js";
import { kinds as specs } from "../../provider/every-kind.js";
import type { Kind } from "../../provider/spec/kind.js";
import { type Declared, ref, withArgs } from "./support/declaration.ts";
import { everything } from "./support/everything.ts";
import { grow, whole } from "./support/grown.ts";
import { hasNoChanges, life, up } from "./support/life.ts";
import { ok } from "./support/outcome.ts";

const kinds: readonly Kind[] = specs;
const objects = whole;

/** A resource that each output goes into which stays while something else of its object changes: a config, which any change would replace. */
const users = objects.flatMap(({ kind: name, name: of }): Declared[] => {
  const { outputFields } = kinds.find((kind) => kind.name === name) ?? expect.unreachable(`no kind ${name}`);
  const steady = [...outputFields.values()].filter(({ madeOf }) => madeOf !== undefined);
  return steady.map(({ name: output }) => {
    const args = {
      workspaceId: ref("team"),
      name: `${output}-of-${of}`,
      workflow: { value: ref(of, output) },
    };
    return { kind: "Config", name: args.name, args };
  });
});

/** A change of each object that can be changed in place, of a field on which no output depends. */
const changes: Readonly<Record<string, Declared["args"]>> = {
  team: { forceDestroy: true },
  cap: { budget: 300 },
  openai: { priority: 2 },
  gpt: { displayName: "GPT, the large one" },
  tone: { content: "Be kind." },
  default: { priority: 11 },
  docs: { indexingTimeout: 60 },
  standard: { replaceOrder: "createFirst" },
  burst: { maxRequests: 900 },
  ada: { role: "MEMBER" },
};

// The tests of this file are the stations of one stack's life, in this order.
const w = life({ objects: everything }, () => grow(w, [...objects, ...users]));

async function preview(): Promise<string> {
  return (await w.project.run(["preview", "--json", "--stack", w.project.stack])).stdout;
}

/** The resources that a preview wants to do something with. */
async function planned(): Promise<string[]> {
  const { steps } = JSON.parse(await preview()) as { steps: { op: string; urn: string }[] };
  return steps.filter(({ op }) => op !== "same").map(({ op, urn }) => `${op} ${urn.split("::").at(-1)}`);
}

test("every kind whose objects can be changed in place has a change here, and each of its outputs a user", () => {
  const changed = objects.filter(({ name }) => name in changes).map(({ kind }) => kind);
  const updatable = kinds.filter(({ source }) => source.how !== "issued").map(({ name }) => name);
  expect(changed.toSorted()).toEqual(updatable.toSorted());
  expect(users.map(({ name }) => name)).toContain("gatewayName-of-gpt");
  expect(users.length).toBeGreaterThan(updatable.length);
});

test("a preview of all the changes shows one update each and nothing of what uses an output; up makes them so", async () => {
  await w.declare(withArgs([...objects, ...users], changes));
  expect((await planned()).toSorted()).toEqual(
    Object.keys(changes)
      .map((name) => `update ${name}`)
      .toSorted(),
  );
  const { needs } = reviewOf({ plan: readPlan(await preview(), kinds), kinds });
  w.calls.take();
  await up(w);
  const asked = w.calls.take();
  const writes = asked.filter((line) => !line.startsWith("GET "));
  // It is what a review has told before.
  expect(needs.writes).toBe(writes.length);
  expect(asked.length - writes.length).toBeLessThanOrEqual(needs.reads);
  expect(writes.map((line) => line.replace(/ [^/]*$/, "")).toSorted()).toEqual([
    "PATCH /mappings/gpt-.*",
    "PATCH /models/gpt",
    "PATCH /prompts/tone",
    "PATCH /providers/openai",
    "PATCH /quotas/burst",
    "PATCH /workspaces/Support/budget",
    "PATCH /workspaces/Support/members/member",
  ]);
  await hasNoChanges(w);
});

test("a plan that a refreshed preview saved holds for an up that does not refresh", async () => {
  await w.declare(withArgs([...objects, ...users], { ...changes, gpt: { displayName: "GPT" }, burst: {} }));
  const stack = ["--stack", w.project.stack];
  await ok(w.project.run(["preview", "--refresh", "--save-plan", "plan.json", ...stack]));
  await ok(w.project.run(["up", "--yes", "--skip-preview", "--plan", "plan.json", ...stack]));
  await hasNoChanges(w);
});

test("no diff shows the retained outputs", async () => {
  await w.declare(withArgs([...objects, ...users], { ...changes, burst: {} }));
  const said = await ok(w.project.preview({ diff: true }));
  expect(said).toContain("~ displayName");
  expect(said).not.toMatch(/carried|[+-] gatewayName|createdAt/);
});
