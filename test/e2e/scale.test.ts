import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Declared, ref } from "./support/declaration.ts";
import { ok } from "./support/outcome.ts";
import { type World, world } from "./support/world.ts";

const size = 250;

function workspace(index: number): Declared {
  return { kind: "Workspace", name: `team-${index}`, args: { name: `Team ${index}` } };
}

function mapping(team: number, index: number): Declared {
  return {
    kind: "Mapping",
    name: `mapping-${team}-${index}`,
    args: { workspaceId: ref(`team-${team}`), sourceName: `model-${index}`, targetModel: "openai/gpt" },
  };
}

function realistic(team: number): Declared[] {
  const workspaceId = ref(`team-${team}`);
  const name = (what: string) => `${what}-${team}`;
  const upstream = { baseUrl: "https://upstream.example/v1", priority: 1, compatibility: "OPENAI_SDK" };
  const model = { type: "chat", inputCost: 2.5, outputCost: 10, contextWindow: 128_000 };
  return [
    workspace(team),
    { kind: "ModelProvider", name: name("openai"), args: { workspaceId, name: "openai", ...upstream } },
    {
      kind: "Model",
      name: name("gpt"),
      args: { workspaceId, providerId: ref(name("openai")), name: "gpt", displayName: "GPT", ...model },
    },
    {
      kind: "Prompt",
      name: name("tone"),
      args: { workspaceId, name: "tone", content: "Be brief.", modelId: ref(name("gpt")) },
    },
    {
      kind: "Mapping",
      name: name("default"),
      args: { workspaceId, sourceName: "default", targetModel: ref(name("gpt"), "gatewayName") },
    },
  ];
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const oneTeam = [workspace(0), ...range(size - 1).map((index) => mapping(0, index))];
const realisticTeams = range(size / 5).flatMap(realistic);

// Each describe is one stack; its tests run in this order.
describe.each([
  { title: "one workspace with 249 mappings", objects: oneTeam, workspaces: 1 },
  { title: "50 workspaces with four kinds each", objects: realisticTeams, workspaces: size / 5 },
])("$title", ({ objects, workspaces }) => {
  let w: World;
  beforeAll(async () => {
    // The engine rewrites its whole state twice for each object unless told otherwise; that is not what is tried here.
    w = await world({ objects, env: { PULUMI_SKIP_CHECKPOINTS: "true" } });
  });
  afterAll(() => w?.dispose());

  test("up asks once for each object, and hardly anything else", async () => {
    await ok(w.project.up({ skipPreview: true, parallel: 32 }));
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
    const shared = Math.ceil(workspaces / 2);
    const allowed = objects.length * 1.02 + workspaces * looks + shared;
    expect(w.gateway.log.entries().length).toBeLessThanOrEqual(allowed);
    expect(w.calls.remaining()).toEqual([]);
    expectNoneRefused(w);
  });
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
