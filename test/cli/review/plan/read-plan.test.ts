import { expect, test } from "vitest";
import { reviewOf } from "../../../../cli/review/facts/review-of.js";
import { readPlan } from "../../../../cli/review/plan/read-plan.js";
import { kinds } from "../../../../provider/every-kind.js";
import { expectPage } from "../../support/pages.ts";
import {
  config,
  created,
  deleted,
  gpt,
  inputs,
  planOf,
  previewOf,
  type State,
  same,
  step,
  unknown,
  updated,
  urn,
} from "../facts/support/preview.ts";

test.each([
  ["an empty text", "", /is empty/],
  ["a text that is no JSON", "Previewing update (dev):", /is not JSON.*--json/],
  ["a preview in the middle of a line", 'warning: {"steps":[]}', /is not JSON/],
  ["two previews", '{"steps":[]}\n{"steps":[]}\n', /mixed with other JSON/],
  ["a preview behind other JSON", '{\n  "a": 1\n}\nwarning\n{"steps":[]}\n', /mixed with other JSON/],
  ["a preview that is cut off", '{"steps": [\n{"op": "same"}', /is not JSON/],
  ["JSON that is no object", "[1]", /not a Pulumi preview/],
  ["JSON of something else", '{"name": "x"}', /has no steps/],
  ["steps that are no steps", '{"steps": [{"op": 1}]}', /not a Pulumi preview \(at steps\.0\.op\)/],
  [
    "a streaming preview",
    '{"sequence":0,"timestamp":1}\n{"sequence":1,"timestamp":1}\n',
    /streaming.*PULUMI_ENABLE_STREAMING_JSON_PREVIEW/,
  ],
  ["a single line of a streaming preview", '{"sequence":0,"timestamp":1}', /streaming/],
])("rejects %s and says how to create a preview", (_what, text, message) => {
  expect(() => readPlan(text, kinds)).toThrow(message);
  expect(() => readPlan(text, kinds)).toThrow("pulumi preview --json --show-sames");
});

test.each([
  ["lines", (text: string) => `npm warn {old} config\r\nwarning: new version [3.255.0]\n${text}\n\nDone.\n`],
  ["lines after a mark", (text: string) => `\uFEFF${text}\n(node:7) warning\n`],
])("%s from other programs before and after a preview are ignored", (_what, around) => {
  const text = previewOf(gpt.same());
  const indented = JSON.stringify(JSON.parse(text), undefined, 4);
  expect([readPlan(around(text), kinds), readPlan(around(indented), kinds)]).toEqual([
    readPlan(text, kinds),
    readPlan(text, kinds),
  ]);
});

test("the error about a rejected text does not repeat its content", () => {
  for (const text of ["sk-12345", '{"steps": [{"op": "sk-12345"}]}', '{"steps": "sk-12345"}']) {
    expect(() => readPlan(text, kinds)).toThrow(/^(?!.*sk-12345)/);
  }
});

/** Inputs that are enough to be read: nothing checks a preview's values. */
const model = { inputCost: 2 };
const live = { inputCost: 3 };
const team = urn("Workspace", "team");
const openai = urn("ModelProvider", "openai");
const prompt = urn("Prompt", "tone");
const stack = "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev";

/** What the refresh of a preview says: what the state had of a model, and what the gateway has. */
const refreshed = (name: string, oldState: State | undefined, newState?: State) =>
  step("refresh", "Model", name, { ...(oldState && { oldState }), ...(newState && { newState }) });

/** A step of the engine about something of this type. */
const typed = (type: string) => ({
  op: "create",
  urn: `urn:pulumi:dev::shop::${type}::x`,
  newState: { inputs: {} },
});

const summed = (same: number, ...steps: object[]) => JSON.stringify({ steps, changeSummary: { same } });
const diagnosed = (...diagnostics: object[]) => JSON.stringify({ diagnostics });
const warning = (message: string, urn?: string) => ({ urn, message, severity: "warning" });
const left = { inputs: live, delete: true, id: "old" };

/** References of which nothing is known yet, through which a mapping's workspace is the team's. */
const passing = (makes: Partial<State>) => {
  const open = { workspaceId: unknown };
  const through = (of: string) => ({ propertyDependencies: { workspaceId: [of] } });
  return previewOf(
    created("Workspace", "team", {}),
    created("ModelProvider", "openai", open, { ...through(team), ...makes }),
    created("Mapping", "default", open, through(openai)),
  );
};

const envelope = {
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  plaintext: '"sk-1"',
};
const exported = { adds: { link: "SEKRET" }, updates: { name: "SEKRET" }, deletes: ["old"] };
const savedPlan = JSON.stringify({
  resourcePlans: {
    [urn("Prompt", "old")]: { steps: ["delete"] },
    [stack]: { goal: { outputDiff: exported } },
    [urn("Model", "gpt")]: { goal: { outputDiff: { adds: { id: "x" } } } },
  },
});

const short = (text: string) => text.replaceAll(urn("", "").slice(0, -2), "");

