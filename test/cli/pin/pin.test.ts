import { expect, test } from "vitest";
import { pinText, readPin } from "../../../cli/pin/format.js";
import { assertBound, movedProgram, otherAccounts, unknownsOf } from "../../../cli/pin/moves.js";
import { lastRunIn, recordedIn } from "../../../cli/pin/subject.js";
import { originOf, withProgram } from "../../../cli/pin/write.js";
import { kinds } from "../../../provider/every-kind.js";
import { secretEnvelope } from "../../../provider/spec/values.js";
import { inputs, unknown, urn } from "../review/facts/support/preview.ts";
import { pin, snapshot, step, subject } from "./some-subject.ts";

const secrets = { "shop:key": "SEKRET-1" };
const config = { "shop:key": "[secret]", "shop:size": "very large" };
const update = step("update", "Model", "gpt", {
  before: snapshot({ displayName: "a quiet name" }),
  after: snapshot({ displayName: "a loud name" }),
});
const some = () => pin(subject([update], { secrets, config }));

test("a pin is read back as it was written", () => {
  expect(readPin(pinText(some()))).toEqual(some());
});

test("a pin contains no value of an object or of the configuration, and no secret", () => {
  const text = pinText(some());
  for (const value of ["quiet", "loud", "very large", "SEKRET"]) {
    expect(text).not.toContain(value);
  }
  expect(text).toContain("displayName");
});

test("digests of the same value differ between pins, and between objects of one pin", () => {
  const one = some();
  const [urn = ""] = Object.keys(one.live);
  const name = { displayName: "a quiet name" };
  const two = pin(
    subject(["a", "b"].map((model) => step("same", "Model", model, { before: snapshot(name) }))),
  );
  const [a, b] = Object.values(two.live).map(({ displayName }) => displayName);
  expect(new Set([a, b, one.live[urn]?.displayName]).size).toBe(3);
});

test.each([
  ["", "is not a pin, or it is damaged"],
  ["{}", "is not a pin, or it is damaged"],
  ["[]", "is not a pin, or it is damaged"],
  [pinText(some()).slice(0, 500), "is not a pin, or it is damaged"],
  [JSON.stringify({ ...some(), format: 1 }), "it has the format 1, but this release reads only 2"],
  [JSON.stringify({ ...some(), more: 1 }), "more"],
  [JSON.stringify({ ...some(), plan: { file: "../elsewhere", sha256: "00" } }), "plan.file"],
])("an invalid pin is rejected with the reason: %#", (text, reason) => {
  expect(() => readPin(text)).toThrow(reason);
});

const create = step("create", "Prompt", "tone", {
  after: snapshot({ name: "tone", content: unknown, workspaceId: unknown }),
});
const free = pin(subject([create]));
const known = pin(subject([step("create", "Prompt", "tone", { after: snapshot({ name: "tone" }) })]));

test("values that are unknown at a review are listed by name", () => {
  expect(unknownsOf(known)).toEqual([]);
  expect(unknownsOf(free)).toEqual([{ name: "tone", words: "content, workspaceId of Prompt tone" }]);
});

test("an unbound program is rejected only if a value is unknown and not permitted by name", () => {
  const because = "it has no lock file";
  expect(() => assertBound(free, because, [])).toThrow(/it has no lock file\. .*--allow unknown:tone/);
  expect(() => assertBound(free, because, ["unknown:other"])).toThrow("unknown:tone");
  for (const permits of [["unknown:tone"], ["unknown"]]) assertBound(free, because, permits);
  assertBound(known, because, []);
});

test("a changed program is a difference only if a value is unknown", () => {
  const files = { "index.ts": "1", "old.ts": "2" };
  const now = { "index.ts": "other", "new.ts": "3" };
  expect(movedProgram(withProgram(free, files), files)).toEqual([]);
  expect(movedProgram(withProgram(known, files), now)).toEqual([]);
  expect(movedProgram(withProgram(free, files), now)).toEqual([
    "the program: index.ts was changed, new.ts was added, old.ts was removed. " +
      "Unknown during the review: content, workspaceId of Prompt tone",
  ]);
});

test("digests of program files do not reveal their content", () => {
  expect(JSON.stringify(withProgram(free, { "index.ts": "SEKRET" }))).not.toContain("SEKRET");
});

test("a different gateway, account, or connection is reported", () => {
  const ours = { gateway: "g1", account: "a1" };
  const eu = { connection: "eu", gateway: "g2" };
  const since = (reviewed: readonly object[], now: readonly object[]) => {
    const on = (accounts: readonly object[]) => subject([], { accounts: accounts as never });
    return otherAccounts(pin(on(reviewed)), on(now));
  };
  expect(since([ours, eu], [eu, ours])).toEqual([]);
  expect(since([ours], [{ ...ours, gateway: "g9" }])).toEqual(["the gateway is a different one"]);
  expect(since([ours], [{ ...ours, account: "a9" }])).toEqual(["the account is a different one"]);
  expect(since([ours], [{ gateway: "g1" }])).toEqual(["the account is no longer visible"]);
  expect(since([eu], [{ ...eu, account: "a1" }])).toEqual([]);
  expect(since([ours, eu], [ours])).toEqual(["the gateway of the connection eu is no longer visible"]);
  expect(since([ours], [ours, eu])).toEqual(["the connection eu is new"]);
});

