import { afterAll, beforeAll, describe, expect, test } from "vitest";
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
/** The objects, in a run that calls them so. */
const called = (prefix: string): Declared[] =>
  adopted.reduce((all, { name }) => renamed(all, name, `${prefix}${name}`), [team, ...adopted]);
const objects = called("");
/** What the gateway refuses, so that the run fails before it deletes anything. */
const refused: Declared = {
  kind: "Prompt",
  name: "refused",
  args: { workspaceId, name: "tone", content: "Be brief.", modelId: "no-such-model" },
};

// The tests of this file are the stations of one stack's life, in this order: three objects, under one name after another.
let w: World;
let before: ReturnType<typeof there>;
beforeAll(async () => {
  w = await world({ objects: [team] });
  await ok(w.project.up({ skipPreview: true }));
  w.gateway.seed.member(w.calls.id("workspaces", "Support"), "member");
  await w.declare(objects);
  await ok(w.project.up({ skipPreview: true }));
  w.calls.take();
  before = there();
});
afterAll(() => w?.dispose());

/** What the three objects are on the gateway. */
function there() {
  return {
    members: w.gateway.rows("members").map(({ id, role }) => ({ id, role })),
    mappings: w.gateway.rows("mappings").map(({ id }) => id),
    quotas: w.gateway.rows("quotas").map(({ id }) => id),
  };
}

async function namesInState(): Promise<(string | undefined)[]> {
  const { deployment } = await w.project.exportState();
  return (deployment.resources ?? []).map(({ urn }) => urn.split("::").at(-1));
}

test("a second resource that declares the same object is refused at preview by the name of the other", async () => {
  const { args = {} } = adopted[1] ?? expect.unreachable("it is there");
  await w.declare([...objects, { kind: "Mapping", name: "again", args }]);
  const said = errorsOf(await fails(w.project.preview()));
  expect(said.join("\n")).toMatch(/declared already, by the resource "(route|again)"/); // whichever comes second
  expect(w.calls.take()).toEqual([]);
});

test("renamed in a run of the new names alone, the next run, which refreshes first, leaves what they have", async () => {
  await w.declare(called("new-"));
  await ok(w.project.up({ skipPreview: true, target: ["**new-*"] }));
  await ok(w.project.up({ skipPreview: true, refresh: true }));
  expect(w.calls.writes()).toEqual([]);
  expect(there()).toEqual(before);
  await ok(w.project.preview({ expectNoChanges: true }));
});

test("renamed in a run that failed, the next run leaves what the new names have", async () => {
  await w.declare([...called("third-"), refused]);
  await fails(w.project.up({ skipPreview: true }));
  expect(await namesInState()).toEqual(
    expect.arrayContaining(["new-bob", "third-bob", "new-route", "third-route"]),
  );

  w.calls.take();
  await w.declare(called("third-"));
  const said = await ok(w.project.up({ skipPreview: true }));
  expect(w.calls.writes()).toEqual([]);
  expect(there()).toEqual(before);
  expect(said).toContain("is left as it is: another resource of the program has it");
  await ok(w.project.preview({ expectNoChanges: true, refresh: true }));
  expect(await namesInState()).toContain("third-bob");
});

describe("with a connection under another name", () => {
  const eu = (list: readonly Declared[]) =>
    withArgs(
      list,
      Object.fromEntries(list.map(({ name }) => [name, { connection: "eu", adopt: undefined }])),
    );
  const env = () => ({
    WORKSPACE_GATEWAY_EU_BASE_URL: w.gateway.baseUrl,
    WORKSPACE_GATEWAY_EU_ACCESS_TOKEN: w.token,
  });

  test("for the same gateway, nothing is sent", async () => {
    await w.declare(eu(called("third-")));
    await ok(w.project.up({ skipPreview: true, env: env() }));
    expect(w.calls.writes()).toEqual([]);
    expect(there()).toEqual(before);
    await ok(w.project.preview({ expectNoChanges: true, refresh: true, env: env() }));
  });

  test("what is no longer declared is deleted, by an up with --refresh too, and with --run-program", async () => {
    for (const [gone, how] of [
      [["third-bob"], { refresh: true }],
      [["third-bob", "third-route"], { refresh: true, runProgram: true }],
      [["third-bob", "third-route", "third-burst"], {}],
    ] as const) {
      await w.declare(without(eu(called("third-")), ...gone));
      await ok(w.project.up({ skipPreview: true, env: env(), ...how }));
    }
    expect(there()).toEqual({
      members: before.members.filter(({ role }) => role === "OWNER"),
      mappings: [],
      quotas: [],
    });
  });
});
