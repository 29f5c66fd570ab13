import { expect, test } from "vitest";
import {
  begunCreates,
  plannedSteps,
  readRuns,
  runTimes,
  type TimeSigns,
  unrecorded,
} from "../../../cli/recover/begun-creates.js";
import { kinds } from "../../../provider/every-kind.js";
import { loader, nativeToken, typeToken } from "../../../provider/spec/token.js";

const since = 1_700_000_000_000;
const runs = [{ from: since + 5000 }, { from: since, to: since + 1000 }];
const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const native = nativeToken("ModelProvider");

const urnOf = (type: string) => `urn:pulumi:test::e2e::${type}::it`;

function step(op: string, kind: string, inputs: Record<string, unknown>) {
  const type = typeToken(kind);
  const urn = urnOf(type);
  return { op, urn, newState: { urn, type, inputs: { __provider: loader(kind), ...inputs } } };
}

const begun = (...steps: readonly object[]) =>
  unrecorded(plannedSteps(JSON.stringify({ steps }), "e2e", "test"), kinds, runs);
const lost = (...steps: readonly object[]) => begun(...steps).map((each) => each.lost);

const upstream = { baseUrl: "https://upstream.example/v1", priority: 1, compatibility: "OPENAI_SDK" };
const provider = { workspaceId: "w1", name: "openai", ...upstream };
const by = (name: string) => ({
  provider: `urn:pulumi:test::e2e::pulumi:providers:workspace-gateway::${name}::an-id`,
});

test("creates and replacements in a preview may have been lost, but other steps may not", () => {
  const expected = {
    urn: urnOf("pulumi-nodejs:dynamic/workspace-gateway:ModelProvider"),
    kind: kinds.find(({ name }) => name === "ModelProvider"),
    inputs: { __provider: loader("ModelProvider"), ...provider },
    ...{ since, runs },
  };
  for (const op of ["create", "replace", "create-replacement"])
    expect(lost(step(op, "ModelProvider", provider)), op).toEqual([expected]);
  for (const op of ["same", "update", "delete", "read", "refresh", "import", "delete-replaced", "discard"])
    expect(lost(step(op, "ModelProvider", provider)), op).toEqual([]);
});

test("creates of the default plugin provider may be lost, and explicit providers are skipped", () => {
  const urn = urnOf(native);
  const made = (name: string) => ({
    ...{ op: "create", urn, newState: { urn, type: native, inputs: provider, ...by(name) } },
  });
  expect(begun(made("default_0_1_0"))).toMatchObject([
    { lost: { urn, inputs: provider }, entry: { inputs: provider } },
  ]);
  expect(lost(made("eu"))).toEqual([]);
});

test("secrets and unknown values are listed as unread and removed from the inputs", () => {
  const covered = { apiKey: "[secret]", baseUrl: unknown, modelOptions: ["a", unknown] };
  const [found] = lost(step("create", "ModelProvider", { ...provider, ...covered }));
  expect(found?.unread?.toSorted()).toEqual(["apiKey", "baseUrl", "modelOptions"]);
  expect(Object.keys(found?.inputs ?? {})).not.toContain("apiKey");
  expect(JSON.stringify(found?.inputs)).not.toMatch(/\[secret\]|04da6b54/);
});

test.each(["name", "workspaceId", "connection"])(
  "a create whose %s is secret or unknown is left to a later preview",
  (name) => {
    for (const value of [unknown, "[secret]"])
      expect(lost(step("create", "ModelProvider", { ...provider, [name]: value }))).toEqual([]);
  },
);

const preview = (stack: string, project: string) => {
  const type = "pulumi:pulumi:Stack";
  const urn = `urn:pulumi:${stack}::${project}::${type}::it`;
  return JSON.stringify({ steps: [{ op: "same", urn, newState: { urn, type } }] });
};

test.each([
  ["contains no resources", '{"steps":[]}'],
  ["for stack other of project e2e, not for stack test of project e2e", preview("other", "e2e")],
  ["for stack test of project other, not for stack test of project e2e", preview("test", "other")],
])("a text that is not a preview of this stack is rejected with the reason: %s", (says, text) => {
  expect(() => plannedSteps(text, "e2e", "test")).toThrow(says);
});

test("a prompt whose model is unknown is searched for, unless another one has its name", () => {
  const tone = { workspaceId: "w1", name: "tone", content: "Be brief.", modelId: unknown };
  const open = step("create", "Prompt", tone);
  expect(lost(open)).toMatchObject([{ unread: ["modelId"] }]);
  const known = step("create", "Prompt", { ...tone, modelId: "m1" });
  expect(lost(open, known)).toMatchObject([{ inputs: { modelId: "m1" } }]);
});

