import { expect, test } from "vitest";
import { rulesOfChanges } from "../../../../cli/review/rules/finding.js";
import type { Values } from "../../../../provider/spec/values.js";
import {
  created,
  deleted,
  inputs,
  type PreviewStep,
  replaced,
  review,
  same,
  step,
  unknown,
  updated,
  urn,
} from "./support/preview.ts";

const { Workspace, ModelProvider, Model, Mapping, Prompt, Config, Member, GatewayKey } = inputs;
const production = { ...Prompt, environment: "PRODUCTION" };
const standard = { ...Config, isDefault: true };
const team = same("Workspace", "team", Workspace);
const openai = same("ModelProvider", "openai", ModelProvider);
const gpt = same("Model", "gpt", Model, { gatewayName: "openai/gpt" });

/** The rules of a change that found something, each with the logical name that it is about. */
function found(...steps: readonly PreviewStep[]): string[] {
  return review(...steps)
    .findings.filter(({ rule }) => rulesOfChanges.some((each) => each === rule))
    .map(({ rule, name }) => `${rule}: ${name}`);
}

test.each<[string, string[], PreviewStep[]]>([
  ["a workspace is destroyed", ["workspace-delete: team"], [deleted("Workspace", "team", Workspace)]],
  [
    "a workspace is made anew",
    ["workspace-delete: team"],
    [replaced("Workspace", "team", Workspace, Workspace)],
  ],
  [
    "a workspace only leaves the stack",
    [],
    [deleted("Workspace", "team", Workspace, { retainOnDelete: true })],
  ],
  [
    "a destroy of what is not empty gets possible",
    ["force-destroy: team"],
    [updated("Workspace", "team", Workspace, { ...Workspace, forceDestroy: true })],
  ],
  [
    "it was possible before",
    [],
    [updated("Workspace", "team", { ...Workspace, forceDestroy: true }, { name: "x", forceDestroy: true })],
  ],
  [
    "a new workspace may be destroyed",
    [],
    [created("Workspace", "team", { ...Workspace, forceDestroy: true })],
  ],
  [
    "a workspace that may be there already may be destroyed",
    ["force-destroy: team"],
    [created("Workspace", "team", { ...Workspace, adopt: true, forceDestroy: true })],
  ],
  [
    "a provider goes with a model under it",
    ["provider-delete-with-models: openai", "route-lost: gpt"],
    [
      deleted("ModelProvider", "openai", ModelProvider),
      deleted("Model", "gpt", Model, { outputs: { gatewayName: "openai/gpt" } }),
    ],
  ],
  ["a provider goes that has no model", [], [deleted("ModelProvider", "openai", ModelProvider)]],
  ["the default config goes", ["default-config-lost: c"], [deleted("Config", "c", standard)]],
  [
    "the default config is no longer it",
    ["default-config-lost: c"],
    [replaced("Config", "c", standard, Config)],
  ],
  [
    "the default config is replaced",
    ["default-config-lost: c"],
    [replaced("Config", "c", standard, { ...standard, workflow: { a: 1 } })],
  ],
  [
    "the default config is replaced by one that comes first",
    [],
    [replaced("Config", "c", standard, { ...standard, replaceOrder: "createFirst" })],
  ],
  ["a config goes that is not the default", [], [deleted("Config", "c", Config)]],
  ["a person loses access", ["access-removed: ada"], [deleted("Member", "ada", Member)]],
  [
    "the place of a person goes to another one",
    ["access-removed: ada"],
    [replaced("Member", "ada", Member, { ...Member, email: "b" })],
  ],
  ["a person stays in", [], [deleted("Member", "ada", { ...Member, onDestroy: "keep" })]],
  [
    "a role is lowered",
    ["role-lowered: ada"],
    [updated("Member", "ada", Member, { ...Member, role: "MEMBER" })],
  ],
  [
    "a role is known only later that may be a lower one",
    ["role-lowered: ada"],
    [updated("Member", "ada", Member, { ...Member, role: unknown })],
  ],
  [
    "a role is known only later that cannot be lower",
    [],
    [updated("Member", "ada", { ...Member, role: "MEMBER" }, { ...Member, role: unknown })],
  ],
  [
    "it is known only later whether a destroy of what is not empty gets possible",
    ["force-destroy: team"],
    [updated("Workspace", "team", Workspace, { ...Workspace, forceDestroy: unknown })],
  ],
  [
    "it is known only later what a model costs",
    ["cost-up: gpt"],
    [updated("Model", "gpt", Model, { ...Model, inputCost: unknown })],
  ],
  ["a role is raised", [], [updated("Member", "ada", { ...Member, role: "MEMBER" }, Member)]],
  ["a gateway key is made anew", ["key-rotated: k"], [replaced("GatewayKey", "k", GatewayKey, GatewayKey)]],
  ["an invitation is made anew", [], [replaced("Invitation", "i", inputs.Invitation, inputs.Invitation)]],
  [
    "an API key is set",
    ["key-rotated: p"],
    [updated("ModelProvider", "p", ModelProvider, { ...ModelProvider, apiKey: "[secret]" })],
  ],
  [
    "an API key is cleared",
    ["key-rotated: p"],
    [
      updated(
        "ModelProvider",
        "p",
        { ...ModelProvider, apiKey: "[secret]" },
        { ...ModelProvider, apiKey: null },
      ),
    ],
  ],
  [
    "nothing differs that shows",
    ["key-rotated: p"],
    [
      updated(
        "ModelProvider",
        "p",
        { ...ModelProvider, apiKey: "[secret]" },
        { ...ModelProvider, apiKey: "[secret]" },
      ),
    ],
  ],
  [
    "something else differs of a provider with a key",
    [],
    [
      updated(
        "ModelProvider",
        "p",
        { ...ModelProvider, apiKey: "[secret]" },
        { ...ModelProvider, priority: 2, apiKey: "[secret]" },
      ),
    ],
  ],
  [
    "a prompt of production changes",
    ["production-prompt-changed: p"],
    [updated("Prompt", "p", production, { ...production, content: "x" })],
  ],
  [
    "a prompt gets into production",
    ["production-prompt-changed: p"],
    [updated("Prompt", "p", Prompt, production)],
  ],
  [
    "a prompt leaves production",
    ["production-prompt-changed: p"],
    [updated("Prompt", "p", production, Prompt)],
  ],
  ["a prompt of production goes", ["production-prompt-changed: p"], [deleted("Prompt", "p", production)]],
  [
    "a prompt of production that is switched off changes",
    [],
    [
      updated(
        "Prompt",
        "p",
        { ...production, enabled: false },
        { ...production, enabled: false, content: "x" },
      ),
    ],
  ],
  ["a prompt of no environment changes", [], [updated("Prompt", "p", Prompt, { ...Prompt, content: "x" })]],
  ["a model gets dearer", ["cost-up: gpt"], [updated("Model", "gpt", Model, { ...Model, inputCost: 3 })]],
  ["a model gets cheaper", [], [updated("Model", "gpt", Model, { ...Model, inputCost: 1 })]],
  ["a model comes", [], [created("Model", "gpt", Model)]],
  [
    "the only model goes",
    ["route-lost: gpt"],
    [deleted("Model", "gpt", Model, { outputs: { gatewayName: "openai/gpt" } })],
  ],
  ["a mapping goes", ["route-lost: m"], [gpt, deleted("Mapping", "m", Mapping)]],
  ["a mapping only leaves the stack", [], [gpt, deleted("Mapping", "m", Mapping, { retainOnDelete: true })]],
])("if %s, the rules find %j", (_what, expected, steps) => {
  const isAboutProvider = steps.some(({ urn: other }) => other.includes("ModelProvider::openai"));
  expect(found(team, ...(isAboutProvider ? [] : [openai]), ...steps).toSorted()).toEqual(expected);
});

