import { expect, test } from "vitest";
import type { AccountObject } from "../../../cli/account/account-object.js";
import { checkExpectations } from "../../../cli/expectations/check.js";
import { readExpectations } from "../../../cli/expectations/format.js";
import type { Values } from "../../../provider/spec/values.js";
import { unknown } from "../review/facts/support/preview.ts";

/** An object as a gateway shows it, in the workspace `w` unless it says another one. */
function shown(kind: string, name: string, values: Values = {}): AccountObject {
  const isWorkspace = kind === "Workspace";
  const inputs = { ...(isWorkspace || kind === "Quota" ? {} : { workspaceId: "w" }), ...values };
  const id = isWorkspace ? name : `${kind}-${name}`;
  return { kind, urn: `${kind} ${name}`, name, id, inputs, outputs: inputs };
}

const workspace = (id = "w", name = "Support assistant") => shown("Workspace", id, { name });

const provider = (name: string, host = "api.openai.com", values: Values = {}) =>
  shown("ModelProvider", name, { name, baseUrl: `https://${host}/v1`, ...values });

const model = (gatewayName: string, values: Values = {}) => {
  const [of = "", name = ""] = gatewayName.split("/");
  const own = { name, type: "chat", inputCost: 1, outputCost: 4, contextWindow: 128_000 };
  return shown("Model", gatewayName, { providerId: `ModelProvider-${of}`, gatewayName, ...own, ...values });
};

const mapping = (sourceName: string, targetModel: string, values: Values = {}) => {
  const usual = { priority: 0, enabled: true, isPattern: false };
  return shown("Mapping", sourceName, { sourceName, targetModel, ...usual, ...values });
};

const pattern = (sourceName: string, targetModel: string, values: Values = {}) =>
  mapping(sourceName, targetModel, { isPattern: true, priority: 10, ...values });

const prompt = (name: string, values: Values = {}) =>
  shown("Prompt", name, { name, content: "Be brief.", enabled: true, environment: null, ...values });

const member = (email: string, role: string) =>
  shown("Member", email, { role, user: { id: `u-${email}`, email, username: email.split("@")[0] ?? "" } });

const budget = (value: number) => shown("Budget", "w", { budget: value });

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

const resultsOf = (text: string, objects = account, unread: ReadonlyMap<string, string> = new Map()) =>
  checkExpectations(readExpectations(text), { objects, unread });

