import { afterEach, expect, test } from "vitest";
import { type Declared, ref, renamed, withArgs, without } from "./support/declaration.ts";
import { errorsOf, fails, ok } from "./support/outcome.ts";
import { type World, world } from "./support/world.ts";

const workspaceId = ref("team");
const team: Declared = { kind: "Workspace", name: "team", args: { name: "Support" } };
const adopted: Declared[] = [
  { kind: "Member", name: "bob", args: { workspaceId, email: "member@example.com", role: "ADMIN" } },
  {
    kind: "Mapping",
    name: "route",
    args: { workspaceId, sourceName: "default", targetModel: "openai/gpt", adopt: true },
  },
  { kind: "Quota", name: "burst", args: { match: { name: "burst" }, maxRequests: 7, onDestroy: "delete" } },
];
const objects = [team, ...adopted];
const inTwoNames = adopted.reduce<Declared[]>((all, { name }) => renamed(all, name, `new-${name}`), objects);
/** What the gateway refuses, so that the run fails before it deletes anything. */
const refused: Declared = {
  kind: "Prompt",
  name: "refused",
  args: { workspaceId, name: "tone", content: "Be brief.", modelId: "no-such-model" },
};

const worlds: World[] = [];
afterEach(async () => {
  for (const w of worlds.splice(0)) await w.dispose();
});

/** A stack with the three objects, and what they are on the gateway. */
async function managed(env: Record<string, string> = {}) {
  const w = await world({ objects: [team], env });
  worlds.push(w);
  await ok(w.project.up({ skipPreview: true }));
  w.gateway.seed.member(w.calls.id("workspaces", "Support"), "member");
  await w.declare(objects);
  await ok(w.project.up({ skipPreview: true }));
  w.calls.take();
  const there = () => ({
    members: w.gateway.rows("members").map(({ id, role }) => ({ id, role })),
    mappings: w.gateway.rows("mappings").map(({ id }) => id),
    quotas: w.gateway.rows("quotas").map(({ id }) => id),
  });
  return { w, there, before: there() };
}

async function urnOf(w: World, name: string): Promise<string> {
  const { deployment } = await w.project.exportState();
  const urns = (deployment.resources ?? []).map(({ urn }) => urn);
  return urns.find((urn) => urn.endsWith(`::${name}`)) ?? expect.unreachable(`nothing is called ${name}`);
}

test("renamed in a run that failed, the next run leaves what the new names have", async () => {
  const { w, there, before } = await managed();
  await w.declare([...inTwoNames, refused]);
  await fails(w.project.up({ skipPreview: true }));
  const { deployment } = await w.project.exportState();
  const names = (deployment.resources ?? []).map(({ urn }) => urn.split("::").at(-1));
  expect(names).toEqual(expect.arrayContaining(["bob", "new-bob", "route", "new-route"]));

  await w.declare(inTwoNames);
  const said = await ok(w.project.up({ skipPreview: true }));
  expect(w.calls.writes().filter((line) => line.startsWith("DELETE"))).toEqual([]);
  expect(there()).toEqual(before);
  expect(said).toContain("is left as it is: another resource of the program has it");
  await ok(w.project.preview({ expectNoChanges: true }));
  await ok(w.project.refresh({ expectNoChanges: true }));
  expect(await urnOf(w, "new-bob")).toContain("Member");
});

test("renamed in a run of the new names alone, the next run, which refreshes first, leaves what they have", async () => {
  const { w, there, before } = await managed();
  await w.declare(inTwoNames);
  await ok(w.project.up({ skipPreview: true, target: ["**new-*"] }));
  await ok(w.project.up({ skipPreview: true, refresh: true }));
  expect(w.calls.writes()).toEqual([]);
  expect(there()).toEqual(before);
  await ok(w.project.preview({ expectNoChanges: true }));
});

/** The names of the objects from the first to this one. */
function gone(last: string): string[] {
  const names = adopted.map(({ name }) => name);
  return names.slice(0, names.indexOf(last) + 1);
}

test("what is no longer declared is deleted, by an up with --refresh too, and with --run-program", async () => {
  const { w, there, before } = await managed();
  for (const [name, how] of [
    ["bob", { refresh: true }],
    ["route", { refresh: true, runProgram: true }],
    ["burst", {}],
  ] as const) {
    await w.declare(without(objects, ...gone(name)));
    await ok(w.project.up({ skipPreview: true, ...how }));
  }
  expect(there()).toEqual({
    members: before.members.filter(({ role }) => role === "OWNER"),
    mappings: [],
    quotas: [],
  });
});

test("a second resource that declares the same object is refused at preview by the name of the other; a connection under another name for the same gateway sends nothing", async () => {
  const { w, there, before } = await managed();
  const { args = {} } = adopted[1] ?? expect.unreachable("it is there");
  await w.declare([...objects, { kind: "Mapping", name: "again", args }]);
  const said = errorsOf(await fails(w.project.preview()));
  expect(said.join("\n")).toMatch(/declared already, by the resource "(route|again)"/); // whichever comes second
  expect(w.calls.take()).toEqual([]);

  const env = {
    WORKSPACE_GATEWAY_EU_BASE_URL: w.gateway.baseUrl,
    WORKSPACE_GATEWAY_EU_ACCESS_TOKEN: w.token,
  };
  const moved = Object.fromEntries(objects.map(({ name }) => [name, { connection: "eu" }]));
  const declared = withArgs(objects, { ...moved, route: { connection: "eu", adopt: undefined } });
  await w.declare(declared);
  await ok(w.project.up({ skipPreview: true, env }));
  expect(w.calls.writes()).toEqual([]);
  expect(there()).toEqual(before);
  await ok(w.project.refresh({ expectNoChanges: true, env }));
  await ok(w.project.preview({ expectNoChanges: true, env }));
});
