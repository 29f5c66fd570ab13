import { describe, expect, test } from "vitest";
import { begunCreates } from "../../../cli/recover/begun-creates.js";
import type { LostFinding } from "../../../cli/recover/lost-create.js";
import { type RecoveryFacts, type RecoveryStep, recoveryPlan } from "../../../cli/recover/recovery-plan.js";
import type { PendingEntry, StateEntry } from "../../../cli/stack/deployment.js";
import { kinds } from "../../../provider/every-kind.js";
import { nativeToken, typeToken } from "../../../provider/spec/token.js";

const prompt = typeToken("Prompt");
const bucket = "aws:s3/bucket:Bucket";
const root = "urn:pulumi:prod::shop::";
const providerOf = (name: string) => `${root}pulumi:providers:workspace-gateway::${name}::an-id`;

function entry(name: string, more: Partial<StateEntry> = {}): StateEntry {
  const type = more.type ?? prompt;
  return { urn: `${root}${type}::${name}`, type, custom: true, id: name, outputs: { name }, ...more };
}

/** What is planned of a state. */
function plan(
  resources: readonly StateEntry[],
  pending: readonly PendingEntry[] = [],
  more: Partial<RecoveryFacts> = {},
): RecoveryStep[] {
  const state = { deployment: { resources: [...resources], pending_operations: [...pending] } };
  return recoveryPlan({
    ...{ kinds, state, locks: [], creates: [], objects: [], isUnrecorded: false },
    ...more,
  });
}

/** The steps in short: what is done, to which resource. */
function short(steps: readonly RecoveryStep[]): string[] {
  return steps.map((each) => {
    const name = "id" in each ? each.id : "urn" in each ? each.urn.split("::").at(-1) : "";
    return `${each.step} ${name}`.trim();
  });
}

function seen(resource: StateEntry, is: RecoveryFacts["objects"][number]["is"], deleting = false) {
  const kind = kinds.find(({ name }) => name === "Prompt") ?? expect.unreachable("there are prompts");
  const { urn, id = "", outputs = {} } = resource;
  return { object: { urn, id, kind, inputs: {}, outputs, deleting }, is };
}

/** What a look for a lost create may find. */
type Found = LostFinding extends infer Each ? (Each extends LostFinding ? Omit<Each, "lost"> : never) : never;

describe("a create that was begun", () => {
  const found: Found = { is: "found", id: "1", outputs: {} };

  /** What is planned of a pending create, of which the gateway has this. */
  function planned(finding: Found, resources: readonly StateEntry[] = []) {
    const pending = { type: "creating", resource: entry("a", { inputs: { name: "a" } }) };
    const [create] = begunCreates({ deployment: { pending_operations: [pending] } }, kinds, 7);
    if (create === undefined) return expect.unreachable("it can be looked for");
    return plan(resources, [pending], { creates: [{ create, finding: { ...finding, lost: create.lost } }] });
  }

  test("goes into the state if it was found, and is dropped with a word if not", () => {
    expect(planned(found)).toMatchObject([{ step: "record", id: "1", made: { surplus: false } }]);
    expect(planned({ is: "absent" })).toMatchObject([{ step: "drop", says: "It was not created." }]);
    expect(planned({ is: "absent", note: "Mind it." })).toMatchObject([{ step: "drop", says: "Mind it." }]);
  });

  test("is left to a person in doubt", () => {
    const doubtful: Found = { is: "doubtful", why: "It may exist.", look: "Look for it." };
    expect(planned(doubtful)).toMatchObject([{ step: "look", says: "It may exist. Look for it." }]);
  });

  test("replaces what was there before, but is a person's if a later run has made its resource again", () => {
    const made = (at: number) => [entry("a", { id: "now", created: new Date(at).toISOString() })];
    expect(short(planned(found, made(6)))).toEqual(["record 1"]);
    const later = { step: "look", says: expect.stringContaining("later run") };
    expect(planned(found, made(8))).toMatchObject([later]);
  });

  test("and tried again, leaves one of two objects to be deleted", () => {
    const pending = { type: "creating", resource: entry("a", { inputs: { name: "a" } }) };
    const state = { deployment: { pending_operations: [pending, pending] } };
    const creates = begunCreates(state, kinds, 7).map((create, index) => ({
      create,
      finding: { is: "found" as const, lost: create.lost, id: `${index}`, outputs: {} },
    }));
    const steps = plan([], [], { creates });
    expect(steps.map((each) => each.step === "record" && each.made.surplus)).toEqual([false, true]);
  });
});