const everything = `workspaces:
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
const inWorkspace = (section: string) => `workspaces: { "Support*": { ${section} } }`;
const small = inWorkspace("routes: { default: { model: openai/gpt-small } }");
const tie = [
  ...[workspace(), provider("openai"), model("openai/a"), model("openai/b")],
  mapping("a", "openai/a"),
  { ...mapping("a", "openai/b"), name: "b", urn: "Mapping b" },
];
const silent = [
  ...[workspace(), provider("openai"), model("openai/a"), model("openai/b")],
  ...[pattern("chat-*", "openai/a", { priority: 5 }), mapping("CHAT-1", "openai/b")],
];
const burst = { name: "burst", maxRequests: 100, period: "ROLLING", windowMinutes: 1 };
const found = { ...workspace(), urn: "urn:pulumi:s::p::t::found", name: "found", isOnlyRead: true } as const;
const nobody = "workspaces: { Nobody: { budget: { atMost: 1 } } }";
const toA = (more = "") => inWorkspace(`routes: { chat-1: { model: openai/a ${more} } }`);
const settled = "assume: [case-matters, patterns-are-globs]";

/** A file, and the objects if they are not those of the account. */
const rows: Readonly<Record<string, Parameters<typeof resultsOf>>> = {
  "each line of the file in each workspace that its pattern means": [
    everything,
    [...account, workspace("x", "Other")],
  ],
  ...Object.fromEntries(
    [
      "routes: { default: { model: openai/gpt-4.1 } }",
      'routes: { default: { model: ["a/*", "openai/*"] } }',
      "routes: { default: { name: gpt-small } }",
      'routes: { default: { host: "*.example.com" } }',
      "routes: { default: { type: embedding } }",
      "routes: { default: { maxOutputCost: 3.9 } }",
      "routes: { default: nowhere }",
      'routes: { "gpt-*": nowhere }',
      'routes: { "claude-*": nowhere }',
      'routes: { "claude-*": { provider: openai } }',
      'routes: { "gpt-4*": { provider: openai } }',
      "routes: { other: { model: a } }",
      "models: { maxOutputCost: 15 }",
      "models: { types: [chat] }",
      "models: { hosts: [api.openai.com] }",
      "models: { providers: [openai] }",
      "prompts: { require: [other] }",
      'people: { admins: ["eve@example.com"] }',
      'people: { admins: ["ada@example.com", "ben@example.com"] }',
      'people: { admins: ["*@example.com"] }',
      "people: { admins: [] }",
      "people: { maxAdmins: 0 }",
      "people: { members: [ada, ben] }",
      "people: { maxMembers: 1 }",
      "people: { maxMembers: 2 }",
      "budget: { atMost: 1000 }",
      "budget: { atLeast: 1501 }",
    ].map((section) => [section, [inWorkspace(section)]]),
  ),
  "a prompt of another environment": [
    inWorkspace("prompts: { require: [p], environments: [STAGING] }"),
    [...account, prompt("p", { environment: "PRODUCTION" })],
  ],
  "a prompt that is switched off": [
    inWorkspace("prompts: { require: [p] }"),
    [...account, prompt("p", { enabled: false })],
  ],
  "a mapping to a model that is not known": [
    inWorkspace("routes: { lost: { model: openai/gone } }"),
    [...account, mapping("lost", "openai/gone")],
  ],
  "a cost that is not known yet": [
    inWorkspace("routes: { x: { maxInputCost: 1 } }"),
    [...account, model("openai/x", { inputCost: unknown }), mapping("x", "openai/x")],
  ],
  "a mapping whose name is not known yet": [
    small,
    [...account, shown("Mapping", "m", { sourceName: unknown, targetModel: "openai/b" })],
  ],
  "a mapping to the same model whose name is not known yet": [
    small,
    [...account, shown("Mapping", "m", { sourceName: unknown, targetModel: "openai/gpt-small" })],
  ],
  "a mapping of the name that may be off": [
    small,
    [...account, mapping("default", "openai/b", { enabled: unknown, priority: 5 })],
  ],
  "a mapping of another name that may be off": [
    small,
    [...account, mapping("other", "openai/b", { enabled: unknown })],
  ],
  "what both of two mappings of one rank meet": [inWorkspace("routes: { a: { provider: openai } }"), tie],
  "what one of two mappings of one rank meets": [inWorkspace("routes: { a: { model: openai/a } }"), tie],
  "a model whose provider is not known": [
    inWorkspace("models: { hosts: [api.openai.com] }"),
    [workspace(), model("gone/x")],
  ],
  "a workspace with one model": [
    inWorkspace("models: { types: [chat] }"),
    [workspace(), provider("openai"), model("openai/a")],
  ],
  "a budget that is not known": [inWorkspace("budget: { atMost: 1 }"), [workspace()]],
  "a workspace that nobody knows": [nobody],
  "a workspace, where only ids are known": [nobody, [budget(1)]],
  "a list that could not be read": [
    "workspaces: { '*': { people: { maxAdmins: 9 }, budget: { atMost: 9000 } } }",
    account,
    new Map([["Member", "the members could not be read: 403"]]),
  ],
  "quotas of the account": [
    "quotas: { 'b*': { atMost: 100, atLeast: 101, period: CALENDAR, windowMinutes: 1 }, other: { atMost: 1 } }",
    [...account, shown("Quota", "burst", burst)],
  ],
  "what only one reading meets": [toA(), silent],
  "what all readings meet": [inWorkspace("routes: { CHAT-1: { model: openai/b } }"), silent],
  "an assumption of the file": [`${settled}\n${toA()}`, silent],
  "an assumption of the workspace": [toA().replace(/ \} \}$/, `, ${settled} } }`), silent],
  "an assumption of the route": [toA(`, ${settled}`), silent],
  "another assumption": [toA(", assume: [case-does-not-matter, patterns-are-globs]"), silent],
  "a workspace that the program also reads by its id, first": [small, [found, ...account]],
  "a workspace that the program also reads by its id, last": [small, [...account, found]],
};

test("the results of expectations match the snapshot", async () => {
  const pages = Object.entries(rows).map(([what, row]) => {
    const lines = resultsOf(...row).map((result) => {
      const { line, column, path, status, workspace = "the account", depends, settledBy, name, urn } = result;
      const open = [...depends, ...settledBy.map((name) => `assume ${name}`)].map((each) => `  - ${each}\n`);
      const place = `${line}:${column} ${path.slice(1).join(".")} in ${workspace}`;
      const about = urn === undefined ? "" : ` (${name}, ${urn})`;
      return `- ${place}: ${status}: ${result.found}${about}\n${open.join("")}`;
    });
    return `## ${what}\n\n${lines.join("")}`;
  });
  await expect(pages.join("\n")).toMatchFileSnapshot("./check-expectations.md");
});

test("each additional expected name costs only a few reads of the account's objects", () => {
  let reads = 0;
  const teams = Array.from({ length: 100 }, (_, at) => `team${at}`);
  const objects = [
    ...[workspace(), provider("openai"), ...teams.map((team) => model(`openai/${team}`))],
    ...teams.map((team, at) => pattern(`${team}-.*`, `openai/${team}`, { priority: 10 + at })),
  ].map((object) => ({
    ...object,
    get inputs() {
      reads += 1;
      return object.inputs;
    },
  }));
  const readsFor = (namesOfTeam: number) => {
    const routes = teams.flatMap((team) =>
      Array.from({ length: namesOfTeam }, (_, at) => `"${team}-${at}": { model: openai/${team} }`),
    );
    reads = 0;
    const results = resultsOf(`workspaces: { "*": { routes: { ${routes.join(", ")} } } }`, objects);
    expect(results.filter(({ status }) => status === "met")).toHaveLength(routes.length);
    return reads;
  };
  expect(readsFor(10) - readsFor(1)).toBeLessThan(900 * 12);
});
