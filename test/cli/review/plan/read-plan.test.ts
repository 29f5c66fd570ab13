import { expect, test } from "vitest";
import { reviewOf } from "../../../../cli/review/facts/review-of.js";
import { readPlan } from "../../../../cli/review/plan/read-plan.js";
import { kinds } from "../../../../provider/every-kind.js";
import { typeToken } from "../../../../provider/spec/token.js";
import {
  created,
  deleted,
  inputs,
  planOf,
  previewOf,
  type State,
  step,
  unknown,
  updated,
  urn,
} from "../facts/support/preview.ts";
import { config, gpt, openai, resource, route, team } from "../facts/support/stack.ts";

const model = inputs.Model;
const live = { ...model, inputCost: 3 };

/** What the refresh of a preview says: what the state had of a model, and what the gateway has. */
const refreshed = (name: string, oldState: State | undefined, newState?: State) =>
  step("refresh", "Model", name, { ...(oldState && { oldState }), ...(newState && { newState }) });

test.each([
  ["an empty text", "", /is empty/],
  ["a text that is no JSON", "Previewing update (dev):", /is not JSON.*--json/],
  ["a preview in the middle of a line", 'warning: {"steps":[]}', /is not JSON/],
  ["two previews", '{"steps":[]}\n{"steps":[]}\n', /other JSON is beside it/],
  ["a preview behind other JSON", '{\n  "a": 1\n}\nwarning\n{"steps":[]}\n', /other JSON is beside it/],
  ["a preview that is cut off", '{"steps": [\n{"op": "same"}', /is not JSON/],
  ["JSON that is no object", "[1]", /not a preview/],
  ["JSON of something else", '{"name": "x"}', /has no steps/],
  ["steps that are no steps", '{"steps": [{"op": 1}]}', /not a preview.*steps\.0\.op/],
  [
    "a streaming preview",
    '{"sequence":0,"timestamp":1}\n{"sequence":1,"timestamp":1}\n',
    /streaming.*PULUMI_ENABLE_STREAMING_JSON_PREVIEW/,
  ],
  ["a single line of a streaming preview", '{"sequence":0,"timestamp":1}', /streaming/],
])("%s is refused, and the message says how to make a preview", (_what, text, message) => {
  expect(() => readPlan(text, kinds)).toThrow(message);
  expect(() => readPlan(text, kinds)).toThrow("pulumi preview --json --show-sames");
});

test.each([
  ["lines", (text: string) => `npm warn {old} config\r\nwarning: new version [3.255.0]\n${text}\n\nDone.\n`],
  ["lines after a mark", (text: string) => `\uFEFF${text}\n(node:7) warning\n`],
])("%s of other programs before and after a preview are no part of it", (_what, around) => {
  const text = previewOf(gpt.same());
  const indented = JSON.stringify(JSON.parse(text), undefined, 4);
  expect([readPlan(around(text), kinds), readPlan(around(indented), kinds)]).toEqual([
    readPlan(text, kinds),
    readPlan(text, kinds),
  ]);
});

test("no message about a text that is refused repeats what is in it", () => {
  for (const text of ["sk-12345", '{"steps": [{"op": "sk-12345"}]}', '{"steps": "sk-12345"}']) {
    expect(() => readPlan(text, kinds)).toThrow(/^(?!.*sk-12345)/);
  }
});

test("the errors of a preview are told, without what controls a terminal", () => {
  const diagnostics = [
    { message: "no: \u001b[31mred\u001b[0m\nand more\n", severity: "error" },
    { message: "3 requests", severity: "info" },
  ];
  expect(readPlan(JSON.stringify({ diagnostics }), kinds).errors).toEqual(["no:  red \nand more"]);
});

test("the warnings of a preview are told, each once, without what controls a terminal", () => {
  const doubt = { message: "ModelProvider openai: \u001b[33mbaseUrl\u001b[0m is odd\n", severity: "warning" };
  const diagnostics = [doubt, doubt, { message: "failed", severity: "error" }];
  const plan = readPlan(JSON.stringify({ diagnostics }), kinds);
  expect(plan.warnings).toEqual(["ModelProvider openai:  baseUrl  is odd"]);
  expect(reviewOf({ plan, kinds }).warnings).toEqual(plan.warnings);
});

