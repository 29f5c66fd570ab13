import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { type Declared, ref } from "../../e2e/support/declaration.ts";
import { previewOf } from "../account/engine.ts";
import { CommandRun } from "../support/command-run.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

type Objects = readonly Declared[];

const inside = { workspaceId: ref("team") };
const exact = { enabled: true, isPattern: false, priority: 0 };
const spare = "other/spare";

/** The objects of a program. Every other one names the targets of its mappings by text, and has a glob. */
function program(at: number): Objects {
  const target = (name: string) => (at % 2 === 0 ? ref(name, "gatewayName") : `main/${name}`);
  const declared = (kind: Declared["kind"], name: string, args: object): Declared => ({
    kind,
    name,
    args: { ...inside, ...args },
  });
  const provider = (name: string, baseUrl: string) =>
    declared("ModelProvider", name, { name, baseUrl, priority: 1, compatibility: "OPENAI_SDK" });
  const model = (name: string, of: string, inputCost: number, outputCost: number) =>
    declared("Model", name, {
      ...{ providerId: ref(of), name, displayName: name, type: "chat", contextWindow: 128_000 },
      ...{ inputCost, outputCost },
    });
  return [
    { kind: "Workspace", name: "team", args: { name: "Support team" } },
    declared("Budget", "cap", { budget: 500 }),
    provider("main", "https://models.example.org:8443/v1"),
    provider("other", "https://other.example.com/v1"),
    model("small", "main", 0.5, 2),
    model("big", "main", 3, 12),
    model("spare", "other", 1, 4),
    declared("Mapping", "default", { ...exact, sourceName: "default", targetModel: target("small") }),
    declared("Mapping", "legacy", { ...exact, sourceName: "legacy", targetModel: target("big") }),
    declared("Mapping", "four", {
      ...{ enabled: true, isPattern: true, priority: 10, targetModel: target("big") },
      sourceName: at % 2 === 0 ? "gpt-4.*" : "gpt-4*",
    }),
    declared("Prompt", "rules", {
      ...{
        name: "house-rules",
        content: "Be kind.",
        environment: "PRODUCTION",
        enabled: true,
        isGlobal: true,
      },
    }),
    declared("Member", "ada", { email: "ada@example.com", role: "ADMIN" }),
    declared("Member", "ben", { email: "ben@example.com", role: "MEMBER" }),
  ];
}

const routes = `
assume: [patterns-are-globs, patterns-match-whole-names, case-matters, exact-names-first-of-their-priority, mappings-before-gateway-names]
workspaces:
  "Support*":
    routes:
      default: { model: main/small, provider: main, maxInputCost: 1 }
      "gpt-4*": { provider: main, minContextWindow: 100000 }
      gpt-4o: { name: big }
      legacy: { name: big, maxOutputCost: 20 }
      retired: nowhere
    models: { maxInputCost: 5, maxOutputCost: 15, hosts: ["models.example.org:8443", "other.example.com"] }
    prompts: { require: [house-rules], environments: [PRODUCTION] }
    people: { admins: ["ada@example.com"], maxMembers: 3 }
    budget: { atMost: 1000, atLeast: 100 }
`;

type Edit = (objects: Objects) => Objects;

const changed =
  (name: string, args: object): Edit =>
  (objects) =>
    objects.map((each) => (each.name === name ? { ...each, args: { ...each.args, ...args } } : each));

const removed =
  (removedName: string): Edit =>
  (objects) =>
    objects.filter(({ name }) => name !== removedName);

const added =
  (kind: Declared["kind"], args: object, name = "added"): Edit =>
  (objects) => [...objects, { kind, name, args: { ...inside, ...args } }];

const mapped = (sourceName: string, args: object = {}): Edit =>
  added("Mapping", { ...exact, sourceName, targetModel: spare, ...args });

const joined = (name: string, role = "MEMBER"): Edit =>
  added("Member", { email: `${name}@example.com`, role }, name);

