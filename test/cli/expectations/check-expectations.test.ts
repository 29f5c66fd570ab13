import { expect, test } from "vitest";
import type { AccountObject } from "../../../cli/account/account-object.js";
import { checkExpectations } from "../../../cli/expectations/check.js";
import { readExpectations } from "../../../cli/expectations/format.js";
import {
  budget,
  mapping,
  member,
  model,
  pattern,
  prompt,
  provider,
  shown,
  workspace,
} from "./support/objects.js";

/** What the engine writes for a value that it does not know yet. */
const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

const account: readonly AccountObject[] = [
  workspace(),
  provider("openai"),
  provider("azure", "eu.example.com"),
  model("openai/gpt-small", { inputCost: 0.4 }),
  model("openai/gpt-4.1"),
  model("azure/gpt-4o", { outputCost: 20, contextWindow: 64_000 }),
  mapping("default", "openai/gpt-small"),
  mapping("gpt-4-legacy", "azure/gpt-4o"),
  pattern("gpt-4.*", "openai/gpt-4.1"),
  prompt("house-rules"),
  member("ada@example.com", "ADMIN"),
  member("ben@example.com", "MEMBER"),
  member("owner@example.com", "OWNER"),
  budget(1500),
];

function resultsOf(text: string, objects = account, unread?: ReadonlyMap<string, string>) {
  return checkExpectations(readExpectations(text), { objects, ...(unread && { unread }) });
}

/** What becomes of expectations of the one workspace. */
function inWorkspace(section: string, objects = account) {
  return resultsOf(`workspaces: { "Support*": { ${section} } }`, objects).map(
    ({ status, found }) => `${status}: ${found}`,
  );
}

test("each line of the file is held in each workspace that its pattern means, and says where", () => {
  const text = `workspaces:
  "Support*":
    routes:
      default: { model: openai/gpt-small, maxInputCost: 0.5 }
      "gpt-4*": { provider: openai, minContextWindow: 128000 }
      gpt-4-legacy: { provider: azure }
      retired-model: nowhere
    models: { maxOutputCost: 20, hosts: ["api.openai.com", "*.example.com"] }
    prompts: { require: [house-rules], environments: [PRODUCTION] }
    people: { admins: ["ada@example.com"], maxAdmins: 3 }
    budget: { atMost: 2000 }
`;
  const results = resultsOf(text, [...account, workspace("x", "Other")]);
  expect(results.map(({ line, column, status, path }) => [line, column, status, path.at(-1)])).toEqual([
    [4, 18, "held", "model"],
    [4, 43, "held", "maxInputCost"],
    [5, 19, "held", "provider"],
    [5, 37, "held", "minContextWindow"],
    [6, 23, "held", "provider"],
    [7, 7, "held", "retired-model"],
    [8, 15, "held", "maxOutputCost"],
    [8, 34, "held", "hosts"],
    [9, 26, "held", "0"],
    [10, 15, "held", "admins"],
    [10, 44, "held", "maxAdmins"],
    [11, 15, "held", "atMost"],
  ]);
  expect(new Set(results.map(({ workspace }) => workspace))).toEqual(new Set(["Support assistant"]));
  expect(results.slice(0, 6).map(({ found }) => found)).toEqual([
    "resolves to `openai/gpt-small`, by the mapping `default` (model `openai/gpt-small`)",
    "resolves to `openai/gpt-small`, by the mapping `default` (inputCost `0.4`)",
    expect.stringContaining("names of this form"),
    expect.stringContaining("names of this form"),
    "resolves to `azure/gpt-4o`, by the mapping `gpt-4-legacy` (provider `azure`)",
    "resolves to no model: no mapping matches it, and no model has it as its gateway name",
  ]);
});

const tie = [
  ...[workspace(), provider("openai"), model("openai/a"), model("openai/b")],
  mapping("a", "openai/a"),
  { ...mapping("a", "openai/b"), name: "b", urn: "Mapping b" },
];
const small = "routes: { default: { model: openai/gpt-small } }";
const byDefault = "resolves to `openai/gpt-small`, by the mapping `default`";

