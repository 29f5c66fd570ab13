import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { isDeclaredIn } from "../../../../cli/commands/export/folder/declared-in.js";
import { type Brownfield, brownfield } from "./support/brownfield.ts";

/** An account that has been exported. */
async function exported(): Promise<
  Brownfield & { edit(file: string, change: (text: string) => string): Promise<void> }
> {
  const field = await brownfield();
  await field.run();
  field.out.length = 0;
  field.gateway.log.clear();
  const edit = async (file: string, change: (text: string) => string) => {
    const at = path.join(field.folder, file);
    await writeFile(at, change(await readFile(at, "utf8")));
  };
  return { ...field, edit };
}

const append = (text: string) => `${text}\n// mine\n`;

/** What differs between two states of a folder. */
function changed(before: Record<string, string>, after: Record<string, string>): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]).toSorted();
}

function namesIn(text: string | undefined): string[] {
  return JSON.parse(text ?? "").resources.map(({ name }: { name: string }) => name);
}

test("without news nothing is written, whatever was edited, and it says so", async () => {
  const { run, files, edit, out, folder } = await exported();
  await edit("other.ts", append);
  await edit("package.json", append);
  const before = await files();
  await run({ into: true });
  expect(await files()).toEqual(before);
  expect(out.join("\n")).toContain(`Nothing is new: nothing was written to ${folder}.`);
});

test("a change in the console is not the export's", async () => {
  const { json, files, gateway, other } = await exported();
  const before = await files();
  const prompt = gateway.rows("prompts").find(({ name }) => name === "greeting");
  await gateway.console("PATCH", `/prompts/${prompt?.id}`, { workspace_id: other, content: "Say nothing." });
  const facts = await json({ into: true });
  expect([facts.files, facts.vanished]).toEqual([[], []]);
  expect(await files()).toEqual(before);
});

test("a new object is written into the file of its workspace, and it alone is to be imported", async () => {
  const { json, files, make, other } = await exported();
  const before = await files();
  const { id } = await make("/prompts", { workspace_id: other, name: "farewell", content: "Say goodbye." });
  const { objects } = await json({ into: true });
  expect(objects).toMatchObject([{ kind: "Prompt", id, file: "other.ts" }]);
  const after = await files();
  expect(changed(before, after).filter((file) => file !== "README.md")).toEqual([
    "export.json",
    "import.json",
    "other.ts",
  ]);
  expect(namesIn(after["import.json"])).toEqual(objects.map(({ name }) => name));
  expect(after["other.ts"]).toContain("Say goodbye.");
  expect((await json({ into: true })).files).toEqual([]);
});

test("a new workspace gets a file of its own, and nobody's name changes", async () => {
  const { json, files, make } = await exported();
  const before = await files();
  const { id } = await make("/workspaces", { name: "Support" + "!" });
  await make("/prompts", { workspace_id: id, name: "tone", content: "Shout." });
  const { objects } = await json({ into: true });
  const [file = ""] = [...new Set(objects.map((object) => object.file))];
  const after = await files();
  expect(before[file]).toBeUndefined();
  expect(changed(before, after)).toEqual(expect.arrayContaining([file, "index.ts"]));
  const known = JSON.parse(before["export.json"] ?? "").objects;
  expect(JSON.parse(after["export.json"] ?? "").objects).toEqual(expect.arrayContaining(known));
  expect(after["support.ts"]).toBe(before["support.ts"]);
});

