import { describe, expect, vi } from "vitest";
import type { LostCreate } from "../../../cli/recover/begun-creates.js";
import { config } from "../../../provider/kinds/config.js";
import { mapping } from "../../../provider/kinds/mapping.js";
import { model } from "../../../provider/kinds/model.js";
import { modelProvider } from "../../../provider/kinds/model-provider.js";
import { prompt } from "../../../provider/kinds/prompt.js";
import { siteIndex } from "../../../provider/kinds/site-index.js";
import { workspace } from "../../../provider/kinds/workspace.js";
import { bodyOf } from "../../../provider/lifecycle/rows.js";
import type { Field } from "../../../provider/spec/field.js";
import type { Kind } from "../../../provider/spec/kind.js";
import { allKinds, createdKinds, secondValue, sentFields } from "../../contract/support/samples.ts";
import { type Variants, variantNames, variants } from "../../contract/support/variants.ts";
import { test, type World, world } from "../../contract/support/world.ts";
import { find, findOne, killedCreate, lostCreate, recovered } from "./support.ts";

const minute = 60_000;
// With these, the gateway does not show when an object was made.
const timeless = ["answers without null and timestamps"];
const adoptedKinds = allKinds.filter(({ kind }) => kind.source.how === "adopted");
const issuedKinds = allKinds.filter(({ kind }) => kind.source.how === "issued");
const timely = variantNames.filter((name) => !timeless.includes(name));

const doubt = (why: string) => ({ is: "doubtful", why: expect.stringMatching(why) });

const requestTimeout = 30_000; // the default
const later = () => ({ since: Date.now() + minute });
/** A run that ended that long before the create, apart from the time that a request may take, and one that has not begun. */
const runsAround = (ended: number) => (lost: LostCreate) => ({
  ...{ since: 0 },
  runs: [{ from: 0, to: lostSince(lost) - requestTimeout - ended }, { from: Date.now() + minute }],
});
const adopting = (lost: LostCreate) => ({ ...later(), inputs: { ...lost.inputs, adopt: true } });
const isThere = "already exists with the id ID \\(created at 20[-0-9T:.]+Z\\), but ";

/** What is found of an object that a killed run has made; a text is a doubt, in which ID is its id. */
const cases: readonly (readonly [of: string, expected: string, Case])[] = [
  ["begun later", `${isThere}it was created before the interrupted run`, { lost: later }],
  ["begun later, clock ahead", "created before", { variants: { dateSkewMs: 60 * minute }, lost: later }],
  ["begun later, clock behind", "created before", { variants: { dateSkewMs: -60 * minute }, lost: later }],
  ["no time", `${isThere}the start of the inter`, { lost: () => ({ since: undefined }) }],
  ["a program that adopts", "absent", { lost: adopting }],
  [
    "no run at that time",
    "id ID \\(created at .*not created during a known inter",
    { lost: runsAround(minute) },
  ],
  ["a run that has just ended", "found", { lost: runsAround(-minute / 6) }],
  ["reads that lag", "found", { stale: 3 }],
  ["a list that is cut", "truncated the list", { variants: { cut: 0 } }],
  ["times that are not shown", "ID", { variants: { sparse: true } }],
];

/** How the gateway answers before the search, the fault of reads in it, and what is known of the create. */
interface Case {
  readonly variants?: Variants;
  readonly stale?: number;
  readonly lost?: (lost: LostCreate) => Partial<LostCreate>;
}