test.each([
  ["routes: { default: { model: openai/gpt-4.1 } }", `broken: ${byDefault}`],
  ['routes: { default: { model: ["a/*", "openai/*"] } }', "held: "],
  ["routes: { default: { name: gpt-small } }", "held: "],
  ['routes: { default: { host: "*.example.com" } }', "broken: "],
  ["routes: { default: { type: embedding } }", "broken: "],
  ["routes: { default: { maxOutputCost: 3.9 } }", `broken: ${byDefault} (outputCost \`4\`)`],
  ["routes: { default: nowhere }", `broken: ${byDefault}`],
  ['routes: { "gpt-*": nowhere }', "broken: `gpt-4"],
  ['routes: { "claude-*": nowhere }', "held: "],
  ['routes: { "claude-*": { provider: openai } }', "broken: no name of this form is known here"],
  ['routes: { "gpt-4*": { provider: openai } }', "broken: `gpt-4-legacy` resolves to `azure/gpt-4o`"],
  ["routes: { other: { model: a } }", "broken: resolves to no model"],
  ["models: { maxOutputCost: 15 }", "broken: `azure/gpt-4o` has outputCost `20`"],
  ["models: { types: [chat] }", "held: all 3 have it"],
  ["models: { hosts: [api.openai.com] }", "broken: `azure` has host `eu.example.com`"],
  ["models: { providers: [openai] }", "broken: `azure` has provider `azure`"],
  ["prompts: { require: [other] }", "broken: there is no prompt `other`"],
  ['people: { admins: ["eve@example.com"] }', "broken: `ada@example.com` is one, too"],
  ['people: { admins: ["ada@example.com", "ben@example.com"] }', "broken: `ben@example.com` is none"],
  ['people: { admins: ["*@example.com"] }', "held: `ada@example.com`"],
  ["people: { admins: [] }", "broken: `ada@example.com` is one, too"],
  ["people: { maxAdmins: 0 }", "broken: 1: `ada@example.com`"],
  ["people: { members: [ada, ben] }", "held: "],
  ["people: { maxMembers: 1 }", "broken: 2: "],
  ["budget: { atMost: 1000 }", "broken: the budget is 1500"],
  ["budget: { atLeast: 1501 }", "broken: the budget is 1500"],
])("of %s it is found: %s", (section, result) => {
  expect(inWorkspace(section)[0]).toContain(result);
});

test.each<[what: string, more: readonly AccountObject[], result: string, section?: string]>([
  [
    "a prompt of another environment",
    [prompt("p", { environment: "PRODUCTION" })],
    "broken: `p` is for PRODUCTION, and not for STAGING",
    "prompts: { require: [p], environments: [STAGING] }",
  ],
  [
    "a prompt that is switched off",
    [prompt("p", { enabled: false })],
    "broken: `p` is switched off",
    "prompts: { require: [p] }",
  ],
  [
    "a mapping to a model that is not known",
    [mapping("lost", "openai/gone")],
    "unknown: resolves to `openai/gone`, which is not the gateway name of any known model, by the mapping `lost`",
    "routes: { lost: { model: openai/gone } }",
  ],
  [
    "a cost that is not known yet",
    [model("openai/x", { inputCost: unknown }), mapping("x", "openai/x")],
    "unknown: ",
    "routes: { x: { maxInputCost: 1 } }",
  ],
  [
    "a mapping whose name is not known yet",
    [shown("Mapping", "m", { sourceName: unknown, targetModel: "openai/b" })],
    `unknown: ${byDefault} (model \`openai/gpt-small\`), unless the mapping \`m\` matches it`,
  ],
  [
    "a mapping to the same model whose name is not known yet",
    [shown("Mapping", "m", { sourceName: unknown, targetModel: "openai/gpt-small" })],
    "held: ",
  ],
  [
    "a mapping of the name that may be off",
    [mapping("default", "openai/b", { enabled: unknown, priority: 5 })],
    "unknown: ",
  ],
  [
    "a mapping of another name that may be off",
    [mapping("other", "openai/b", { enabled: unknown })],
    "held: ",
  ],
])("with %s, an expectation has its result", (_what, more, result, section = small) => {
  expect(inWorkspace(section, [...account, ...more])[0]).toContain(result);
});

test("two mappings of one rank hold what both meet, and what one meets depends on something no assumption settles", () => {
  expect(inWorkspace("routes: { a: { provider: openai } }", tie)[0]).toContain("held: ");
  expect(resultsOf("workspaces: { '*': { routes: { a: { model: openai/a } } } }", tie)).toMatchObject([
    { status: "depends", depends: ["which of several mappings of one priority comes first"], settledBy: [] },
  ]);
});

test("a budget that is not known is neither in its bounds nor outside", () => {
  expect(inWorkspace("budget: { atMost: 1 }", [workspace()])).toEqual(["unknown: no budget is known here"]);
});

test("a workspace that nobody knows breaks the expectation of it; if only ids are known, nobody knows", () => {
  const text = "workspaces: { Nobody: { budget: { atMost: 1 } } }";
  expect(resultsOf(text)).toMatchObject([
    {
      status: "broken",
      path: ["workspaces", "Nobody"],
      line: 1,
      column: 15,
      found: "no workspace has such a name",
    },
  ]);
  expect(resultsOf(text, [budget(1)])).toMatchObject([{ status: "unknown" }]);
});

