import { describe, expect, test } from "vitest";
import { begunCreates } from "../../../cli/recover/begun-creates.js";
import type { LostFinding } from "../../../cli/recover/find-lost.js";
import {
  lineOf,
  questionFor,
  type RecoveryFacts,
  type RecoveryReport,
  type RecoveryStep,
  recoveryPlan,
  reportAsText,
  reportFacts,
} from "../../../cli/recover/recovery-plan.js";
import type { StateEntry } from "../../../cli/stack/stack-state.js";
import { kinds } from "../../../provider/every-kind.js";
import { prompt } from "../../../provider/kinds/prompt.js";
import { nativeToken, typeToken } from "../../../provider/spec/token.js";

const root = "urn:pulumi:prod::shop::";
const providerOf = (name: string) => `${root}pulumi:providers:workspace-gateway::${name}::an-id`;

function entry(name: string, more: Partial<StateEntry> = {}): StateEntry {
  const type = more.type ?? typeToken("Prompt");
  return { urn: `${root}${type}::${name}`, type, custom: true, id: name, outputs: { name }, ...more };
}

interface Given extends Partial<Omit<RecoveryFacts, "state">> {
  readonly resources?: readonly StateEntry[];
  readonly pending?: readonly (readonly [type: string, resource: StateEntry])[];
}

function plan({ resources = [], pending = [], ...more }: Given): RecoveryStep[] {
  const pending_operations = pending.map(([type, resource]) => ({ type, resource }));
  const state = { deployment: { resources: [...resources], pending_operations } };
  return recoveryPlan({ kinds, state, locks: [], creates: [], objects: [], isUnrecorded: false, ...more });
}

const short = (steps: readonly RecoveryStep[]) =>
  steps.map((each) => `${each.step} ${"urn" in each ? each.urn.split("::").at(-1) : ""}: ${each.says}`);

function seen(resource: StateEntry, is: RecoveryFacts["objects"][number]["is"], deleting = false) {
  const { urn, id = "", outputs = {} } = resource;
  return { object: { urn, id, kind: prompt, inputs: {}, outputs, deleting }, is };
}

function planOfCreates(findings: readonly LostFinding[], resources: readonly StateEntry[] = []) {
  const resource = entry("a", { inputs: { name: "a" } });
  const pending = findings.map(() => ["creating", resource] as const);
  const pending_operations = [{ type: "creating", resource }];
  const begun = begunCreates({ deployment: { pending_operations } }, kinds, 7);
  const creates = findings.flatMap((finding) => begun.map((create) => ({ create, finding })));
  return plan({ resources, pending, creates });
}

const found: LostFinding = { is: "found", id: "1", outputs: {} };
const currentSince = (time: number) => [entry("a", { id: "now", created: new Date(time).toISOString() })];

test.each<[of: string, finding: LostFinding, expected: string, resources?: StateEntry[]]>([
  ["found", found, "record a: It was created with the id 1."],
  ["found, to replace one", found, "record a", currentSince(6)],
  ["found, and made again", found, "look a: It exists with the id 1, but a later run", currentSince(8)],
  ["absent", { is: "absent" }, "drop a: It was not created."],
  ["absent, with a note", { is: "absent", note: "Mind it." }, "drop a: Mind it."],
  ["doubtful", { is: "doubtful", why: "Why.", look: "Look." }, "look a: Why. Look."],
])("a create that is %s has the expected step", (_of, finding, expected, resources) => {
  expect(short(planOfCreates([finding], resources))).toEqual([expect.stringContaining(expected)]);
});

test("one of two objects of a repeated create is surplus", () => {
  const steps = planOfCreates([found, { ...found, id: "2" }]);
  expect(steps).toMatchObject([{ made: { surplus: false } }, { made: { surplus: true } }]);
});