describe.each(createdKinds)("$name", ({ kind }) => {
  test.each(timely)(
    "%s: a created object is found with the outputs of its create, and no difference remains",
    async (name) => {
      await using at = await world(variants[name]);
      const { id, outputs, lost } = await killedCreate(at, kind);
      at.gateway.log.clear();
      expect(await recovered(at, id, lost)).toEqual({ ...outputs });
      expect(at.gateway.log.entries({}).filter(({ method }) => method !== "GET")).toEqual([]);
      expect(await at.stack.operation().refresh()).toEqual([]);
      expect(await at.stack.operation().preview("it", kind.name, at.full(kind))).toBe("same");
      await at.stack.operation().destroy("it");
      expect(at.rows(kind)).toEqual([]);
    },
  );

  test("an object that was not created is absent", async ({ at }) => {
    expect(await findOne(at, lostCreate(kind, at.full(kind)))).toEqual({ is: "absent" });
  });

  test.for(cases)("%s: %s", async ([_of, expected, { variants: answers, stale: count = 0, lost: more }]) => {
    await using at = await world({ dateSkewMs: answers?.dateSkewMs ?? 0 });
    const { id, lost } = await killedCreate(at, kind);
    Object.assign(at.gateway.variants, answers);
    const path = kind.endpoints.list ?? "";
    if (count > 0) at.gateway.faults.add({ kind: "stale", method: "GET", path, count });
    const finding = await findOne(at, { ...lost, ...more?.(lost) });
    if (expected === "found") expect(finding).toMatchObject({ is: "found", id });
    else if (expected === "absent") expect(finding).toEqual({ is: "absent" });
    else expect(finding).toMatchObject(doubt(expected.replaceAll("ID", id)));
  });

  test("an object that belongs to a resource in the state is not taken", async ({ at }) => {
    const { id, inputs, outputs, lost } = await killedCreate(at, kind);
    const finding = await findOne(at, lost, [{ kind, id, inputs, outputs }]);
    expect(finding).toEqual({ is: "absent" });
  });

  test("none of several objects with the same name is taken, and all are named", async () => {
    await using at = await world({ twins: true });
    const { id, lost } = await killedCreate(at, kind);
    const twin = await twinOf(at, kind, id);
    const both = `${id}[\\s\\S]*${twin}|${twin}[\\s\\S]*${id}`;
    expect(await findOne(at, lost)).toMatchObject(doubt(both));
  });

  test("a token of a disallowed account causes an error, and nothing is taken", async ({ at }) => {
    const { lost } = await killedCreate(at, kind);
    at.env.WORKSPACE_GATEWAY_ALLOWED_ACCOUNTS = "of-somebody-else";
    await expect(findOne(at, lost)).rejects.toThrow("may only use of-somebody-else");
  });

  test.each([
    { fault: { kind: "status", status: 403 }, says: /(scope|permission)[\s\S]*Nothing was changed/ },
    { fault: { kind: "status", status: 401 }, says: /ACCESS_TOKEN[\s\S]*Nothing was changed/ },
    { fault: { kind: "reset-before" }, says: "Nothing was changed" },
  ] as const)(
    "a list that cannot be read is an error, and no object is absent: $fault",
    async ({ fault, says }) => {
      await using at = await world({}, { WORKSPACE_GATEWAY_RETRY_BUDGET: "1" });
      const { lost } = await killedCreate(at, kind);
      at.gateway.faults.add({ ...fault, method: "GET", path: kind.endpoints.list ?? "" });
      await expect(findOne(at, lost)).rejects.toThrow(says);
    },
  );

  test.skipIf(editable(kind).length === 0)(
    "the next `up` repairs differences between the object and its declaration",
    async ({ at }) => {
      const { id, lost } = await killedCreate(at, kind);
      const edits = editable(kind).map((field) => [field.name, secondValue(kind, at.refs, field)]);
      const inputs = { ...lost.inputs, ...Object.fromEntries(edits) };
      await recovered(at, id, { ...lost, inputs });
      const step = await at.stack.operation().up("it", kind.name, inputs);
      expect(step).toBe(kind.endpoints.patch !== undefined ? "update" : "delete-replace");
      expect(at.rows(kind)).toHaveLength(1);
      expect(at.differences(kind, inputs, at.stack.resource("it").id)).toEqual([]);
      expect(await at.stack.operation().preview("it", kind.name, inputs)).toBe("same");
      expect(await at.stack.operation().refresh()).toEqual([]);
    },
  );

  test.for([minute, 0])(
    "the last of two creates gets the object, whichever made it: started %d ms later",
    async (later, { at }) => {
      const { id, lost } = await killedCreate(at, kind);
      const again = { ...lost, since: lostSince(lost) + later, urn: `${lost.urn}-renamed` };
      const [first, last] = await find(at, [lost, again]);
      expect(first).toMatchObject({ is: "absent", note: expect.stringContaining(again.urn) });
      expect(last).toMatchObject({ is: "found", id });
    },
  );
});