const misroutes: Readonly<Record<string, Edit>> = {
  "a mapping gets another target": changed("default", { targetModel: spare }),
  "a mapping is switched off": changed("default", { enabled: false }),
  "a mapping is removed": removed("default"),
  "a mapping gets another name": changed("legacy", { sourceName: "legacy-2" }),
  "a mapping gets a model that is too expensive": changed("default", { targetModel: "main/big" }),
  "a mapping gets a target that no model has": changed("legacy", { targetModel: "main/bigg" }),
  "a pattern of an earlier priority comes before another": mapped("gpt-.*", { isPattern: true, priority: 1 }),
  "an exact name comes before a pattern": mapped("gpt-4o"),
  "another name of the form gets another provider": mapped("gpt-4-turbo"),
  "a pattern comes before an exact name": mapped("def.*", { isPattern: true, priority: -1 }),
  "a pattern becomes an exact name": changed("four", { isPattern: false }),
  "a pattern is switched off": changed("four", { enabled: false }),
  "a name is answered that should go nowhere": mapped("retired"),
  "a pattern answers what should go nowhere": mapped(".*", { isPattern: true, priority: 99 }),
  "a model is deleted under its mapping": removed("small"),
  "a model gets another name": changed("small", { name: "small-2" }),
  "a model moves to another provider": changed("big", { providerId: ref("other") }),
  "a model gets more expensive": changed("small", { inputCost: 4.9 }),
  "a model's answers get more expensive": changed("big", { outputCost: 15.5 }),
  "a model takes shorter requests": changed("big", { contextWindow: 8000 }),
  "a provider moves to another host": changed("main", { baseUrl: "https://elsewhere.example/v1" }),
  "a provider gets another name": changed("main", { name: "main-2" }),
  "a provider with a new host": added("ModelProvider", {
    ...{ name: "new", baseUrl: "https://new.example/v1", priority: 2, compatibility: "OPENAI_SDK" },
  }),
  "a member becomes an administrator": changed("ben", { role: "ADMIN" }),
  "the administrator loses the role": changed("ada", { role: "MEMBER" }),
  "a new administrator": joined("eve", "ADMIN"),
  "too many people": (objects) => joined("kim")(joined("lee")(objects)),
  "the budget rises above its bound": changed("cap", { budget: 1001 }),
  "the budget falls below its bound": changed("cap", { budget: 99 }),
  "a prompt is removed": removed("rules"),
  "a prompt is switched off": changed("rules", { enabled: false }),
  "a prompt is no longer for production": changed("rules", { environment: "STAGING" }),
  "the workspace gets another name": changed("team", { name: "Somebody else's" }),
};

const harmless: Readonly<Record<string, Edit>> = {
  nothing: (objects) => objects,
  "a prompt gets another text": changed("rules", { content: "Be kind and brief." }),
  "a model gets another display name": changed("small", { displayName: "Small" }),
  "a model gets cheaper": changed("small", { inputCost: 0.01 }),
  "a model takes longer requests": changed("big", { contextWindow: 1_000_000 }),
  "a provider moves to another path": changed("other", { baseUrl: "https://other.example.com/v2" }),
  "a provider gets another priority": changed("main", { priority: 5 }),
  "the budget stays in its bounds": changed("cap", { budget: 999 }),
  "another name goes elsewhere": mapped("fresh"),
  "a pattern for other names": mapped("claude-.*", { isPattern: true, priority: 1 }),
  "a pattern that comes later": mapped("gpt-4.*", { isPattern: true, priority: 50 }),
  "an exact name that goes where its pattern does": mapped("gpt-4-turbo", { targetModel: "main/big" }),
  "a mapping that is switched off": mapped("later", { enabled: false }),
  "a cheap model": added("Model", {
    ...{ type: "chat", displayName: "Tiny", contextWindow: 128_000, inputCost: 1, outputCost: 1 },
    ...{ providerId: ref("main"), name: "tiny" },
  }),
  "a prompt of staging": added("Prompt", { name: "draft", content: "Try.", environment: "STAGING" }),
  "a member": joined("kim"),
  "a member leaves": removed("ben"),
  "a mapping comes earlier": changed("legacy", { priority: -5 }),
  "the pattern comes later": changed("four", { priority: 40 }),
};

/** The edits that `check` and the guard of `review` each refuse, on both kinds of program. */
async function refusedOf(edits: Readonly<Record<string, Edit>>) {
  const folder = await temporaryFolder();
  const [preview, file] = [path.join(folder, "preview.json"), path.join(folder, "routes.yaml")];
  await writeFile(file, routes);
  const run = async (...args: string[]) => {
    const { code, stdout, output } = await new CommandRun([...args, "--routes", file, "--offline", "--json"])
      .done;
    expect([0, 3], output).toContain(code);
    return { code, told: JSON.parse(stdout) };
  };
  const refused = { check: new Set<string>(), review: new Set<string>() };
  for (const [at, [what, edit]] of [...Object.entries(edits), ...Object.entries(edits)].entries()) {
    const before = program(at);
    await writeFile(preview, previewOf({ before, after: edit(before) }));
    const { code } = await run("check", preview);
    const { told } = await run("review", preview, "--guard");
    const rules: string[] = told.verdict.refused.map(({ rule }: { rule: string }) => rule);
    if (code === 3) refused.check.add(`${at}: ${what}`);
    if (rules.some((rule) => rule.startsWith("expectation-"))) refused.review.add(`${at}: ${what}`);
  }
  return refused;
}

test("check and the guard of review catch every misroute alike", { timeout: 60_000 }, async () => {
  const all = new Set(
    [...Object.keys(misroutes), ...Object.keys(misroutes)].map((what, at) => `${at}: ${what}`),
  );
  expect(await refusedOf(misroutes)).toEqual({ check: all, review: all });
});

test("neither refuses a harmless edit", { timeout: 60_000 }, async () => {
  expect(await refusedOf(harmless)).toEqual({ check: new Set(), review: new Set() });
});