const a = entry("a");
const { id: _id, ...renamed } = entry("renamed", { aliases: [a.urn] }); // an update has no id yet
const native = { type: nativeToken("Prompt") };
const ours = entry("b", { ...native, provider: providerOf("eu") });
const other = entry("b", { type: "aws:s3/bucket:Bucket" });
const team = entry("team", { type: "shop:index:Team", custom: false });
const ofStack = entry("shop-prod", { type: "pulumi:pulumi:Stack", custom: false });
const provider = entry("default", { type: "pulumi:providers:pulumi-nodejs" });

const begun =
  (type: string) =>
  (resource: StateEntry, ...resources: readonly StateEntry[]): Given => ({
    ...{ pending: [[type, resource]], resources },
  });
const [creating, updating, deleting] = [begun("creating"), begun("updating"), begun("deleting")];
const objects = (is: "gone" | "same" | "written", isDeleting = false) => ({
  objects: [seen(a, is, isDeleting)],
});
const again = "send-again a: It may have been changed.";
const unknown = "The result of the";
const nextUp = "The next `pulumi up` repeats the operation.";

test.each<[of: string, given: Given, expected: string]>([
  ["an object that is gone", objects("gone"), "forget a: It no longer exists"],
  ["an object that may be changed", objects("written"), again],
  ["an object that is the same", objects("same"), ""],
  ["no delete", { ...deleting(a, a), ...objects("same", true) }, "drop a: It was not deleted."],
  ["a delete", { ...deleting(a, a), ...objects("gone", true) }, "forget a"],
  ["an update of one of two", updating(a, a, entry("b")), again],
  ["an update of another URN", updating(renamed, a), again],
  ["an update by a provider of the program", updating(ours, ours), "send-again b"],
  ["an update before a delete", updating(a, entry("a", { delete: true })), ""],
  ["an update before a create", updating(a, entry("a", { pendingReplacement: true })), ""],
  ["an update of nothing", { ...updating(a, a), ...objects("gone") }, "forget a"],
  ["an update of another package", updating(other, other), `refresh b: ${unknown} update is unknown`],
  ["a delete of another package", deleting(other, other), `refresh b: ${unknown} delete is unknown`],
  ["a delete by a provider of the program", deleting(ours, ours), "refresh b"],
  ["another create", creating(other), "look b: This package does not support aws:s3"],
  ["a create of the program", creating(ours), 'look b: The settings of its provider "eu"'],
  ["a create of a component", creating(team), `drop team: ${nextUp}`],
  ["a create of the stack", creating(ofStack), `drop shop-prod: ${nextUp}`],
  ["a create of a provider", creating(provider), `drop default: ${nextUp}`],
  ["a read", begun("reading")(a), `drop a: ${nextUp}`],
  ["an import", begun("importing")(a), "drop a: Import it again."],
])("the plan for %s has the expected steps", (_of, given, expected) => {
  expect(short(plan(given))).toEqual(expected === "" ? [] : [expect.stringContaining(expected)]);
});

const held = { file: "f", by: "ada", since: "noon", pid: 7, alive: false };

test("locks are removed before the state is written", () => {
  const steps = plan({ locks: [held], objects: [seen(a, "gone")] });
  expect(steps.map(({ step }) => step)).toEqual(["unlock", "forget"]);
  expect(steps[0]?.says).toContain("Process 7 no longer exists on this machine");
});

test("after an unrecorded run, each explicit provider gets one refresh step for all its resources", () => {
  const resources = [
    ...[a, ours, entry("c", { ...native, provider: providerOf("eu") }), team],
    entry("d", { ...native, provider: providerOf("default_0_1_0") }),
    entry("read", { ...native, provider: providerOf("eu"), external: true }),
    entry("eu", { type: "pulumi:providers:workspace-gateway" }),
  ];
  expect(plan({ resources })).toEqual([]);
  const urn = providerOf("eu").replace("::an-id", "");
  const refresh = { step: "refresh", urn, says: expect.stringContaining("2 resources") };
  expect(plan({ resources, isUnrecorded: true })).toMatchObject([refresh]);
});