const { Prompt } = inputs;
const type = "pulumi-nodejs:dynamic/workspace-gateway:Prompt";

/** The text that stands for a prompt in a state. */
function recorded(more: object = {}): string {
  const outputs = { ...Prompt, updatedAt: "monday", __account: "a" };
  const resource = { urn: urn("Prompt", "tone"), type, id: "p1", inputs: Prompt, outputs, ...more };
  const resources = recordedIn(JSON.stringify({ deployment: { resources: [resource] } }), kinds);
  return JSON.stringify([...resources]);
}

test.each<[string, object]>([
  ["the time of its last write", { modified: "later", created: "then" }],
  [
    "the gateway's time of its last write, and our bookkeeping",
    { outputs: { ...Prompt, updatedAt: "friday", __account: "b" } },
  ],
  ["its line in the program", { sourcePosition: "project:///index.ts#1,2" }],
])("a resource in the state counts as unchanged if only %s differs", (_what, more) => {
  expect(recorded(more)).toBe(recorded());
});

test.each<[string, object]>([
  ["id", { id: "p2" }],
  ["input", { inputs: { ...Prompt, content: "Other." } }],
  ["output", { outputs: { ...Prompt, content: "Other." } }],
  ["protect", { protect: true }],
  ["retainOnDelete", { retainOnDelete: true }],
  ["delete", { delete: true }],
  ["alias", { aliases: [urn("Prompt", "old")] }],
  ["dependency", { dependencies: [urn("Model", "gpt")] }],
])("a resource in the state counts as changed if its %s differs", (_what, more) => {
  expect(recorded(more)).not.toBe(recorded());
});

test("the order of dependencies does not matter, and the record contains no secret", () => {
  const [a, b] = [urn("Model", "a"), urn("Model", "b")];
  expect(recorded({ dependencies: [a, b] })).toBe(recorded({ dependencies: [b, a] }));
  const secret = { ...secretEnvelope("SEKRET"), plaintext: '"SEKRET"' };
  expect(recorded({ inputs: { ...Prompt, content: secret } })).not.toContain("SEKRET");
});

test("an invalid state or history is rejected without repeating its content", () => {
  for (const read of [() => recordedIn("SEKRET", kinds), () => lastRunIn("SEKRET")])
    expect(read).toThrow(/^(?!.*SEKRET).*did not print a valid/);
});

test("the last run is the newest `up` or destroy that changed something or had a plan to apply", () => {
  const run = (kind: string, at: number, changes: object, environment = {}) => ({
    kind,
    startTime: `2026-11-2${at}T10:00:00Z`,
    resourceChanges: changes,
    environment,
  });
  const last = (...runs: object[]) => lastRunIn(JSON.stringify(runs));
  expect([
    lastRunIn(""),
    last(),
    last(run("refresh", 1, { update: 1 }), run("update", 2, { same: 3 })),
  ]).toEqual([undefined, undefined, undefined]);
  const first = run("update", 1, { create: 1 });
  expect(last(run("refresh", 3, { update: 1 }), run("destroy", 2, { delete: 1 }), first)).toBe(
    "2026-11-22T10:00:00Z",
  );
  expect(last(run("update", 4, { same: 1 }, { updatePlan: "true" }), first)).toBe("2026-11-24T10:00:00Z");
});

const github = {
  ...{ GITHUB_ACTIONS: "true", GITHUB_ACTOR: "ann", GITHUB_SHA: "abc", GITHUB_RUN_ID: "7" },
  ...{ GITHUB_SERVER_URL: "https://github.example", GITHUB_REPOSITORY: "shop/gateway" },
};
const gitlab = {
  ...{ GITLAB_CI: "true", GITLAB_USER_LOGIN: "ann", CI_COMMIT_SHA: "abc" },
  CI_JOB_URL: "https://gitlab.example/-/jobs/7",
};

test.each([
  [github, { by: "ann", commit: "abc", run: "https://github.example/shop/gateway/actions/runs/7" }],
  [{ ...github, GITHUB_RUN_ID: undefined, GITHUB_ACTOR: "" }, { commit: "abc" }],
  [gitlab, { by: "ann", commit: "abc", run: "https://gitlab.example/-/jobs/7" }],
  [{ GITHUB_ACTOR: "ann", CI_COMMIT_SHA: "abc" }, {}],
])("the origin of a pin is the user, commit, and run of the CI job: %j", (env, origin) => {
  expect(originOf(env)).toEqual(origin);
});