test("what an interrupted replacement left behind goes as any other, and is not what took its place", () => {
  const left = { delete: true, id: "old" };
  const before = { ...ModelProvider, workspaceId: "old" };
  const of = { propertyDependencies: { providerId: [urn("ModelProvider", "openai")] } };
  const steps = [
    team,
    openai,
    step("same", "Model", "gpt", {
      oldState: { inputs: Model, outputs: { gatewayName: "openai/gpt" }, ...of },
      newState: { inputs: Model, ...of },
    }),
    deleted("Mapping", "m", Mapping),
    deleted("Workspace", "team", Workspace, left),
    deleted("ModelProvider", "openai", before, left),
    deleted("Member", "ada", Member, left),
  ];
  expect(found(...steps).toSorted()).toEqual([
    "access-removed: ada",
    "route-lost: m",
    "workspace-delete: team",
  ]);
  const { headline, needs } = review(...steps);
  expect(headline).toContain("1 workspace destroyed");
  expect(needs.irreversible.join()).toContain("everything in it is gone");
});

test("how much dearer is the greatest rise in percent, and none for what was free", () => {
  const amounts = (before: Values, after: Values) =>
    review(updated("Model", "gpt", { ...Model, ...before }, { ...Model, ...after })).findings.map(
      ({ rule, amount }) => [rule, amount],
    );
  expect(amounts({}, { inputCost: 3, outputCost: 10 })).toEqual([["cost-up", 50]]);
  expect(amounts({ inputCost: 0 }, { outputCost: 10 })).toEqual([["cost-up", undefined]]);
});