test("what is gone is told, and stays declared until somebody takes it out", async () => {
  const { run, json, files, gateway, other, edit } = await exported();
  const before = await files();
  const prompt = gateway.rows("prompts").find(({ name }) => name === "greeting");
  await gateway.console("DELETE", `/prompts/${prompt?.id}`, { workspace_id: other });
  const { vanished, files: written } = await json({ into: true });
  expect(vanished).toMatchObject([{ kind: "Prompt", id: String(prompt?.id), file: "other.ts" }]);
  expect(written).toEqual([]);
  await run({ into: true });
  expect(await files()).toEqual(before);
  await edit("other.ts", (text) => text.replace(/new gateway\.Prompt\([^;]*;/, ""));
  expect((await json({ into: true })).vanished).toEqual([]);
  expect((await files())["export.json"]).not.toContain(String(prompt?.id));
});

test("a workspace that is gone goes with all that was in it", async () => {
  const { json, gateway, other } = await exported();
  await gateway.console("DELETE", `/workspaces/${other}`, {});
  const { vanished } = await json({ into: true });
  expect(vanished.map(({ kind }) => kind).toSorted()).toEqual(["Budget", "Prompt", "Workspace"]);
});

test("what refers to a gone model refers to it until somebody takes it out", async () => {
  const { run, files, gateway, support, make } = await exported();
  const [model] = gateway.rows("models");
  const body = { workspace_id: support };
  await gateway.console("DELETE", `/models/${model?.id}`, body);
  await make("/prompts", { ...body, name: "newcomer", content: "Be kind." });
  const before = (await files())["support.ts"] ?? "";
  await run({ into: true });
  const after = (await files())["support.ts"] ?? "";
  expect(before).toContain(".gatewayName");
  expect(after.split("\n")).toEqual(expect.arrayContaining(before.split("\n")));
  expect(after).toContain("newcomer");
});

test("what was not looked for is not missed", async () => {
  const { json } = await exported();
  expect((await json({ into: true, workspace: ["Other"] })).vanished).toEqual([]);
  expect((await json({ into: true, without: ["Prompt", "Quota"] })).vanished).toEqual([]);
});

test("an export of chosen workspaces stays one, until others are named, and then is about both", async () => {
  const { json, files, make, support, other } = await brownfield();
  await json({ workspace: ["Other"], without: ["Budget"] });
  const first = await files();
  expect((await json({ into: true })).files).toEqual([]);
  const { objects } = await json({ into: true, workspace: ["Support"] });
  expect(objects.some(({ kind }) => kind === "Quota" || kind === "Budget")).toBe(false);
  expect(objects.filter(({ kind }) => kind === "Workspace").map(({ id }) => id)).toEqual([support]);
  expect((await files())["other.ts"]).toBe(first["other.ts"]);
  const { id } = await make("/prompts", { workspace_id: other, name: "farewell", content: "Say goodbye." });
  const again = await json({ into: true });
  expect(again.objects.map((object) => object.id)).toEqual([id]);
  expect(again.vanished).toEqual([]);
});

test("a part of an export does not rewrite what tells of the whole", async () => {
  const { json, files, gateway, make, support } = await exported();
  const before = await files();
  expect(before["README.md"]).toContain("Support");
  gateway.seed.workflow(support, { name: "triage" });
  expect((await json({ into: true, workspace: ["Other"] })).files).toEqual([]);
  expect((await json({ into: true, without: ["Member"] })).files).toEqual([]);
  expect(await files()).toEqual(before);
  expect((await json({ into: true })).files).toEqual(["README.md", "export.json"]);
  await make("/prompts", { workspace_id: support, name: "apology", content: "Say sorry." });
  expect((await json({ into: true, without: ["Member"] })).files).not.toContain("README.md");
});

test("a chosen workspace that is gone is told, with what was in it", async () => {
  const { json, gateway, other } = await brownfield();
  await json({ workspace: ["Other"] });
  await gateway.console("DELETE", `/workspaces/${other}`, {});
  const { vanished, objects } = await json({ into: true });
  expect([vanished.map(({ kind }) => kind).toSorted(), objects]).toEqual([
    ["Budget", "Prompt", "Workspace"],
    [],
  ]);
});

test("a text that tells of the program and was edited stays, and nothing is in its way", async () => {
  const { json, files, make, other, edit } = await exported();
  await edit("README.md", append);
  const before = await files();
  await make("/prompts", { workspace_id: other, name: "farewell", content: "Say goodbye." });
  const { keptFiles, notWritten } = await json({ into: true });
  expect([keptFiles, notWritten]).toEqual([["README.md"], []]);
  const after = await files();
  expect(after["README.md"]).toBe(before["README.md"]);
  expect(after["other.ts"]).toContain("Say goodbye.");
});

test("an object that was made again under its name is the same to the program", async () => {
  const { json, files, gateway, make, other } = await exported();
  const before = await files();
  const prompt = gateway.rows("prompts").find(({ name }) => name === "greeting");
  await gateway.console("DELETE", `/prompts/${prompt?.id}`, { workspace_id: other });
  const { id } = await make("/prompts", { workspace_id: other, name: "greeting", content: "Say hello." });
  const { vanished, objects } = await json({ into: true });
  expect([vanished, objects]).toEqual([[], []]);
  const after = await files();
  expect(changed(before, after)).toEqual(["export.json"]);
  expect(after["export.json"]).toBe(before["export.json"]?.replaceAll(String(prompt?.id), id));
});

test("also a workspace, with all that refers to it", async () => {
  const { json, files, gateway, make, other } = await exported();
  const before = await files();
  await gateway.console("DELETE", `/workspaces/${other}`, {});
  const { id } = await make("/workspaces", { name: "Other" });
  await make("/prompts", { workspace_id: id, name: "greeting", content: "Say hello." });
  const { vanished, objects } = await json({ into: true });
  expect([vanished, objects]).toEqual([[], []]);
  expect(changed(before, await files()).filter((file) => file !== "README.md")).toEqual(["export.json"]);
});

test("an edited file is not touched: its new objects are printed, and are imported later", async () => {
  const { run, files, make, other, edit, out, folder } = await exported();
  await edit("other.ts", append);
  const before = await files();
  const { id } = await make("/prompts", { workspace_id: other, name: "farewell", content: "Say goodbye." });
  await expect(run({ into: true })).rejects.toThrow(
    "1 object could not be written, because somebody has edited other.ts",
  );
  const after = await files();
  expect(changed(before, after)).toEqual(["import-later.json"]);
  expect(namesIn(after["import-later.json"])).toHaveLength(1);
  expect(after["export.json"]).not.toContain(id);
  const text = out.join("\n");
  expect(text).toContain("// other.ts\n");
  expect(text).toMatch(/^new gateway\.Prompt\(/m);
  expect(text).toContain(
    `pulumi import --file import-later.json --generate-code=false --protect=false --yes\` in ${folder}`,
  );
});

test("what was pasted is known from then on", async () => {
  const { json, run, files, make, other, edit } = await exported();
  await edit("other.ts", append);
  await make("/prompts", { workspace_id: other, name: "farewell", content: "Say goodbye." });
  await expect(run({ into: true })).rejects.toThrow("could not be written");
  const [name = ""] = namesIn((await files())["import-later.json"]);
  await edit(
    "other.ts",
    (text) =>
      `${text}\nnew gateway.Prompt(\n  '${name}', { workspaceId: other.id, name: "farewell", content: "" });`,
  );
  const pasted = await files();
  const { notWritten, objects } = await json({ into: true });
  expect([notWritten, objects.map((object) => object.name)]).toEqual([[], [name]]);
  const after = await files();
  expect(after["other.ts"]).toBe(pasted["other.ts"]);
  expect(after["import-later.json"]).toBeUndefined();
  expect(namesIn(after["import.json"])).toEqual([name]);
  expect((await json({ into: true })).files).toEqual([]);
});

test("a long text of what was not written is there all the same, so that the pasted declaration can read it", async () => {
  const { run, files, make, other, edit } = await exported();
  await edit("other.ts", append);
  const before = await files();
  const content = "One.\nTwo.\nThree.\nFour.";
  await make("/prompts", { workspace_id: other, name: "steps", content });
  await expect(run({ into: true })).rejects.toThrow("could not be written");
  const after = await files();
  const added = changed(before, after).filter((file) => file.endsWith(".md") && file !== "README.md");
  expect(added.map((file) => after[file]?.trim())).toEqual([content]);
});

test("what is printed for an edited file makes it whole: its imports, settings and constants", async () => {
  const { run, make, other, edit, out } = await exported();
  const upstream = { base_url: "https://up.example/v1", priority: 1, compatibility: "OPENAI_SDK" };
  const vendor = { workspace_id: other, name: "vendor", ...upstream };
  const { id: provider_id } = await make("/providers", vendor);
  await run({ into: true, force: true });
  const lines = ['import * as pulumi from "@pulumi/pulumi";', "const config = new pulumi.Config();"];
  await edit("other.ts", (text) => lines.reduce((rest, line) => rest.replace(`${line}\n`, ""), text));
  const model = { workspace_id: other, provider_id, name: "small", display_name: "Small", type: "chat" };
  await make("/models", { ...model, input_cost: 1, output_cost: 2, context_window: 1000 });
  await make("/prompts", { workspace_id: other, name: "steps", content: "1.\n2.\n3.\n4." });
  out.length = 0;
  await expect(run({ into: true })).rejects.toThrow("could not be written");
  const [, printed = ""] = out.join("\n").split("// other.ts\n\n");
  const reads = 'import { promptText } from "./prompt-text.ts";';
  expect(printed.startsWith(`${[lines[0], reads, lines[1]].join("\n")}\n\n`)).toBe(true);
  expect(printed).toContain('// Put `const vendor = ` before `new gateway.ModelProvider("other-vendor"`.\n');
  expect(printed).toContain("providerId: vendor.id");
  expect(printed).not.toContain("import * as gateway"); // the file has it
});

test("a declaration that was pasted finds the reader of long texts, also if it is the first with one", async () => {
  const { run, runElsewhere, files, make, other, edit, folder, place } = await exported();
  await rm(folder, { recursive: true });
  await run({ workspace: ["Other"] });
  await edit("other.ts", append);
  await make("/prompts", { workspace_id: other, name: "steps", content: "1.\n2.\n3.\n4." });
  await expect(run({ into: true })).rejects.toThrow("could not be written");
  const fresh = path.join(place, "fresh");
  await runElsewhere({ workspace: ["Other"] }, { folder: fresh });
  const [here, there] = [await files(), await files(fresh)];
  for (const file of ["prompt-text.ts", ".gitattributes", "prompts/other/steps.md"]) {
    expect(here[file], file).toBe(there[file]);
  }
});

test("a file that is not edited is written beside one that is", async () => {
  const { json, run, files, make, support, other, edit } = await exported();
  await edit("other.ts", append);
  const before = await files();
  await make("/prompts", { workspace_id: other, name: "farewell", content: "Say goodbye." });
  await make("/prompts", { workspace_id: support, name: "apology", content: "Say sorry." });
  await expect(run({ into: true })).rejects.toThrow("1 object could not be written");
  const after = await files();
  expect(changed(before, after)).toEqual(
    expect.arrayContaining(["support.ts", "import.json", "import-later.json"]),
  );
  expect(after["other.ts"]).toBe(before["other.ts"]);
  expect(after["support.ts"]).toContain("Say sorry.");
  expect(namesIn(after["import.json"])).toHaveLength(1);
  await expect(json({ into: true })).rejects.toThrow("1 object could not be written");
  expect(await files()).toEqual(after);
});

test.each([
  ["edited", async ({ edit }: Awaited<ReturnType<typeof exported>>) => edit("index.ts", append)],
  ["deleted", async ({ folder }: Brownfield) => rm(path.join(folder, "index.ts"))],
])("a new workspace is not written if the list of files was %s", async (_how, spoil) => {
  const field = await exported();
  await spoil(field);
  const before = await field.files();
  const { id } = await field.make("/workspaces", { name: "Third" });
  field.out.length = 0;
  await field.make("/prompts", { workspace_id: field.support, name: "apology", content: "Say sorry." });
  await expect(field.run({ into: true })).rejects.toThrow(/could not be written.*index\.ts/);
  const after = await field.files();
  expect(after["index.ts"]).toBe(before["index.ts"]);
  expect(field.out.join("\n")).toContain('// index.ts\n\nimport "./third.ts";\n');
  expect(field.out.join("\n")).toContain(
    '// third.ts\n\nimport * as gateway from "pulumi-workspace-gateway";\n',
  );
  expect(after["export.json"]).not.toContain(id);
  expect(
    JSON.parse(after["import.json"] ?? "").resources.map((each: { id: string }) => each.id),
  ).not.toContain(id);
  expect(after["support.ts"]).toContain("Say sorry.");
});

test("with force everything is written as the export has it, and what that overwrote is told", async () => {
  const { json, files, make, other, edit } = await exported();
  const before = await files();
  await edit("other.ts", append);
  await edit("index.ts", append);
  await make("/prompts", { workspace_id: other, name: "farewell", content: "Say goodbye." });
  const { overwritten, notWritten } = await json({ into: true, force: true });
  expect([[...overwritten].toSorted(), notWritten]).toEqual([["index.ts", "other.ts"], []]);
  const after = await files();
  expect(after["index.ts"]).toBe(before["index.ts"]);
  expect(after["other.ts"]).not.toContain("// mine");
  expect(after["other.ts"]).toContain("Say goodbye.");
});

test("an export of another gateway is told, and nothing is written", async () => {
  const { run, edit, files } = await exported();
  await edit("export.json", (text) => text.replace(/"gateway": "[^"]+"/, '"gateway": "another"'));
  const before = await files();
  await expect(run({ into: true })).rejects.toThrow("is of another gateway");
  expect(await files()).toEqual(before);
});

/** Somebody has edited what the first object is called. */
function edited(key: string, value: string) {
  return (text: string) =>
    text.replace(new RegExp(`"${key}": "[^"]*"`), `"${key}": ${JSON.stringify(value)}`);
}

test.each([
  ["no JSON", () => "{", "it is no JSON"],
  ["not of ours", () => '{"version":1}', "export.json is broken: about"],
  ["of a newer release", () => '{"version":2}', "newer release"],
  ["with a file elsewhere", edited("file", "../../x.ts"), "objects.0.file: is no file of the program"],
  ["with a file of no module", edited("file", "/etc/passwd"), "objects.0.file: is no file of the program"],
  [
    "with the file of all imports",
    edited("file", "index.ts"),
    "objects.0.file: is a file that declares nothing",
  ],
  [
    "with code for a constant",
    edited("variable", "a = run(), b"),
    "objects.0.variable: is no name of a constant",
  ],
  ["with a path for a constant", edited("variable", "../x"), "objects.0.variable: is no name of a constant"],
  [
    "with a keyword for a constant",
    edited("variable", "class"),
    "objects.0.variable: is a name that something",
  ],
  [
    "with odd project",
    (text: string) => text.replace(/"project": "[^"]*"/, '"project": "a b"'),
    "project: is no name",
  ],
])("a memory that is %s is told, and nothing is asked", async (_what, change, reason) => {
  const { run, edit, gateway } = await exported();
  await edit("export.json", change);
  await expect(run({ into: true })).rejects.toThrow(reason);
  expect(gateway.log.entries()).toEqual([]);
});

test.each([
  [{ project: "another" }, "is the project program"],
  [{ leaveKeys: true }, "asks for keys"],
] as const)("what holds for the whole export is not changed by adding to it: %j", async (options, reason) => {
  const { run, gateway } = await exported();
  await expect(run({ into: true, ...options })).rejects.toThrow(reason);
  expect(gateway.log.entries()).toEqual([]);
});

test.each([
  ['new gateway.Prompt("a.b", {', true],
  ["new Prompt(\n  'a.b', {", true],
  ['new gateway.Prompt("a-b", {', false],
  ['new gateway.Prompt("a.b2", {', false],
  ['new gateway.Model("a.b", {', false],
  ['gateway.Prompt.get("a.b", "id")', false],
])("a declaration is known by its kind and name: %s", (program, expected) => {
  expect(isDeclaredIn(program, { kind: "Prompt", name: "a.b" })).toBe(expected);
});