describe("an object of the state", () => {
  const a = entry("a");
  test.each([
    ["gone", ["forget a"]],
    ["written", ["send-again a"]],
    ["same", []],
  ] as const)("that is %s: %j", (is, does) => {
    expect(short(plan([a], [], { objects: [seen(a, is)] }))).toEqual(does);
  });

  test("whose delete was begun is told, also if it is there as it was", () => {
    const pending = [{ type: "deleting", resource: a }];
    const dropped = { step: "drop", operation: "deleting", says: "It was not deleted." };
    expect(plan([a], pending, { objects: [seen(a, "same", true)] })).toMatchObject([dropped]);
    expect(short(plan([a], pending, { objects: [seen(a, "gone", true)] }))).toEqual(["forget a"]);
  });
});

describe("an update that was begun", () => {
  const pendingOf = (resource: StateEntry) => [{ type: "updating", resource }];

  test("is sent again, of that resource alone", () => {
    expect(short(plan([entry("a"), entry("b")], pendingOf(entry("a"))))).toEqual(["send-again a"]);
  });

  test("has no id yet, and an alias may give the resource another URN than the state has", () => {
    const { id: _id, ...renamed } = entry("renamed", { aliases: [entry("a").urn] });
    expect(short(plan([entry("a")], pendingOf(renamed)))).toEqual(["send-again a"]);
  });

  test("is also sent again by a provider of the program", () => {
    const native = entry("a", { type: nativeToken("Prompt"), provider: providerOf("eu") });
    expect(short(plan([native], pendingOf(native)))).toEqual(["send-again a"]);
  });

  test.each([
    ["is to be deleted", { delete: true }],
    ["waits for its replacement", { pendingReplacement: true }],
  ])("of a resource that %s is left alone", (_what, more) => {
    expect(plan([entry("a", more)], pendingOf(entry("a", more)))).toEqual([]);
  });

  test("of what is gone is left alone", () => {
    const objects = [seen(entry("a"), "gone")];
    expect(short(plan([entry("a")], pendingOf(entry("a")), { objects }))).toEqual(["forget a"]);
  });
});

describe("what nobody here can look for", () => {
  const native = { type: nativeToken("Prompt") };

  test.each([
    ["another package", { type: bucket }, "does not know aws:s3"],
    ["a provider of the program", { ...native, provider: providerOf("eu") }, '"eu"'],
  ])(
    "is left to a person if it was begun to be made, by %s, and to a refresh otherwise",
    (_of, more, says) => {
      const resource = entry("b", more);
      const pending = (type: string) => [{ type, resource }];
      const look = { step: "look", says: expect.stringContaining(says) };
      expect(plan([], pending("creating"))).toMatchObject([look]);
      expect(short(plan([resource], pending("deleting")))).toEqual(["refresh b"]);
    },
  );

  test("of another package is left to a refresh if it was being changed", () => {
    const resource = entry("b", { type: bucket });
    expect(short(plan([resource], [{ type: "updating", resource }]))).toEqual(["refresh b"]);
  });

  test("is left to a refresh after a run that recorded nothing, one step for each provider", () => {
    const eu = { ...native, provider: providerOf("eu") };
    const resources = [
      entry("a"),
      entry("d", { ...native, provider: providerOf("default_0_1_0") }),
      entry("b", eu),
      entry("c", eu),
      entry("read", { ...eu, external: true }),
      entry("team", { type: "shop:index:Team", custom: false }),
      entry("eu", { type: "pulumi:providers:workspace-gateway" }),
    ];
    expect(plan(resources)).toEqual([]);
    const urn = providerOf("eu").replace("::an-id", "");
    const refresh = { step: "refresh", urn, says: expect.stringContaining("2 resources") };
    expect(plan(resources, [], { isUnrecorded: true })).toMatchObject([refresh]);
  });
});

test("what has no object of its own, and what is only read, the next run does again; an import a person does", () => {
  const others = [
    { type: "creating", resource: entry("team", { type: "shop:index:Team", custom: false }) },
    { type: "creating", resource: entry("shop-prod", { type: "pulumi:pulumi:Stack", custom: false }) },
    { type: "creating", resource: entry("default", { type: "pulumi:providers:pulumi-nodejs" }) },
    { type: "reading", resource: entry("a") },
    { type: "importing", resource: entry("b") },
  ];
  const steps = plan([], others);
  expect(steps.map((each) => each.step)).toEqual(others.map(() => "drop"));
  expect(steps.map(({ says }) => says)).toEqual([
    ...Array(4).fill("The next `pulumi up` does it again."),
    "Import it again.",
  ]);
});

test("the locks come before what is written to the state", () => {
  const lock = { file: "f", by: "ada", since: "noon", pid: 7, alive: false };
  const steps = plan([entry("a")], [], { locks: [lock], objects: [seen(entry("a"), "gone")] });
  expect(short(steps)).toEqual(["unlock", "forget a"]);
  expect(steps[0]?.says).toContain("There is no process 7 on this machine any more");
});