test("a route from a free model to one that is not is dearer, however much cheaper the other side gets", () => {
  const free = { ...Model, name: "free", inputCost: 0, outputCost: 80 };
  const steps = [
    gpt,
    same("Model", "free", free, { gatewayName: "openai/free" }),
    updated("Mapping", "m", { ...Mapping, targetModel: "openai/free" }, Mapping),
  ];
  const { findings, routes } = review(team, openai, ...steps);
  expect(findings).toMatchObject([{ rule: "cost-up", name: "m" }]);
  expect(findings[0]).not.toHaveProperty("amount");
  expect(findings[0]?.reason).toBe("`default` goes to a dearer model: inputCost 0 → 2.");
  expect(routes[0]).not.toHaveProperty("costPercent");
});

test.each(["constructor", "__proto__"])("a workspace may have any id: %s", (workspaceId) => {
  const { workspaces } = review(created("Prompt", "p", { ...Prompt, workspaceId }));
  expect(Object.entries(workspaces)).toEqual([[workspaceId, workspaceId]]);
});

test("what is not known yet may be the worst", () => {
  expect(found(updated("Member", "ada", Member, { ...Member, role: unknown }))).toEqual([
    "role-lowered: ada",
  ]);
  expect(found(updated("Model", "gpt", Model, { ...Model, inputCost: unknown }))).toEqual(["cost-up: gpt"]);
  expect(found(updated("Workspace", "team", Workspace, { ...Workspace, forceDestroy: unknown }))).toContain(
    "force-destroy: team",
  );
});

test("the default config is not lost if another one of the workspace takes its place", () => {
  const [out, into] = [
    replaced("Config", "a", standard, Config),
    replaced("Config", "b", { ...Config, name: "b" }, { ...standard, name: "b" }),
  ];
  expect(found(out)).toEqual(["default-config-lost: a"]);
  const [finding] = review(out, into).findings;
  expect([finding?.rule, finding?.risk]).toEqual(["default-config-lost", "medium"]);
});

test("in a workspace that is destroyed, no single route is called lost", () => {
  const gone = [
    deleted("Workspace", "team", Workspace),
    deleted("Model", "gpt", Model, { outputs: { gatewayName: "openai/gpt" } }),
    deleted("Mapping", "m", Mapping),
  ];
  expect(found(...gone)).toEqual(["workspace-delete: team"]);
});

test("a finding is about a resource of the plan, the most severe comes first, and the risk is its", () => {
  const { findings, risk, changes } = review(
    team,
    updated("Model", "gpt", Model, { ...Model, inputCost: 3 }),
    deleted("Config", "c", standard),
    created("Prompt", "p", production),
  );
  expect(findings.map(({ risk: each }) => each)).toEqual(["high", "medium", "low"]);
  expect(findings.map(({ urn: each }) => each)).toEqual([
    urn("Config", "c"),
    urn("Model", "gpt"),
    urn("Prompt", "p"),
  ]);
  expect(risk).toBe("high");
  expect(changes.map(({ name }) => name)).toEqual(["c", "gpt", "p"]);
});

test("a change without a finding has a low risk", () => {
  expect(review(updated("Prompt", "p", Prompt, { ...Prompt, content: "x" })).risk).toBe("low");
});

test("what was odd before is not told again of what stays, and is told of what is touched", () => {
  const http = { ...ModelProvider, baseUrl: "http://api.example" };
  const rules = (...steps: PreviewStep[]) => review(team, ...steps).findings.map(({ rule }) => rule);
  const other = updated("Prompt", "p", Prompt, { ...Prompt, content: "x" });
  expect(rules(same("ModelProvider", "openai", http), other)).not.toContain("provider-over-http");
  expect(rules(created("ModelProvider", "openai", http))).toContain("provider-over-http");
  expect(rules(updated("ModelProvider", "openai", http, { ...http, priority: 2 }))).toContain(
    "provider-over-http",
  );
});