/** A prompt that stays as it is but for its options. */
function optioned(before: Partial<State>, after: Partial<State>, op = "same") {
  const states = { oldState: { inputs: {}, ...before }, newState: { inputs: {}, ...after } };
  const what = `options of a step ${op}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`;
  return [short(what), previewOf(step(op, "Prompt", "tone", states))] as const;
}
const under = { propertyDependencies: { providerId: [urn("ModelProvider", "openai-2")] } };
const defaultProvider = { provider: "urn:pulumi:dev::shop::pulumi:providers:pulumi-nodejs::default::one" };
const depending = (...names: string[]) => ({ dependencies: names.map((name) => urn("Model", name)) });

const rows: Readonly<Record<string, string | readonly [preview: string, saved: string]>> = {
  "errors and warnings, each once, in the order of their resources, without what controls a terminal":
    diagnosed(
      { message: "no: \u001b[31mred\u001b[0m\nand more\n", severity: "error" },
      { message: "3 requests", severity: "info" },
      ...[
        warning("b", "urn:b"),
        warning("a, first", "urn:a"),
        warning("a, \u001b[33msecond\u001b[0m\n", "urn:a"),
      ],
      ...[warning("stack"), warning("stack")],
    ),
  "a name that has the mark between the parts of a URN": previewOf(created("Model", "a::b", model)),
  "a resource in a component": previewOf({
    ...created("Model", "gpt", model),
    urn: urn("Model", "gpt").replace("::pulumi", "::my:Team$pulumi"),
  }),
  "the stack and the providers of the engine": previewOf(
    ...[typed("pulumi:pulumi:Stack"), typed("pulumi:providers:pulumi-nodejs")],
  ),
  "a resource of another package": previewOf(typed("aws:s3/bucket:Bucket")),
  "words of the engine": previewOf(
    ...["create", "create-replacement", "read", "import", "something-new"].map((op) =>
      step(op, "Model", op, { newState: { inputs: model } }),
    ),
  ),
  "a replacement in three steps": previewOf(
    step("delete-replaced", "Model", "gpt", { oldState: { inputs: model } }),
    step("create-replacement", "Model", "gpt", { oldState: { inputs: model }, newState: { inputs: model } }),
  ),
  "what an interrupted replacement left behind": previewOf(
    ...[deleted("Model", "gpt", model, { delete: true }), same("Model", "gpt", model)],
  ),
  "what the refresh says of what was left behind": previewOf(
    refreshed("gpt", { inputs: model }, { inputs: live }),
    ...[refreshed("gpt", left, left), updated("Model", "gpt", live, model)],
  ),
  "the line where the program declares a resource": previewOf(
    created("Model", "a", model, { sourcePosition: "project:///src/index.ts#104,1" }),
    created("Model", "b", model, { sourcePosition: "somewhere else" }),
  ),
  "ids and outputs of what stays, and of what is updated": previewOf(
    ...[same("Model", "a", model, { gatewayName: "openai/gpt" }), updated("Model", "b", model, live)],
  ),
  "where inputs come from, but for hidden ones, those from nowhere, and those that are known": previewOf(
    created(
      "Model",
      "gpt",
      { workspaceId: unknown, providerId: "openai-id" },
      {
        propertyDependencies: { workspaceId: [team], providerId: [openai], name: [], __urn: [team] },
      },
    ),
  ),
  "a reference that is passed on": passing({}),
  "a reference of which the program makes something else": passing({ makes: true }),
  "null and an unknown value in the place of a secret": previewOf(
    ...[created("ModelProvider", "a", { apiKey: null }), created("ModelProvider", "b", { apiKey: unknown })],
  ),
  "what the engine's state marks as a secret": previewOf(
    created("Config", "standard", { workflow: { steps: [{ key: envelope }] } }),
  ),
  "with --refresh: what changed on the gateway, and what did not": previewOf(
    ...[refreshed("a", { inputs: model }, { inputs: live }), updated("Model", "a", live, model)],
    ...[refreshed("b", { inputs: model, outputs: {} }, { inputs: model }), same("Model", "b", model)],
  ),
  "with --refresh: what is gone and made again": previewOf(
    ...[refreshed("gpt", { inputs: model }), created("Model", "gpt", model)],
  ),
  "with --refresh: what is gone and not declared any more": previewOf(refreshed("gpt", { inputs: model })),
  "with --refresh: what stays and is not declared any more": summed(
    1,
    refreshed("gone", { inputs: model }, { inputs: model }),
    same("Model", "stays", model),
  ),
  "a part of what stays": summed(3, { op: "same", urn: stack }),
  "all that stays": summed(2, { op: "same", urn: stack }, same("Model", "gpt", {})),
  "all that stays, of which some was only read": summed(
    2,
    { op: "same", urn: stack },
    refreshed("gpt", undefined, { inputs: {} }),
  ),
  "a part of what stays, with --target": summed(
    3,
    { op: "same", urn: stack },
    refreshed("a", undefined, { inputs: {} }),
    updated("Model", "b", {}, model),
  ),
  "a delete and a create of one natural key are the change of one object, also of what is under it":
    previewOf(
      deleted("ModelProvider", "openai", inputs.ModelProvider),
      created("ModelProvider", "openai-2", inputs.ModelProvider),
      deleted("Model", "gpt", inputs.Model),
      created("Model", "gpt-2", { ...inputs.Model, providerId: unknown }, under),
      created("Model", "other", { ...inputs.Model, providerId: unknown, name: "other" }, under),
    ),
  "what is made under another name, or elsewhere, is no heir": previewOf(
    deleted("Prompt", "tone", inputs.Prompt),
    created("Prompt", "tone", { ...inputs.Prompt, name: "voice" }),
    created("Prompt", "far", { ...inputs.Prompt, workspaceId: "other-id" }),
  ),
  ...Object.fromEntries([
    optioned({}, { protect: true }),
    optioned({ retainOnDelete: true }, {}),
    optioned({ urn: urn("Prompt", "voice") }, {}),
    optioned({ urn: prompt.replace("Prompt", "Old") }, {}),
    optioned({ urn: prompt.replace("pulumi-nodejs", "acme:Team$pulumi-nodejs") }, {}),
    optioned({}, { parent: team }),
    optioned({ aliases: [urn("Prompt", "old")] }, {}),
    optioned({}, depending("b", "a")),
    optioned({}, { deletedWith: team }),
    optioned({}, { ignoreChanges: ["content"] }),
    optioned({}, { replaceOnChanges: ["name"], additionalSecretOutputs: ["content"] }),
    optioned({}, { customTimeouts: { create: 5 } }),
    optioned({ protect: false, retainOnDelete: false, customTimeouts: {} }, {}),
    optioned(depending("a", "b"), depending("b", "a")),
    optioned(defaultProvider, { provider: defaultProvider.provider.replace("one", "two") }),
    optioned({ protect: true }, depending("gpt"), "update"),
    ...["create", "replace", "read"].map((op) => optioned({}, { protect: true }, op)),
  ]),
  "one that refers to a resource of another name": previewOf(
    step("same", "Model", "gpt-5", {
      oldState: { inputs: {}, urn: urn("Model", "gpt") },
      newState: { inputs: {}, aliases: [urn("Model", "gpt")] },
    }),
    step("same", "Mapping", "default", {
      oldState: { inputs: {}, ...depending("gpt") },
      newState: { inputs: {}, ...depending("gpt-5") },
    }),
  ),
  "exports in pulumi's own plan": [previewOf(updated("Prompt", "tone", {}, {})), savedPlan],
  "a plan of pulumi that is damaged": [previewOf(updated("Prompt", "tone", {}, {})), "damaged"],
};