describe("the wording of steps", () => {
  const { urn } = entry("tone");
  const lock = { step: "unlock", ...held, says: "" } as const;
  const steps = {
    lock,
    foreignLock: { ...lock, alive: undefined },
    recorded: {
      ...{ step: "record", urn, id: "1", says: "It was created." },
      made: { entry: { urn, type: "t", inputs: { content: "sk-canary" } }, outputs: {}, surplus: false },
    },
    gone: { step: "forget", urn, id: "2", says: "It is gone." },
    again: { step: "send-again", urn, id: "3", says: "It is sent again." },
    dropped: { step: "drop", urn, operation: "creating", says: "It was not created." },
    kept: { step: "drop", urn, operation: "deleting", says: "It was not deleted." },
    unseen: { step: "refresh", urn, says: "Nobody knows." },
    doubtful: { step: "look", urn, says: "Look for it." },
  } satisfies Record<string, RecoveryStep>;
  const all = Object.values(steps);
  const report = (told: readonly RecoveryStep[], more: Partial<RecoveryReport> = {}): RecoveryReport => ({
    ...{ stack: "dev", dryRun: false, stopped: false, steps: told, copy: undefined },
    ...more,
  });

  test("the report says what was done and what to do next", () => {
    const told = [[], [steps.recorded], all, [steps.again, steps.unseen], [steps.gone], [steps.kept]];
    const reports = [
      ...told.map((each) => report(each)),
      report([steps.recorded], { stopped: true }),
      report([steps.recorded], { dryRun: true }),
    ];
    const texts = reports.map((each) => `${reportFacts(each).next} | ${reportAsText(each)}`);
    expect(texts.join("\n")).toMatchInlineSnapshot(`
      "pulumi up | Nothing to recover: no run of dev left anything behind.
      pulumi up | 1 recovered. Next: \`pulumi up\`.
      pulumi up --refresh | 2 stale locks, 1 recovered, 1 deleted, 1 to resend, 2 dropped, 1 to refresh, 1 to check manually. Next: \`pulumi up --refresh\`, or \`pulumi destroy\` if a destroy was interrupted.
      pulumi up --refresh | 1 to resend, 1 to refresh. Next: \`pulumi up --refresh\`.
      pulumi up | 1 deleted. Next: \`pulumi up\`, or \`pulumi destroy\` if a destroy was interrupted.
      pulumi up | 1 dropped. Next: \`pulumi up\`, or \`pulumi destroy\` if a destroy was interrupted.
      pulumi up | The recovery was not completed. Found: 1 recovered. Run the command again to continue.
      pulumi up | Nothing was changed: this was a dry run. 1 recovered."
    `);
  });

  test("the JSON report lists the steps without the values for the state", () => {
    const json = JSON.stringify(reportFacts(report(all, { copy: "copy.json" })));
    const printed = all.map((each) => ("made" in each ? { ...each, made: undefined } : each));
    expect(JSON.parse(json)).toMatchObject({ copy: "copy.json" });
    expect(JSON.parse(json).steps).toEqual(JSON.parse(JSON.stringify(printed)));
    expect(json).not.toContain("sk-canary");
  });

  test("one question covers all changes, without locks that were confirmed before", () => {
    expect(questionFor(all, 2)).toBe(
      "Remove the lock (`pulumi cancel`), add 1 object to the state, " +
        "remove 1 object from the state, mark 1 object to be resent and drop the 2 pending operations?",
    );
    expect(questionFor([steps.gone, { ...steps.gone, id: "4" }], 0)).toBe("Remove 2 objects from the state?");
    expect(questionFor([steps.dropped, steps.unseen, steps.doubtful, steps.foreignLock], 0)).toBeUndefined();
  });

  test("a line names the resource and contains no control character", () => {
    expect(lineOf(steps.gone)).toBe("Prompt tone: It is gone.");
    expect(lineOf({ ...lock, says: "It\u001b[31m lives." })).not.toContain("\u001b");
  });
});