test.each<[string[], PreviewStep[]]>([
  [["1 model cheaper"], [updated("Model", "a", Model, { ...Model, inputCost: 1 })]],
  [
    ["2 models dearer"],
    ["a", "b"].map((name) => updated("Model", name, { ...Model, name }, { ...Model, name, inputCost: 3 })),
  ],
  [["1 model changed"], [updated("Model", "a", Model, { ...Model, inputCost: 1, outputCost: 9 })]],
  [["1 person loses access"], [deleted("Member", "ada", Member)]],
  [
    ["2 people lose access"],
    [deleted("Member", "ada", Member), deleted("Member", "bob", { ...Member, email: "b" })],
  ],
  [["1 role lowered"], [updated("Member", "ada", Member, { ...Member, role: "MEMBER" })]],
  [["1 role lowered"], [updated("Member", "ada", Member, { ...Member, role: unknown })]],
  [
    ["1 member changed"],
    [updated("Member", "ada", { ...Member, role: "MEMBER" }, { ...Member, role: unknown })],
  ],
  [["1 prompt reworded"], [updated("Prompt", "p", Prompt, { ...Prompt, content: "x" })]],
  [["1 config replaced"], [replaced("Config", "c", Config, { ...Config, enabled: true })]],
  [["1 workspace destroyed"], [deleted("Workspace", "team", Workspace)]],
  [["1 index created"], [created("Index", "i", inputs.Index)]],
])("the headline is %j", (headline, steps) => {
  expect(review(...steps).headline).toEqual(headline);
});

test("what a change means comes before that something changes", () => {
  const { headline } = review(
    updated("Quota", "q", inputs.Quota, { ...inputs.Quota, maxRequests: 1 }),
    updated("Model", "a", Model, { ...Model, inputCost: 1 }),
  );
  expect(headline).toEqual(["1 model cheaper", "1 quota changed"]);
});

test("a headline with too many parts ends with a count of the rest", () => {
  const names = ["Model", "Mapping", "Prompt", "Config", "Index", "Member", "Quota", "Budget"] as const;
  const { headline } = review(...names.map((kind) => created(kind, "x", inputs[kind])));
  expect([headline.length, headline.at(-1)]).toEqual([6, "3 more changes"]);
});

test("a text that is a secret is no key", () => {
  const covered = { ...Prompt, content: "[secret]" };
  expect(found(updated("Prompt", "p", covered, covered))).toEqual([]);
  const inProduction = { ...production, content: "[secret]" };
  expect(found(updated("Prompt", "p", inProduction, inProduction))).toEqual(["production-prompt-changed: p"]);
});

test("a route that moves is in the headline", () => {
  const large = { ...Model, name: "large", inputCost: 10 };
  const { headline, routes } = review(
    team,
    openai,
    gpt,
    same("Model", "large", large, { gatewayName: "openai/large" }),
    updated("Mapping", "m", Mapping, { ...Mapping, targetModel: "openai/large" }),
  );
  expect(routes.filter(({ moved }) => moved).map(({ incoming }) => incoming)).toEqual(["default"]);
  expect(headline).toEqual(["1 route moved", "1 mapping changed"]);
});

test.each<[string, Values, number | undefined]>([
  ["a model that costs twice as much", { inputCost: 1, outputCost: 4 }, 100],
  ["one that cost nothing before", { inputCost: 0, outputCost: 0 }, undefined],
  ["one that cost nothing for its input", { inputCost: 0, outputCost: 8 }, undefined],
])("a route that moves to %s is dearer, by as much as can be said", (_what, costs, amount) => {
  const { findings } = review(
    team,
    openai,
    gpt,
    same("Model", "old", { ...Model, name: "old", ...costs }, { gatewayName: "openai/old" }),
    updated("Mapping", "m", { ...Mapping, targetModel: "openai/old" }, Mapping),
  );
  const dearer = findings.filter(({ rule }) => rule === "cost-up");
  expect(dearer.map((each) => [each.name, each.amount])).toEqual([["m", amount]]);
});

test.each(["enabled", "priority", "isPattern"])(
  "while the %s of a mapping is not known, nor is where its names end",
  (name) => {
    const { routes, headline } = review(
      team,
      openai,
      gpt,
      updated("Mapping", "m", Mapping, { ...Mapping, [name]: unknown }),
    );
    expect(routes.filter(({ moved }) => moved)).toMatchObject([
      { incoming: "default", before: { is: "model" }, after: { is: "unknown" } },
    ]);
    expect(headline).toEqual(["1 route moved", "1 mapping changed"]);
  },
);

test("a gateway name is known of a model that will be updated, if its inputs retain the name", () => {
  const steps = (retained: Values) => [
    team,
    openai,
    step("update", "Model", "gpt", {
      oldState: { inputs: Model, outputs: { gatewayName: "openai/gpt" } },
      newState: { inputs: { ...Model, displayName: "x", __carried: retained } },
    }),
    same("Mapping", "m", Mapping),
  ];
  expect(review(...steps({ gatewayName: "openai/gpt" })).routes.some(({ moved }) => moved)).toBe(false);
  expect(review(...steps({ gatewayName: "openai/x" })).routes.some(({ moved }) => moved)).toBe(true);
});
