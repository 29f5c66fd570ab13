import { expect, test } from "vitest";
import { type Adapter, adapterProject } from "../harness/adapter.ts";
import { type Declared, ref, renamed } from "./support/declaration.ts";
import { grow } from "./support/grown.ts";
import { life, up, worldOfTest } from "./support/life.ts";
import { mapping, prompt, team } from "./support/objects.ts";
import { fails, ok } from "./support/outcome.ts";

const workspaceId = ref("team");
const objects: readonly Declared[] = [
  { kind: "Member", name: "bob", args: { workspaceId, email: "member@example.com", role: "ADMIN" } },
  mapping("route", { sourceName: "default", adopt: true }),
  prompt("tone", { adopt: true }),
  { kind: "Quota", name: "burst", args: { match: { name: "burst" }, maxRequests: 7, onDestroy: "delete" } },
];
/** The objects under names that no run has seen before. No alias says what they were called. */
const called = (prefix: string): Declared[] =>
  objects.reduce((all, { name }) => renamed(all, name, `${prefix}-${name}`), [team, ...objects]);
/** What the gateway refuses, so that the run fails before it deletes anything. */
const refused = prompt("refused", { modelId: "no-such-model" });

// The tests of this file are the stations of one stack's life, in this order. Each has more than one provider process.
let before: ReturnType<typeof there>;
const w = life({ objects: [team], adapter: "native" }, async () => {
  await use("dynamic");
  await grow(w, called("first"));
  before = there();
});

/** What the objects are on the gateway. */
function there() {
  return (["members", "mappings", "prompts", "quotas"] as const).map((table) =>
    w.gateway.rows(table).map(({ id, role, max_requests }) => ({ id, role, max_requests })),
  );
}

/** The plugin stays in Pulumi.yaml: what a run deletes may be of either adapter. */
async function use(adapter: Adapter, { project } = w): Promise<void> {
  for (const [key, value] of Object.entries(adapterProject.native.config)) {
    const change = adapter === "native" ? ["set", key, value] : ["rm", key];
    await ok(project.run(["config", ...change, "--stack", project.stack]));
  }
}

/** Nothing was lost, and nothing is left of the names of before. */
async function isKept(prefix: string, env: Record<string, string> = {}): Promise<void> {
  await ok(w.project.preview({ expectNoChanges: true, env }));
  expect(there()).toEqual(before);
  const { deployment } = await w.project.exportState();
  const names = (deployment.resources ?? []).map(({ urn }) => urn.split("::").at(-1) ?? "");
  expect(
    names.filter((name) => /^[a-z]+-(bob|route|tone|burst)$/.test(name) && !name.startsWith(`${prefix}-`)),
  ).toEqual([]);
}

test("renamed in the same up as the switch to the plugin, every object stays", async () => {
  await use("native");
  await up(w, called("second"));
  await isKept("second");
});

test("renamed by a run that failed, and then switched back, every object stays", async () => {
  await w.declare([...called("third"), refused]);
  await fails(w.project.up({ skipPreview: true }));
  await use("dynamic");
  await up(w, called("third"));
  await isKept("third");
});

test("renamed in the same up as one provider of the program takes the place of another, every object stays", async () => {
  const { baseUrl } = w.gateway;
  const by = (providerName: string) => ({
    TEST_INSIDE: "1",
    TEST_AROUND: JSON.stringify({ providerName, provider: { baseUrl, accessToken: w.token } }),
  });
  const rooted = called("fourth").map((object) =>
    object.name === "team" ? { ...object, opts: { aliases: [{ atRoot: true }] } } : object,
  );
  await up(w, rooted, { env: by("a") });
  expect(there()).toEqual(before);
  await up(w, called("fifth"), { env: by("b") });
  await isKept("fifth", by("b"));
});

test.each([
  ["dynamic", "dynamic"],
  ["native", "native"],
  ["dynamic", "native"],
] as const)("a quota with restore is renamed without an alias, from %s to %s", async (from, to) => {
  const inside = await worldOfTest({ objects: [], adapter: "native" });
  const { gateway, project } = inside;
  const burst = () => gateway.rows("quotas").find(({ name }) => name === "burst");
  const quota = (name: string, maxRequests: number): Declared[] => [
    { kind: "Quota", name, args: { match: { name: "burst" }, maxRequests, onDestroy: "restore" } },
  ];
  const original = burst()?.max_requests;
  await use(from, inside);
  const taken = await up(inside, quota("old", 7));
  expect(taken).toContain(`had maxRequests ${original} when this resource took it over`);
  await use(to, inside);
  const changed = await up(inside, quota("new", 9));
  expect(changed).toContain(`had maxRequests ${original} before this stack changed it`);
  expect(changed).toContain("recorded maxRequests 7 instead");
  expect(await ok(project.destroy())).toContain("gets back maxRequests 7");
  await gateway.console("PATCH", `/quotas/${burst()?.id}`, { max_requests: original });
  await use(from, inside);
  await up(inside, quota("old", 7));
  await use(to, inside);
  expect(await up(inside, quota("new", 9), { refresh: true })).not.toContain("aliases");
  await ok(project.destroy());
  expect(burst()?.max_requests).toBe(original);
});
