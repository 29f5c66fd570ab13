import { expect, test } from "vitest";
import { type Declared, ref } from "./support/declaration.ts";
import { life, up } from "./support/life.ts";
import { mapping, model, prompt, provider } from "./support/objects.ts";
import { ok } from "./support/outcome.ts";
import type { World } from "./support/world.ts";

const teams = 50;

/** A workspace with an object of four kinds. */
function teamOf(_: unknown, index: number): Declared[] {
  const team = `team-${index}`;
  const workspaceId = ref(team);
  const name = (what: string) => `${what}-${index}`;
  const gpt = { workspaceId, name: "gpt" };
  return [
    { kind: "Workspace", name: team, args: { name: `Team ${index}` } },
    provider(name("openai"), { workspaceId, name: "openai" }),
    model(name("gpt"), name("openai"), gpt),
    prompt(name("tone"), { workspaceId, name: "tone", modelId: ref(name("gpt")) }),
    mapping(name("default"), { workspaceId, targetModel: ref(name("gpt"), "gatewayName") }),
  ];
}

const objects = Array.from({ length: teams }, teamOf).flat();

// The tests are the stations of one stack's life, in this order. The engine rewrites its whole state twice for each object unless told otherwise; that is not what is tried here.
const w = life({ objects, env: { PULUMI_SKIP_CHECKPOINTS: "true" } });

test("up asks once for each object, and hardly anything else", async () => {
  await up(w, undefined, { parallel: 32 });
  const asked = w.gateway.log.entries();
  expect(asked.filter(({ method }) => method === "POST")).toHaveLength(objects.length);
  expect(asked.length).toBeLessThanOrEqual(objects.length * 1.02);
  expectNoneTwice(w);
  expectNoneRefused(w);
});

test("a preview without a change asks nothing", async () => {
  w.gateway.log.clear();
  await ok(w.project.preview({ expectNoChanges: true }));
  expect(w.gateway.log.entries()).toEqual([]);
});

test("a refresh asks once for each list, whatever the number of objects", async () => {
  await ok(w.project.refresh({ skipPreview: true, expectNoChanges: true, parallel: 32 }));
  const lists = new Set(objects.map(({ kind, args }) => JSON.stringify([kind, args?.workspaceId])));
  expect(w.gateway.log.entries().length).toBeLessThanOrEqual(lists.size + 1);
  expectNoneTwice(w);
});

test("destroy asks once for each object, and of each workspace whether anything is left in it", async () => {
  w.gateway.log.clear();
  await ok(w.project.destroy({ skipPreview: true, parallel: 32 }));
  const looks = 7; // the list of each kind; the list that has its own row is shared by those that are deleted at once
  const allowed = objects.length * 1.02 + teams * looks + teams / 2;
  expect(w.gateway.log.entries().length).toBeLessThanOrEqual(allowed);
  expect(w.calls.remaining()).toEqual([]);
  expectNoneRefused(w);
});

function expectNoneTwice(w: World): void {
  const requests = w.gateway.log
    .entries()
    .map(({ method, path, query, body }) => JSON.stringify([method, path, query, body]));
  expect(requests.filter((request, index) => requests.indexOf(request) !== index)).toEqual([]);
}

/** The gateway refuses an object that comes before one that it refers to, or goes after it. */
function expectNoneRefused(w: World): void {
  expect(w.gateway.log.entries().filter(({ status }) => status >= 400)).toEqual([]);
}