test("warnings are in the order of their resources, whichever the engine reports first", () => {
  const warning = (urn: string | undefined, message: string) => ({ urn, message, severity: "warning" });
  const [a, b] = ["urn:pulumi:dev::p::t::a", "urn:pulumi:dev::p::t::b"];
  const diagnostics = [
    warning(b, "b"),
    warning(a, "a, first"),
    warning(a, "a, second"),
    warning(undefined, "stack"),
  ];
  const { warnings } = readPlan(JSON.stringify({ diagnostics }), kinds);
  expect(warnings).toEqual(["stack", "a, first", "a, second", "b"]);
});

test("project, stack, kind and name are those of the URNs, also if a name has the mark between their parts", () => {
  expect(planOf(created("Model", "a::b", model))).toMatchObject({
    project: "shop",
    stack: "dev",
    steps: [{ kind: "Model", name: "a::b", type: typeToken("Model"), operation: "create" }],
  });
});

test("the type of a resource in a component is its own", () => {
  const component = `urn:pulumi:dev::shop::my:Team$${typeToken("Model")}::gpt`;
  const { steps } = planOf({ op: "create", urn: component, newState: { inputs: model } });
  expect(steps).toMatchObject([{ kind: "Model", name: "gpt" }]);
});

test("the stack and the providers of the engine are no resources", () => {
  const newState = { inputs: {} };
  const of = (type: string) => ({ op: "create", urn: `urn:pulumi:dev::shop::${type}::x`, newState });
  expect(planOf(of("pulumi:pulumi:Stack"), of("pulumi:providers:pulumi-nodejs")).steps).toEqual([]);
});

test("a resource of another package has no kind", () => {
  const [found] = planOf({ op: "create", urn: "urn:pulumi:dev::shop::aws:s3/bucket:Bucket::b" }).steps;
  expect(found).toMatchObject({ type: "aws:s3/bucket:Bucket", operation: "create" });
  expect(found).not.toHaveProperty("kind");
});

test.each([
  ["create", "create"],
  ["create-replacement", "replace"],
  ["read", "read"],
  ["import", "other"],
  ["something-new", "other"],
])("the engine's word %s means %s", (op, operation) => {
  const { steps } = planOf(step(op, "Model", "gpt", { newState: { inputs: model } }));
  expect(steps).toMatchObject([{ operation }]);
});

test("a replacement in three steps is one", () => {
  const states = { oldState: { inputs: model }, newState: { inputs: model } };
  const { steps } = planOf(
    step("delete-replaced", "Model", "gpt", { oldState: { inputs: model } }),
    step("create-replacement", "Model", "gpt", states),
  );
  expect(steps.map(({ operation }) => operation)).toEqual(["replace"]);
});

test("what an interrupted replacement left behind is not the resource of its URN", () => {
  const { steps } = planOf(gpt.deleted({ delete: true }), gpt.same());
  expect(steps.map(({ operation }) => operation)).toEqual(["other", "same"]);
});

test("what the refresh says of what was left behind is not said of the resource of its URN", () => {
  const left = { inputs: live, delete: true, id: "old" };
  const { steps } = planOf(
    refreshed("gpt", { inputs: model }, { inputs: live }),
    refreshed("gpt", left, left),
    updated("Model", "gpt", live, model),
  );
  expect(steps).toMatchObject([{ operation: "update", recorded: { inputs: model } }]);
});

test("the line is where the program declares the resource, without the column", () => {
  const at = (sourcePosition: string) => planOf(gpt.created({ sourcePosition })).steps[0]?.after?.line;
  expect(at("project:///src/index.ts#104,1")).toBe("src/index.ts#104");
  expect(at("somewhere else")).toBeUndefined();
});