test("pending creates of the dynamic provider and of the plugin's default provider are searched for", () => {
  const pending = (doing: string, type: string, more: object = {}) => {
    const urn = `urn:pulumi:test::e2e::${type}::a`;
    return { type: doing, resource: { urn, type, custom: true, inputs: { name: "x" }, ...more } };
  };
  const dynamic = typeToken("Prompt");
  const ours = [
    pending("creating", dynamic, { inputs: { __provider: "text", name: "x" } }),
    pending("creating", nativeToken("Prompt"), by("default_0_1_0")),
  ];
  const others = [
    pending("creating", nativeToken("Prompt"), by("eu")),
    pending("creating", "aws:s3/bucket:Bucket"),
    pending("creating", dynamic, { custom: false }),
    pending("updating", dynamic),
  ];
  const state = { deployment: { pending_operations: [...ours, ...others] } };
  const creates = begunCreates(state, kinds, 7);
  expect(creates.map(({ entry }) => entry)).toEqual(ours.map(({ resource }) => resource));
  const expected = { kind: { name: "Prompt" }, inputs: { name: "x" }, since: 7 };
  expect(creates).toMatchObject([{ lost: expected }, { lost: expected }]);
});

const start = Date.UTC(2026, 10, 22, 10);
const time = (minute: number) => start + minute * 60_000;

/** Runs of a minute, newest first: `40 failed destroy`; without a kind, an update. */
function runsOf(text: string) {
  const runs = text.split(", ").filter((run) => run !== "");
  return runs.map((run) => {
    const [minute, result, kind = "update"] = run.split(" ");
    const [startTime, endTime] = [0, 1].map((more) => new Date(time(Number(minute) + more)).toISOString());
    return { kind, result, startTime, ...(result === "in-progress" ? {} : { endTime }), message: "" };
  });
}

const lock = { since: time(45) };
const made = time(5);
const others = ["refresh", "destroy", "preview", "import", "rename"];
const settled = (kind: string) =>
  `40 failed, 35 succeeded, 30 failed destroy, 25 succeeded ${kind}, 20 failed`;

const cases: readonly (readonly [runs: string, more?: Partial<TimeSigns>])[] = [
  [
    "40 failed, 35 succeeded refresh, 30 failed destroy, 25 failed preview, 22 failed import, 20 failed, 10 succeeded, 0 failed",
  ],
  ...others.map((kind) => [`40 failed ${kind}, 10 succeeded`] as const),
  ...["refresh", "destroy"].map((kind) => [settled(kind)] as const),
  ["40 in-progress, 10 succeeded", { lock }],
  ["40 failed", { said: time(43), lock }],
  ["40 failed", { said: time(47), lock }],
  ["40 failed, 30 in-progress, 10 succeeded", { made }],
  ["20 succeeded refresh, 10 succeeded", { made }],
  ["20 failed refresh", { made }],
  ["20 succeeded import", { made }],
  ["40 failed", { lock }],
  [""],
  ["40 failed, 10 succeeded", { lock: { since: undefined } }],
  ["40 failed, 10 succeeded", { lock: { since: undefined }, hasPending: true }],
  ["40 failed, 10 succeeded"],
  ["", { lock }],
];

test("possible times of creates and writes follow from the run history and match the snapshot", async () => {
  const minutes = (at: number | undefined) =>
    at === undefined ? "unknown" : new Date(at).toISOString().slice(14, 19);
  const periods = (all: readonly { from: number; to?: number | undefined }[]) =>
    all
      .map(({ from, to }) => `${minutes(from)} to ${to === undefined ? "now" : minutes(to)}`)
      .join(" and ") || "never";
  const readable = (_key: string, each: unknown) => (typeof each === "number" ? minutes(each) : each);
  const pages = cases.map(([runs, more = {}]) => {
    const signs = { runs: readRuns(JSON.stringify(runsOf(runs))), hasPending: false, ...more };
    const { creating, writing, began, unlisted } = runTimes(signs);
    const given = Object.entries(more).map(([name, value]) => `${name} ${JSON.stringify(value, readable)}`);
    return `# ${[runs || "no run", ...given].join("; ")}
creating: ${periods(creating)}
writing: ${periods(writing)}
began: ${minutes(began)}
unlisted: ${minutes(unlisted)}
`;
  });
  await expect(pages.join("\n")).toMatchFileSnapshot("run-times.txt");
});

test("the start of a pending operation is unknown without a history", () => {
  expect(runTimes({ runs: undefined, made, hasPending: true }).began).toBeUndefined();
});