test("the next `up` waits for an index that is being crawled and recreates one whose crawl failed", async () => {
  for (const crawl of ["hold", "fail"] as const) {
    await using at = await world({ crawl });
    const inputs = at.full(siteIndex);
    const { id } = await killedCreate(at, siteIndex, { ...inputs, waitForIndexed: false });
    if (crawl === "fail") await vi.waitFor(() => expect(at.rows(siteIndex)[0]?.status).toBe("FAILED"));
    const outputs = await recovered(at, id, lostCreate(siteIndex, inputs, Date.now() - minute));
    const next = at.stack.operation();
    if (crawl === "fail") expect(await next.preview("it", "Index", inputs)).toBe("delete-replace");
    else await expect(next.up("it", "Index", inputs)).rejects.toThrow("waits for it again");
    expect(outputs.__unfinished).toBe(crawl === "hold" ? true : undefined);
  }
});

test("the next `up` resends an API key that may have been changed in the meantime", async ({ at }) => {
  const { id, lost } = await killedCreate(at, modelProvider);
  await at.asConsole("PATCH", modelProvider, id, { apiKey: "sk-of-somebody-else" });
  const outputs = await recovered(at, id, lost);
  expect(outputs).not.toHaveProperty("apiKey");
  at.gateway.log.clear();
  expect(await at.stack.operation().up("it", "ModelProvider", lost.inputs)).toBe("update");
  expect(at.gateway.log.entries({ method: "PATCH" }).map(({ body }) => body)).toEqual([
    { workspace_id: at.refs.workspaceId, api_key: "***" },
  ]);
});

test("a default taken by another config stays declared and is reported, but not taken back", async () => {
  await using at = await world({ exclusiveDefault: true });
  const { id, lost } = await killedCreate(at, config, { ...at.full(config), isDefault: true });
  const body = { workspace_id: at.refs.workspaceId, name: "usurper", is_default: true };
  await at.gateway.console("POST", "/configs", body);
  expect(await recovered(at, id, lost)).toMatchObject({ isDefault: true });
  await at.stack.operation().refresh();
  expect(at.stack.warnings.join("\n")).toContain("isDefault was lost to another object");
  expect(await at.stack.operation().preview("it", "Config", lost.inputs)).toBe("same");
});

test("unknown inputs are stored as the gateway shows them", async ({ at }) => {
  const { id, lost } = await killedCreate(at, modelProvider);
  const { apiKey: _key, baseUrl: _url, modelOptions: _options, ...inputs } = lost.inputs;
  await recovered(at, id, { ...lost, inputs, unread: ["apiKey", "baseUrl", "modelOptions"] });
  at.gateway.log.clear();
  expect(await at.stack.operation().up("it", "ModelProvider", lost.inputs)).toBe("update");
  expect(at.gateway.log.entries({ method: "PATCH" }).map(({ body }) => Object.keys(body ?? {}))).toEqual([
    ["workspace_id", "api_key"],
  ]);
  expect(await at.stack.operation().preview("it", "ModelProvider", lost.inputs)).toBe("same");
});

test("a model records the source of its gateway name, whether its provider is in the state or lost", async ({
  at,
}) => {
  const provider = await killedCreate(at, modelProvider);
  const since = Date.now();
  at.stack.operation();
  at.stack.resources.set("provider", provider);
  await at.stack.up("provider", "ModelProvider", provider.inputs);
  await at.stack.up("it", "Model", { ...at.full(model), providerId: provider.id });
  const { inputs, outputs } = at.stack.resource("it");
  const lost = lostCreate(model, inputs, since);
  expect(outputs).toHaveProperty("__follows");
  const beside = await find(at, [lost, provider.lost]);
  const alone = await find(at, [lost], [{ ...provider, kind: modelProvider }]);
  for (const [finding] of [beside, alone])
    expect(finding?.is === "found" && finding.outputs.__follows).toBe(outputs.__follows);
});