test("what stays keeps its id and outputs, and what is updated keeps its id", () => {
  const outputs = { gatewayName: "openai/gpt" };
  const { steps } = planOf(
    resource("Model", "a").same(outputs),
    resource("Model", "b").updated({ name: "x" }),
  );
  expect(steps[0]?.after).toMatchObject({ id: "a-id", outputs });
  expect(steps[1]?.after).toMatchObject({ id: "b-id", inputs: { name: "x" } });
});

test("where an input comes from is told, but not for hidden ones and not for none", () => {
  const from = { workspaceId: [urn("Workspace", "team")], providerId: [urn("ModelProvider", "openai")] };
  const propertyDependencies = { ...from, name: [], __urn: from.workspaceId };
  const { steps } = planOf(gpt.with({ workspaceId: unknown }).created({ propertyDependencies }));
  expect(steps[0]?.after).toMatchObject({ sources: from, from: { workspaceId: from.workspaceId } });
  expect(steps[0]?.after?.from.providerId).toBeUndefined(); // it is known
});

test("a reference is followed through inputs that only pass it on, and not through what a program makes", () => {
  const open = { workspaceId: unknown };
  const through = (kind: "Workspace" | "ModelProvider" | "Model", name: string) => ({
    propertyDependencies: { workspaceId: [urn(kind, name)] },
  });
  const fromOf = (makes: Partial<State>) => {
    const { steps } = planOf(
      team.created(),
      openai.with(open).created({ ...through("Workspace", "team"), ...makes }),
      gpt.with(open).created(through("ModelProvider", "openai")),
      route.with(open).created(through("Model", "gpt")),
    );
    return steps.find(({ name }) => name === "default")?.after?.from;
  };
  expect(fromOf({})).toEqual({ workspaceId: [urn("Workspace", "team")] });
  expect(fromOf({ makes: true })).toEqual({});
});

test.each(
  kinds.flatMap((kind) =>
    [...kind.fields.values(), ...kind.outputFields.values()]
      .filter(({ secret }) => secret)
      .map(({ name }) => [kind.name, name] as const),
  ),
)("the secret %s.%s is covered, wherever the text comes from", (kind, name) => {
  const values = { [name]: "sk-12345" };
  const state = { inputs: values, outputs: values };
  const plan = planOf(step("update", kind, "x", { oldState: state, newState: state }));
  expect(plan.steps[0]?.before?.outputs).toEqual({ [name]: "[secret]" });
  expect(JSON.stringify(plan)).not.toContain("sk-12345");
});

test("null and an unknown value are no secrets", () => {
  const of = (apiKey: string | null) =>
    planOf(openai.with({ apiKey }).created()).steps[0]?.after?.inputs.apiKey;
  expect([of(null), of(unknown)]).toEqual([null, unknown]);
});

test("what the engine's state marks as a secret is covered in every place", () => {
  const envelope = {
    "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
    plaintext: '"sk-1"',
  };
  const plan = planOf(config.with({ workflow: { steps: [{ key: envelope }] } }).created());
  expect(plan.steps[0]?.after?.inputs.workflow).toEqual({ steps: [{ key: "[secret]" }] });
});

