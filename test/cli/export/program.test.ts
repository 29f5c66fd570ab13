import { expect, test } from "vitest";
import type { ExportedProgram } from "../../../cli/export/export-program.js";
import { exportProgram } from "../../../cli/export/export-program.js";
import type { ExportInput } from "../../../cli/export/exported-program.js";
import { testedWith } from "../../../cli/export/files.js";
import { camelName, fileName, logicalPart } from "../../../cli/export/names.js";
import type { Declarable } from "../../../cli/live/live-account.js";
import commandManifest from "../../../cli/package.json" with { type: "json" };
import root from "../../../package.json" with { type: "json" };
import manifest from "../../../provider/package.json" with { type: "json" };
import type { Values } from "../../../provider/spec/values.js";
import { anObject, exportOf } from "./support/accounts.ts";
import { exported, twoWorkspaces } from "./support/live.ts";

function textOf({ files }: ExportedProgram, path: string): string {
  return files.find((file) => file.path === path)?.text ?? expect.unreachable(`there is no ${path}`);
}

const team = anObject("Workspace", "w", { name: "Team" });
const inTeam = (kind: string, id: string, declared: Values) => anObject(kind, id, declared, team.object);
const upstream = { baseUrl: "https://up.example", priority: 1, compatibility: "OPENAI_SDK" };
const costs = { type: "chat", inputCost: 1, outputCost: 1, contextWindow: 1 };
const provider = (name: string) => inTeam("ModelProvider", "p", { name, ...upstream });
const model = (id: string, name: string) =>
  inTeam("Model", id, { providerId: "p", name, displayName: name, ...costs });
const mapping = inTeam("Mapping", "r", { sourceName: "any", targetModel: "route/gpt" });
const prompt = (content: string) => inTeam("Prompt", "t", { name: "tone", content });

const programOf = (objects: readonly Declarable[], more: Partial<ExportInput> = {}) =>
  exportProgram(exportOf([team, ...objects], more));

test("a workspace is a file that matches the snapshot, and the README lists what is undeclared", async () => {
  const program = await exported(await twoWorkspaces());
  const pages = program.files
    .filter(({ path }) => !path.endsWith(".json"))
    .map(({ path, text }) => `${path}\n${"=".repeat(path.length)}\n${text}`);
  const page = pages.join("\n").replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "ID");
  await expect(page).toMatchFileSnapshot("program.txt");
  const readme = textOf(program, "README.md");
  for (const { id } of program.remarks) expect(readme).toContain(id);
});

test("conflicting or invalid names become unique names, whatever the order of the lists", () => {
  const objects = [
    ...["team!", "Index", "Account"].map((name, at) => anObject("Workspace", `w${at}`, { name })),
    ...["openai", "OpenAI", "OpenAI!"].map((name, at) =>
      inTeam("ModelProvider", `p${at}`, { name, ...upstream }),
    ),
    ...["tone", "Tone", "con", "config", "日本", "🎉"].map((name, at) =>
      inTeam("Prompt", `t${at}`, { name, content: "1\n2\n3\n4" }),
    ),
  ];
  const program = programOf(objects);
  const names = program.objects.map(({ name, variable }) => `${name} ${variable}`);
  const keys = program.keys.map(({ configKey }) => configKey);
  const files = program.files.flatMap(({ path }) => (/^prompts\/|-2\.ts$/.test(path) ? [path] : []));
  expect([...names, ...keys, ...files]).toMatchInlineSnapshot(`
    [
      "account account",
      "index index",
      "team team",
      "team-2 team",
      "team-openai openAI",
      "team-openai-2 openAIModelProvider",
      "team-openai-3 openaiModelProvider2",
      "team-tone tone",
      "team-con conPrompt",
      "team-config configPrompt",
      "team-tone-2 tonePrompt",
      "team-日本 prompt",
      "team-prompt prompt2",
      "teamOpenaiApiKey",
      "teamOpenai2ApiKey",
      "teamOpenai3ApiKey",
      "account-2.ts",
      "index-2.ts",
      "prompts/team/con-prompt.md",
      "prompts/team/config-prompt.md",
      "prompts/team/prompt.md",
      "prompts/team/prompt2.md",
      "prompts/team/tone-prompt.md",
      "prompts/team/tone.md",
      "team-2.ts",
    ]
  `);
  expect(programOf(objects.toReversed()).files).toEqual(program.files);
});

test("an unreadable key is required from the config, with the command that sets it, or left out", () => {
  const required = programOf([provider("openai")]);
  expect(required.keys).toEqual([
    { configKey: "teamOpenaiApiKey", name: "team-openai", kind: "ModelProvider", property: "apiKey" },
  ]);
  expect(textOf(required, "team.ts")).toContain('apiKey: config.requireSecret("teamOpenaiApiKey")');
  expect(textOf(required, "README.md")).toMatch(/^pulumi config set --secret teamOpenaiApiKey /m);
  expect(required.remarks).toEqual([]);
  const left = programOf([provider("openai")], { keys: "left" });
  expect(left.keys).toEqual([]);
  expect(textOf(left, "team.ts")).not.toContain("config");
  const what = 'apiKey of ModelProvider "openai"';
  expect(left.remarks).toMatchObject([{ what, workspace: "Team", id: "p" }]);
});