test("no object is absent if the token's account did not write the stack", async ({ at }) => {
  const { lost, ...written } = await killedCreate(at, mapping);
  const { lost: lostWorkspace } = await killedCreate(at, workspace);
  at.env.WORKSPACE_GATEWAY_ACCESS_TOKEN = at.gateway.token({ user: "stranger" });
  const known = [{ ...written, kind: mapping }];
  const unseen = lostCreate(mapping, { ...lost.inputs, workspaceId: "one-that-nobody-sees" });
  for (const each of [lostWorkspace, unseen])
    await expect(findOne(at, each, known)).rejects.toThrow(/a different account wrote[\s\S]*ACCESS_TOKEN/);
  expect(await findOne(at, unseen)).toMatchObject(doubt("cannot see"));
});

test("a create in a deleted workspace is absent", async ({ at }) => {
  const { id, inputs, outputs } = await killedCreate(at, workspace);
  await at.stack.operation().up("team", "Workspace", { name: "gone" });
  const team = at.stack.resource("team");
  await at.stack.operation().destroy("team");
  const lost = lostCreate(mapping, { workspaceId: team.id, sourceName: "a", targetModel: "b" });
  const finding = await findOne(at, lost, [{ kind: workspace, id, inputs, outputs }]);
  expect(finding).toEqual({ is: "absent" });
});

test.for(adoptedKinds)(
  "a $name is absent, with a note about lost previous values if they were to be restored",
  async ({ kind }, { at }) => {
    const lost = lostCreate(kind, at.full(kind));
    const restoring = lostCreate(kind, { ...at.full(kind), onDestroy: "restore" });
    expect(await find(at, [lost, restoring])).toEqual([
      { is: "absent" },
      { is: "absent", note: expect.stringContaining("previous values are lost") },
    ]);
  },
);

test.for(issuedKinds)(
  "a $name is never absent, and the finding says what may exist and where to look",
  async ({ kind }, { at }) => {
    const finding = await findOne(at, lostCreate(kind, at.full(kind), Date.parse("2026-11-22T07:00:00Z")));
    expect(finding).toMatchObject({
      ...doubt("2026-11-22T07:00:00"),
      look: expect.stringContaining("console"),
    });
    expect(finding).toMatchObject(doubt(at.refs.workspaceId));
  },
);

test("a resource of another gateway does not claim an object of this gateway", async ({ at }) => {
  const { id, inputs, outputs, lost } = await killedCreate(at, workspace);
  const elsewhere = { kind: workspace, id, inputs, outputs: { ...outputs, __gateway: "another" } };
  expect(await findOne(at, lost, [elsewhere])).toMatchObject({ is: "found", id });
});

test("a create whose name is unknown is not searched for, and the finding says so", async ({ at }) => {
  const { name: _name, ...inputs } = at.full(prompt);
  const finding = await findOne(at, lostCreate(prompt, inputs));
  expect(finding).toMatchObject(doubt("because name is unknown"));
});

function lostSince({ since }: LostCreate): number {
  return since ?? expect.unreachable("a killed create has a time");
}

async function twinOf(at: World, kind: Kind, id: string): Promise<string> {
  const scope = kind.endpoints.scoped === true ? { workspace_id: at.refs.workspaceId } : {};
  const body = { ...scope, ...bodyOf(kind, at.full(kind)) };
  await at.gateway.console("POST", kind.endpoints.create ?? "", body);
  const twin = at.rows(kind).find((row) => row.id !== id);
  return String(twin?.id);
}

function editable(kind: Kind): Field[] {
  return sentFields(kind).filter(
    ({ name, replace, writeOnly, exclusive }) =>
      !kind.naturalKey.includes(name) && !replace && !writeOnly && !exclusive,
  );
}
