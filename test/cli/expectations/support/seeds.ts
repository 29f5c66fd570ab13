import { type Declared, ref } from "../../../e2e/support/declaration.ts";

/** A program with what its team expects of it: all of that is held. */
export interface Seeded {
  readonly objects: readonly Declared[];
  /** The text of `gateway-routes.yaml`. */
  readonly routes: string;
}

/** An edit of a program, by what people would call it. */
export interface Edit {
  readonly what: string;
  edit(objects: readonly Declared[]): readonly Declared[];
}

export const programCount = 20;

/** One of some values, another for each program. */
function of<T>(seed: number, ...values: readonly [T, ...T[]]): T {
  return values[seed % values.length] ?? values[0];
}

/** The program of a number: they differ in names, numbers, hosts, and in how a mapping names its model. */
export function seededProgram(seed: number): Seeded {
  const team = of(seed, "Support", "Search", "Billing", "Research");
  const most = of(seed, 0.5, 1, 2.5);
  const host = of(seed, "api.openai.com", "eu.example.com", "models.example.org:8443");
  const inside = { workspaceId: ref("team") };
  const model = (name: string, of: string, args: object): Declared => ({
    kind: "Model",
    name,
    args: {
      ...inside,
      providerId: ref(of),
      name,
      displayName: name,
      type: "chat",
      contextWindow: 128_000,
      ...args,
    },
  });
  const mapping = (name: string, args: object): Declared => ({
    kind: "Mapping",
    name,
    args: { ...inside, enabled: true, isPattern: false, priority: 0, ...args },
  });
  const target = (name: string) => (seed % 2 === 0 ? ref(name, "gatewayName") : `main/${name}`);
  const provider = (name: string, baseUrl: string): Declared => ({
    kind: "ModelProvider",
    name,
    args: { ...inside, name, baseUrl, priority: 1, compatibility: "OPENAI_SDK" },
  });
  const objects: Declared[] = [
    { kind: "Workspace", name: "team", args: { name: `${team} ${seed}` } },
    { kind: "Budget", name: "cap", args: { ...inside, budget: 500 + seed } },
    provider("main", `https://${host}/v1`),
    provider("other", "https://other.example.com/v1"),
    model("small", "main", { inputCost: most / 2, outputCost: 2 }),
    model("big", "main", { inputCost: 3, outputCost: 12 }),
    model("spare", "other", { inputCost: 1, outputCost: 4 }),
    mapping("default", { sourceName: "default", targetModel: target("small") }),
    mapping("legacy", { sourceName: "legacy", targetModel: target("big") }),
    mapping("four", {
      sourceName: of(seed, "gpt-4.*", "gpt-4*"),
      isPattern: true,
      priority: 10,
      targetModel: target("big"),
    }),
    ...Array.from({ length: seed % 4 }, (_, at) =>
      mapping(`more-${at}`, { sourceName: `more-${at}`, targetModel: target("small"), priority: at }),
    ),
    {
      kind: "Prompt",
      name: "rules",
      args: {
        ...inside,
        name: "house-rules",
        content: "Be kind.",
        environment: "PRODUCTION",
        enabled: true,
        isGlobal: true,
      },
    },
    { kind: "Member", name: "ada", args: { ...inside, email: "ada@example.com", role: "ADMIN" } },
    { kind: "Member", name: "ben", args: { ...inside, email: "ben@example.com", role: "MEMBER" } },
  ];
  const routes = `# yaml-language-server: $schema=./node_modules/workspace-gateway/gateway-routes.schema.json
assume: [patterns-are-globs, patterns-match-whole-names, case-matters, exact-names-first-of-their-priority, mappings-before-gateway-names]
workspaces:
  "${team}*":
    routes:
      default: { model: main/small, provider: main, maxInputCost: ${most} }
      "gpt-4*": { provider: main, minContextWindow: 100000 }
      gpt-4o: { name: big }
      legacy: { name: big, maxOutputCost: 20 }
      retired: nowhere
    models: { maxInputCost: 5, maxOutputCost: 15, hosts: ["${host}", "other.example.com"] }
    prompts: { require: [house-rules], environments: [PRODUCTION] }
    people: { admins: ["ada@example.com"], maxMembers: 3 }
    budget: { atMost: 1000, atLeast: 100 }
`;
  return { objects, routes };
}

function changed(what: string, name: string, args: object): Edit {
  return {
    what,
    edit: (objects) =>
      objects.map((object) =>
        object.name === name ? { ...object, args: { ...object.args, ...args } } : object,
      ),
  };
}

function removed(what: string, ...names: readonly string[]): Edit {
  return { what, edit: (objects) => objects.filter(({ name }) => !names.includes(name)) };
}

function added(what: string, kind: Declared["kind"], name: string, args: object): Edit {
  return {
    what,
    edit: (objects) => [...objects, { kind, name, args: { workspaceId: ref("team"), ...args } }],
  };
}

const spare = "other/spare";
const extra = { enabled: true, isPattern: false, priority: 0 };
const another = { type: "chat", displayName: "Another", contextWindow: 128_000, inputCost: 1, outputCost: 1 };

