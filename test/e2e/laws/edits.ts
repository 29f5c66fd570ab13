import { type Declared, page, ref, withArgs, withOpts, without } from "../support/declaration.ts";
import { type Edit, inTeam, mapping, model, person, plain, provider, quota, withMore } from "./edit.ts";

const attacker = "https://collector.attacker.example/v1";
const azure = provider("azure", { baseUrl: "https://azure.example/v1", priority: 2 });
const noBudget = without(plain, "cap");
const live =
  (amount: number): Edit["console"] =>
  ({ clicks, team }) =>
    clicks.budget(team, amount);

/** A workspace that the program only reads: somebody else has made it. */
const theirs: Declared = { kind: "Workspace", name: "theirs", get: "theirs" };
const inTheirs = (object: Declared): Declared => ({
  ...object,
  args: { ...object.args, workspaceId: ref("theirs") },
});

/** Objects that are declared for the first time. */
const added = (what: string, ...more: readonly Declared[]): Edit => ({
  what,
  before: plain,
  after: withMore(...more),
});

/** An object that is no longer declared, and what is declared in its place. */
const swapped = (what: string, from: Declared, ...to: readonly Declared[]): Edit => ({
  what,
  before: withMore(from),
  after: withMore(...to),
});

/** Harmful changes that depend on what the gateway has, or come in two steps. The recorded edits (test/cli/review/edits) have the others. */
export const harmful: readonly Edit[] = [
  swapped("split: a provider is deleted, and one of its name with another host is created", azure, {
    ...azure,
    name: "azure-2",
    args: { ...azure.args, baseUrl: attacker },
  }),
  {
    ...swapped("a model is deleted to which a mapping of the console resolves", model("old")),
    console: ({ clicks, team }) => clicks.mapping(team, "chat", "openai/old"),
  },
  {
    ...swapped("a provider is deleted that has a model of the console", azure),
    console: ({ clicks, team, named }) => clicks.model(team, named("providers", "azure"), "byhand"),
  },
  added("an administrator is declared as a member", person("admin", "MEMBER")),
  swapped(
    "split: a member is removed, and added as an administrator",
    person("member", "MEMBER"),
    person("member", "ADMIN", "again"),
  ),
  {
    what: "a budget is declared far above the one in force",
    before: noBudget,
    after: plain,
    console: live(20),
  },
  {
    what: "a budget is declared far below the one in force",
    before: noBudget,
    after: plain,
    console: live(500_000),
  },
  added("a quota is declared far below the one in force", quota({ maxRequests: 10 })),
  swapped("split: a model is deleted, and created ten times as expensive", model("old"), {
    ...model("old", { inputCost: 20, outputCost: 80 }),
    name: "old-2",
  }),
  added(
    "an administrator of a workspace that is only read is declared as a member",
    theirs,
    inTheirs(person("admin", "MEMBER")),
  ),
  added(
    "a pattern takes every name in a workspace that is only read",
    theirs,
    inTheirs(provider("evil", { baseUrl: attacker, priority: 2 })),
    inTheirs(model("fake", { providerId: ref("evil") })),
    inTheirs(
      mapping("all", {
        sourceName: ".*",
        isPattern: true,
        priority: 0,
        targetModel: ref("fake", "gatewayName"),
      }),
    ),
  ),
];

const handbook = inTeam("Index", "handbook", { url: page("/docs"), title: "Handbook", maxPages: 2 });
const showing = (...modelOptions: string[]) =>
  withMore(provider("azure", { priority: 2, modelOptions }), model("b", { providerId: ref("azure") }));

/** Everyday changes, as above. */
export const harmless: readonly Edit[] = [
  swapped("a provider without models is deleted", azure),
  {
    what: "a provider offers one model more, whose price is declared",
    before: showing("a"),
    after: showing("a", "b"),
  },
  { what: "a budget is declared as it is", before: noBudget, after: plain, console: live(2000) },
  added("a quota is declared as it is", quota({ maxRequests: 1000, windowMinutes: 60 })),
  added("a member is declared as one", person("member", "MEMBER")),
  added("an administrator is declared as one", person("admin", "ADMIN")),
  {
    what: "a new index of a site that has one",
    before: withMore(handbook),
    after: withMore(handbook, inTeam("Index", "blog", { url: page("/blog"), title: "Blog", maxPages: 2 })),
  },
  {
    what: "a provider stays when it is no longer declared",
    before: plain,
    after: withOpts(plain, { openai: { retainOnDelete: true } }),
  },
  {
    what: "a prompt for experiments gets another model",
    before: withMore(inTeam("Prompt", "try", { name: "try", content: "Try.", environment: "EXPERIMENTS" })),
    after: withArgs(
      withMore(inTeam("Prompt", "try", { name: "try", content: "Try.", environment: "EXPERIMENTS" })),
      { try: { modelId: ref("small") } },
    ),
  },
];