test("values that are nested too deeply for people are no failure", () => {
  const depth = 20_000;
  const deep = `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
  const text = previewOf(config.created()).replace('"workflow":{}', `"workflow":${deep}`);
  expect(readPlan(text, kinds).steps[0]?.operation).toBe("create");
});

test("with --refresh what the gateway has is before, and what the state had is recorded where it differs", () => {
  const { steps, isRefreshed } = planOf(
    refreshed("gpt", { inputs: model }, { inputs: live }),
    updated("Model", "gpt", live, model),
    refreshed("b", { inputs: model, outputs: {} }, { inputs: model }),
    resource("Model", "b").same(),
  );
  expect(isRefreshed).toBe(true);
  expect(steps.map(({ name, operation }) => [name, operation])).toEqual([
    ["b", "same"],
    ["gpt", "update"],
  ]);
  expect(steps[1]?.recorded?.inputs.inputCost).toBe(2);
});

test("what is not on the gateway any more is recorded only", () => {
  const gone = refreshed("gpt", { inputs: model });
  expect(planOf(gone, gpt.created()).steps).toMatchObject([
    { operation: "create", recorded: { inputs: model } },
  ]);
  const [left] = planOf(gone).steps;
  expect([left?.operation, left?.before, left?.after, left?.recorded?.id]).toEqual([
    "same",
    undefined,
    undefined,
    "gpt-id",
  ]);
});

test("what is gone is gone also where the engine says that it stays and nobody declares it any more", () => {
  const steps = [refreshed("gone", { inputs: model }, { inputs: model }), resource("Model", "stays").same()];
  const text = JSON.stringify({ steps, changeSummary: { same: 1 } });
  const [undeclared, other] = readPlan(text, kinds).steps;
  expect([undeclared?.name, undeclared?.before, undeclared?.recorded?.id]).toEqual([
    "gone",
    undefined,
    "gone-id",
  ]);
  expect([other?.name, other?.recorded]).toEqual(["stays", undefined]);
});

test("a plan is whole if all that stays is shown or was refreshed", () => {
  const summary = (steps: object[], count: number) =>
    readPlan(JSON.stringify({ steps, changeSummary: { same: count } }), kinds).isWhole;
  const stack = { op: "same", urn: "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev" };
  expect(summary([stack], 3)).toBe(false);
  expect(summary([stack, gpt.same()], 2)).toBe(true);
  const read = refreshed("gpt", undefined, { inputs: model });
  expect(summary([stack, read], 2)).toBe(true);
  expect(summary([stack, read, gpt.updated()], 3)).toBe(false); // with --target
});

test("a delete and a create of one natural key are the change of one object, also of what is under it", () => {
  const host = { ...inputs.ModelProvider, baseUrl: "https://evil.example" };
  const dearer = { ...model, providerId: unknown, inputCost: 20 };
  const under = { propertyDependencies: { providerId: [urn("ModelProvider", "openai-2")] } };
  const steps = [
    deleted("ModelProvider", "openai", inputs.ModelProvider),
    created("ModelProvider", "openai-2", host),
    deleted("Model", "gpt", model),
    created("Model", "gpt-2", dearer, under),
    created("Model", "other", { ...dearer, name: "other" }, under),
  ];
  const { steps: read } = planOf(...steps);
  const heirs = read.filter(({ heirOf }) => heirOf !== undefined);
  expect(heirs.map(({ name, heirOf }) => [name, heirOf])).toEqual([
    ["gpt-2", urn("Model", "gpt")],
    ["openai-2", urn("ModelProvider", "openai")],
  ]);
  const { size, counts, changes, findings } = reviewOf({ plan: planOf(...steps), kinds });
  expect([size, counts.create, counts.delete]).toEqual([{ before: 2, after: 3 }, 3, 2]);
  const fields = (name: string) => changes.find((each) => each.name === name)?.fields ?? [];
  expect(fields("openai-2")).toEqual([expect.objectContaining({ name: "baseUrl", after: host.baseUrl })]);
  expect(fields("gpt-2").map(({ name }) => name)).toEqual(["providerId", "inputCost"]);
  expect(findings.map(({ rule, name }) => `${rule} ${name}`)).toEqual(
    expect.arrayContaining(["provider-host-changed openai-2", "cost-up gpt-2"]),
  );
});

test("what is made under another name is no heir, nor is what has the name elsewhere", () => {
  const { steps } = planOf(
    deleted("Prompt", "tone", inputs.Prompt),
    created("Prompt", "tone", { ...inputs.Prompt, name: "voice" }),
    created("Prompt", "far", { ...inputs.Prompt, workspaceId: "other-id" }),
  );
  expect(
    steps.filter(({ heirOf, operation, before }) => heirOf ?? (operation === "create" && before)),
  ).toEqual([]);
});