test("what rests on a list that could not be read is unknown", () => {
  const unread = new Map([["Member", "the members could not be read: 403"]]);
  expect(
    resultsOf("workspaces: { '*': { people: { maxAdmins: 9 }, budget: { atMost: 9000 } } }", account, unread),
  ).toMatchObject([{ status: "unknown", found: "the members could not be read: 403" }, { status: "held" }]);
});

test("quotas are expected of the account", () => {
  const quota = shown("Quota", "burst", {
    name: "burst",
    maxRequests: 100,
    period: "ROLLING",
    windowMinutes: 1,
  });
  const text =
    "quotas: { 'b*': { atMost: 100, atLeast: 101, period: CALENDAR, windowMinutes: 1 }, other: { atMost: 1 } }";
  expect(resultsOf(text, [...account, quota]).map(({ status, found }) => [status, found])).toEqual([
    ["held", "`burst` has 100 requests"],
    ["broken", "`burst` has 100 requests"],
    ["broken", "`burst` has period ROLLING"],
    ["held", "`burst` has windowMinutes 1"],
    ["broken", "no quota has such a name"],
  ]);
});

const silent = [
  workspace(),
  provider("openai"),
  model("openai/a"),
  model("openai/b"),
  pattern("chat-*", "openai/a", { priority: 5 }),
  mapping("CHAT-1", "openai/b"),
];

test("what only one reading meets depends on what is open, until the file says what is known of the gateway", () => {
  const expected = (assume = "") => `routes: { CHAT-1: { model: openai/b ${assume} } }`;
  const [open] = resultsOf(`workspaces: { '*': { routes: { chat-1: { model: openai/a } } } }`, silent);
  expect(open).toMatchObject({
    status: "depends",
    depends: ["whether upper and lower case differ", expect.stringContaining("`*` and `?`")],
    settledBy: ["case-matters", "patterns-are-globs"],
  });
  const text = (assume: string, where: "file" | "workspace" | "route") =>
    [
      where === "file" ? `assume: ${assume}` : "",
      `workspaces: { '*': { routes: { chat-1: { model: openai/a ${where === "route" ? `, assume: ${assume}` : ""} } }`,
      ` ${where === "workspace" ? `, assume: ${assume}` : ""} } }`,
    ].join("\n");
  const settled = "[case-matters, patterns-are-globs]";
  for (const where of ["file", "workspace", "route"] as const) {
    expect(resultsOf(text(settled, where), silent)).toMatchObject([{ status: "held", depends: [] }]);
  }
  expect(resultsOf(text("[case-does-not-matter, patterns-are-globs]", "route"), silent)).toMatchObject([
    { status: "broken", found: expect.stringContaining("openai/b") },
  ]);
  expect(inWorkspace(expected(), silent)[0]).toContain("held");
});

test("a workspace that the program also reads by its id is one workspace", () => {
  const text = "workspaces: { '*': { routes: { default: { model: openai/gpt-small } } } }";
  const twice = {
    ...workspace(),
    urn: "urn:pulumi:s::p::t::found",
    name: "found",
    isOnlyRead: true,
  } as const;
  for (const objects of [
    [twice, ...account],
    [...account, twice],
  ]) {
    expect(resultsOf(text, objects).map(({ status, name }) => [status, name])).toEqual([["held", "default"]]);
  }
});

/** A workspace with 200 mappings, half of them patterns, and a file that expects so many names of it. */
function manyNames(names: number) {
  const hundred = Array.from({ length: 100 }, (_, at) => at);
  const objects = [
    ...[workspace(), provider("openai"), ...hundred.slice(0, 20).map((at) => model(`openai/m${at}`))],
    ...hundred.map((at) => pattern(`team${at}-.*`, `openai/m${at % 20}`, { priority: 10 + at })),
    ...hundred.map((at) => mapping(`team${at}-x`, `openai/m${at % 20}`)),
  ];
  const routes = Array.from({ length: names }, (_, at) => {
    return `"team${at % 100}-${at}": { model: openai/m${(at % 100) % 20}, provider: openai }`;
  });
  return { objects, text: `workspaces: { "*": { routes: { ${routes.join(", ")} } } }` };
}

test("the objects of an account are read once, however many names are expected", () => {
  let reads = 0;
  const readsFor = (names: number) => {
    const { objects, text } = manyNames(names);
    const counted = objects.map((object) => ({
      ...object,
      get inputs() {
        reads += 1;
        return object.inputs;
      },
    }));
    reads = 0;
    const results = resultsOf(text, counted);
    expect([results.length, results.filter(({ status }) => status !== "held")]).toEqual([2 * names, []]);
    return reads;
  };
  // Each object is looked at a fixed number of times, however many names are asked for.
  expect(readsFor(1000) - readsFor(10)).toBeLessThan(1000 * 12);
});