test("the plan read from a preview matches the snapshot", async () => {
  await expectPage("read-plan.md", rows, (row) => {
    const [text = "", saved] = [row].flat();
    const { project, stack: name, isWhole, isRefreshed, ...plan } = readPlan(text, kinds, saved);
    const steps = plan.steps.map(
      ({ operation, urn: _, type, kind, name: of, replaceReasons: __, ...more }) => [
        `- ${operation} ${kind ?? type} ${of}`,
        ...Object.entries(more).map(([key, value]) => `  - ${key}: ${JSON.stringify(value)}`),
      ],
    );
    const lines = [
      `${project}/${name}: ${isWhole ? "whole" : "a part"}${isRefreshed ? ", refreshed" : ""}`,
      ...steps.flat(),
      ...plan.optionChanges.map((each) => `- ${each.kind} ${each.name} ${each.words}`),
      ...plan.errors.map((each) => `- error: ${each}`),
      ...plan.warnings.map((each) => `- ${each}`),
    ];
    const page = short(lines.join("\n")).replaceAll(unknown, "(unknown)");
    return page.replaceAll(/,"(?:outputs|from|sources)":\{\}/g, "");
  });
});

test("a review includes the warnings of its preview", () => {
  const plan = readPlan(diagnosed(warning("odd")), kinds);
  expect(reviewOf({ plan, kinds }).warnings).toEqual(["odd"]);
});

test.each(
  kinds.flatMap((kind) =>
    [...kind.fields.values(), ...kind.outputFields.values()]
      .filter(({ secret }) => secret)
      .map(({ name }) => [kind.name, name] as const),
  ),
)("the secret %s.%s is masked even if the preview shows it in plain text", (kind, name) => {
  const values = { [name]: "sk-12345" };
  const state = { inputs: values, outputs: values };
  const plan = planOf(step("update", kind, "x", { oldState: state, newState: state }));
  expect(plan.steps[0]?.before?.outputs).toEqual({ [name]: "[secret]" });
  expect(JSON.stringify(plan)).not.toContain("sk-12345");
});

test("a value nested 20,000 levels deep does not fail the read", () => {
  const depth = 20_000;
  const deep = `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
  const text = previewOf(config.created()).replace('"workflow":{}', `"workflow":${deep}`);
  expect(readPlan(text, kinds).steps[0]?.operation).toBe("create");
});