test("an unreadable property that would replace the object is never declared", () => {
  const program = programOf([inTeam("Index", "i", { url: "https://docs.example" })]);
  expect(textOf(program, "team.ts")).not.toContain("maxPages");
  const why = expect.stringContaining("would replace the index");
  expect(program.remarks).toMatchObject([{ what: 'maxPages of Index "https://docs.example"', why }]);
});

test("a value that this version does not support is listed in the remarks", () => {
  const each = provider("openai");
  const strange = [...each.object.kind.fields.values()].filter(({ name }) => name === "modelOptions");
  const odd = "imported" in each ? [{ ...each, imported: { ...each.imported, strange } }] : [];
  const { remarks } = programOf(odd);
  const why = expect.stringContaining("does not support");
  expect(remarks).toMatchObject([{ what: 'modelOptions of ModelProvider "openai"', id: "p", why }]);
});

test.each([
  ["no object", [], '"route/gpt"'],
  ["one object", [model("m", "gpt")], "gpt.gatewayName"],
  ["two objects", [model("m", "gpt"), model("n", "gpt")], '"route/gpt"'],
])("a target that %s has becomes a variable only if it is unique", (_, models, code) => {
  const program = programOf([provider("up"), ...models, mapping]);
  expect(program.objects.find(({ kind }) => kind === "Mapping")?.text).toContain(`targetModel: ${code}`);
});

test("an object in another workspace is not used as a reference", () => {
  const other = anObject("Workspace", "v", { name: "Other" });
  const strange = anObject("Mapping", "r", { sourceName: "any", targetModel: "route/gpt" }, other.object);
  const program = programOf([provider("up"), model("m", "gpt"), other, strange]);
  expect(textOf(program, "other.ts")).toContain('targetModel: "route/gpt"');
});

test("an object whose workspace is not declared refers to it by id", () => {
  const program = exportProgram(exportOf([provider("openai")]));
  expect(program.objects).toMatchObject([{ name: "team-openai", file: "team.ts" }]);
  expect(textOf(program, "team.ts")).toContain('workspaceId: "w"');
});

test.each([
  "a\r\nb\r\nc\r\nd",
  "\ufeffa\nb\nc\nd\n",
  "a\nb\nc\nd",
  "\n\n\n\n\n",
  "a\rb\rc\rd\r",
  "\u202ea\nb\nc\nשלום 👨‍👩‍👧",
])("a text of more than three lines becomes a file with exactly the same bytes: %j", (content) => {
  const program = programOf([prompt(content)]);
  expect(textOf(program, "prompts/team/tone.md")).toBe(content);
  expect(textOf(program, ".gitattributes")).toBe("prompts/** -text\n");
  expect(textOf(program, "prompt-text.ts")).toMatch(/readFileSync\(new URL\(`prompts.*, import\.meta\.url\)/);
});

test.each(["a\nb\nc\n", "one line", "", "a\nb\nc\n\ud83d", "a\nb\nc\n\0"])(
  "a shorter text, or one that no text file can store, stays in the program: %j",
  (content) => {
    const { files } = programOf([prompt(content)]);
    expect(files.filter(({ path }) => /prompt|attributes/.test(path))).toEqual([]);
  },
);

test("an exported program uses the versions that this repository is tested with", () => {
  const { devDependencies } = root;
  expect(testedWith).toEqual({
    pulumi: devDependencies["@pulumi/pulumi"],
    typescript: devDependencies.typescript,
    nodeTypes: devDependencies["@types/node"],
  });
  const program = exportProgram(exportOf([]));
  expect(JSON.parse(textOf(program, "package.json"))).toMatchObject({
    dependencies: { "pulumi-workspace-gateway": manifest.version },
    devDependencies: { "workspace-gateway": commandManifest.version },
  });
  expect(textOf(program, "index.ts")).toBe("export {};\n");
});

test.each([
  ["true", "true"],
  ["my-gateway", "my-gateway"],
  ["Pulumi-Workspace-Gateway", "pulumi-workspace-gateway-program"],
  ["node_modules", "node_modules-program"],
])("the project %s has a valid npm package name: %s", (project, name) => {
  const program = programOf([], { project });
  expect(JSON.parse(textOf(program, "package.json")).name).toBe(name);
  expect(textOf(program, "Pulumi.yaml")).toMatch(new RegExp(`^name: "?${project}"?\n`));
});

test.each([
  ["GPT 4.1 (new)", "gpt41New", "gpt-4-1-new", "gpt-4.1-new"],
  ["LLaMA", "llama", "llama", "llama"],
  ["https://www.docs.example/a?b=c", "docsExampleABC", "docs-example-a-b-c", "docs.example-a-b-c"],
  ["ada@example.com", "ada", "ada", "ada"],
  ["Zürich", "zurich", "zurich", "zürich"],
  ["日本語", "", "", "日本語"],
  ["🎉", "", "", ""],
  ["a\n$b{c}", "aBC", "a-b-c", "a-b-c"],
])("%j becomes a readable variable, file name, and logical name", (title, variable, file, logical) => {
  expect([camelName(title), fileName(title), logicalPart(title)]).toEqual([variable, file, logical]);
});

test("a long name ends after a word or is cut", () => {
  expect(camelName(`${"word ".repeat(40)}`)).toMatch(/^word(Word)+$/);
  expect(fileName("x".repeat(200))).toBe("x".repeat(40));
  expect(logicalPart("𝒳".normalize("NFC").repeat(200)).isWellFormed()).toBe(true);
});