/** Each of these takes something that the team expects. */
export const misroutes: readonly Edit[] = [
  changed("a mapping leads to another model", "default", { targetModel: spare }),
  changed("a mapping is switched off", "default", { enabled: false }),
  removed("a mapping is removed", "default"),
  changed("a mapping takes another name", "legacy", { sourceName: "legacy-2" }),
  changed("a mapping leads to a model that is too dear for it", "default", { targetModel: "main/big" }),
  changed("a mapping leads to a name that no model has", "legacy", { targetModel: "main/bigg" }),
  added("a pattern of an earlier priority comes before another", "Mapping", "wide", {
    ...extra,
    sourceName: "gpt-.*",
    isPattern: true,
    priority: 1,
    targetModel: spare,
  }),
  added("an exact name comes before a pattern", "Mapping", "o", {
    ...extra,
    sourceName: "gpt-4o",
    targetModel: spare,
  }),
  added("another name of the form is served by another provider", "Mapping", "turbo", {
    ...extra,
    sourceName: "gpt-4-turbo",
    targetModel: spare,
  }),
  added("a pattern comes before an exact name", "Mapping", "all", {
    ...extra,
    sourceName: "def.*",
    isPattern: true,
    priority: -1,
    targetModel: spare,
  }),
  changed("a pattern is none any more", "four", { isPattern: false }),
  changed("a pattern is switched off", "four", { enabled: false }),
  added("a name is answered that should be nowhere", "Mapping", "back", {
    ...extra,
    sourceName: "retired",
    targetModel: spare,
  }),
  added("a pattern answers what should be nowhere", "Mapping", "rest", {
    ...extra,
    sourceName: ".*",
    isPattern: true,
    priority: 99,
    targetModel: spare,
  }),
  removed("a model is deleted under its mapping", "small"),
  changed("a model gets another name", "small", { name: "small-2" }),
  changed("a model moves to another provider", "big", { providerId: ref("other") }),
  changed("a model gets dearer", "small", { inputCost: 4.9 }),
  changed("a model's answers get dearer", "big", { outputCost: 15.5 }),
  changed("a model takes shorter requests", "big", { contextWindow: 8000 }),
  changed("a provider moves to another host", "main", { baseUrl: "https://elsewhere.example/v1" }),
  changed("a provider gets another name", "main", { name: "main-2" }),
  added("a provider of a new host", "ModelProvider", "new", {
    name: "new",
    baseUrl: "https://new.example/v1",
    priority: 2,
    compatibility: "OPENAI_SDK",
  }),
  changed("a member becomes an administrator", "ben", { role: "ADMIN" }),
  changed("the administrator is none any more", "ada", { role: "MEMBER" }),
  added("a new administrator", "Member", "eve", { email: "eve@example.com", role: "ADMIN" }),
  {
    what: "too many people",
    edit: (objects) =>
      ["kim", "lee"].reduce(
        (all, name) => added("", "Member", name, { email: `${name}@example.com`, role: "MEMBER" }).edit(all),
        objects,
      ),
  },
  changed("the budget rises above its bound", "cap", { budget: 1001 }),
  changed("the budget falls below its bound", "cap", { budget: 99 }),
  removed("a prompt is removed", "rules"),
  changed("a prompt is switched off", "rules", { enabled: false }),
  changed("a prompt is no longer for production", "rules", { environment: "STAGING" }),
  changed("the workspace gets another name", "team", { name: "Somebody else's" }),
];

/** None of these does. */
export const harmless: readonly Edit[] = [
  changed("a prompt says something else", "rules", { content: "Be kind and brief." }),
  changed("a model is shown by another name", "small", { displayName: "Small" }),
  changed("a model gets cheaper", "small", { inputCost: 0.01 }),
  changed("a model takes longer requests", "big", { contextWindow: 1_000_000 }),
  changed("a provider moves to another path", "other", { baseUrl: "https://other.example.com/v2" }),
  changed("a provider gets another priority", "main", { priority: 5 }),
  changed("the budget stays in its bounds", "cap", { budget: 999 }),
  added("another name leads elsewhere", "Mapping", "fresh", {
    ...extra,
    sourceName: "fresh",
    targetModel: spare,
  }),
  added("a pattern for other names", "Mapping", "claude", {
    ...extra,
    sourceName: "claude-.*",
    isPattern: true,
    priority: 1,
    targetModel: spare,
  }),
  added("a pattern that comes later", "Mapping", "later", {
    ...extra,
    sourceName: "gpt-4.*",
    isPattern: true,
    priority: 50,
    targetModel: spare,
  }),
  added("an exact name that leads to where its pattern does", "Mapping", "o", {
    ...extra,
    sourceName: "gpt-4-turbo",
    targetModel: "main/big",
  }),
  added("a mapping that is switched off", "Mapping", "off", {
    ...extra,
    enabled: false,
    sourceName: "later",
    targetModel: spare,
  }),
  added("a cheap model", "Model", "tiny", { ...another, providerId: ref("main"), name: "tiny" }),
  added("a prompt of staging", "Prompt", "draft", { name: "draft", content: "Try.", environment: "STAGING" }),
  added("a member", "Member", "kim", { email: "kim@example.com", role: "MEMBER" }),
  changed("a mapping comes earlier, and its pattern with it", "legacy", { priority: -5 }),
  changed("the pattern comes later", "four", { priority: 40 }),
  changed("the workspace gets another name of its form", "team", {}),
  removed("a member leaves", "ben"),
];

/** What a case tries: of fifty, each program is in two or three, and each edit in one or more. */
export function caseOf(
  edits: readonly Edit[],
  at: number,
): { readonly program: Seeded; readonly edit: Edit } {
  const edit = edits[at % edits.length];
  if (edit === undefined) {
    throw new Error("there is no edit");
  }
  return { program: seededProgram((at * 7) % programCount), edit };
}
