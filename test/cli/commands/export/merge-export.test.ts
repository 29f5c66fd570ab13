import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import type { ExportOptions } from "../../../../cli/commands/export/export-options.js";
import { isDeclaredIn } from "../../../../cli/commands/export/folder/declared-code.js";
import { brownfield } from "./support/brownfield.ts";

/** An account that has been exported to its folder, unless it is to be exported by the test. */
async function exported(isNew = true) {
  const field = await brownfield();
  if (isNew) await field.run();
  field.out.length = 0;
  field.gateway.log.clear();
  const { clicks, folder, support, other } = field;
  const edit = async (file: string, change: (text: string) => string) => {
    const at = path.join(folder, file);
    await writeFile(at, change(await readFile(at, "utf8")));
  };
  return {
    ...field,
    edit,
    /** Somebody adds a line to a file. */
    spoil: (file: string) => edit(file, (text) => `${text}\n// mine\n`),
    farewell: () => clicks.prompt(other, "farewell", "Say goodbye."),
    apology: () => clicks.prompt(support, "apology", "Say sorry."),
    steps: (content = "1.\n2.\n3.\n4.") => clicks.prompt(other, "steps", content),
    /** What another run with `--into` says. */
    more: (options: ExportOptions = {}) => field.json({ into: true, ...options }),
    refused: () => expect(field.run({ into: true })).rejects,
  };
}

/** What differs between two states of a folder. */
function changed(before: Record<string, string>, after: Record<string, string>): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]).toSorted();
}

function importedBy(text: string | undefined): { name: string; id: string }[] {
  return JSON.parse(text ?? "").resources;
}

const namesIn = (text: string | undefined) => importedBy(text).map(({ name }) => name);

test("without news nothing is written, whatever was edited, and it says so", async () => {
  const { run, files, spoil, out, folder } = await exported();
  await spoil("other.ts");
  await spoil("package.json");
  const before = await files();
  await run({ into: true });
  expect(await files()).toEqual(before);
  expect(out.join("\n")).toContain(`Nothing is new: nothing was written to ${folder}.`);
});

test("a new object is written into the file of its workspace, and is to be imported with what was not", async () => {
  const { more, files, farewell } = await exported();
  const before = await files();
  const { id } = await farewell();
  const { objects } = await more();
  expect(objects).toMatchObject([{ kind: "Prompt", id, file: "other.ts" }]);
  const after = await files();
  expect(changed(before, after).filter((file) => file !== "README.md")).toEqual([
    "export.json",
    "import.json",
    "other.ts",
  ]);
  const wasThere = namesIn(before["import.json"]);
  expect(namesIn(after["import.json"]).toSorted()).toEqual(
    [...wasThere, ...objects.map(({ name }) => name)].toSorted(),
  );
  expect(after["other.ts"]).toContain("Say goodbye.");
  expect((await more()).files).toEqual([]);
});

test("a new workspace gets a file of its own, and nobody's name changes", async () => {
  const { more, files, clicks } = await exported();
  const before = await files();
  await clicks.prompt(await clicks.workspace("Support!"), "tone", "Shout.");
  const { objects } = await more();
  const [file = ""] = [...new Set(objects.map((object) => object.file))];
  const after = await files();
  expect(before[file]).toBeUndefined();
  expect(changed(before, after)).toEqual(expect.arrayContaining([file, "index.ts"]));
  const known = JSON.parse(before["export.json"] ?? "").objects;
  expect(JSON.parse(after["export.json"] ?? "").objects).toEqual(expect.arrayContaining(known));
  expect(after["support.ts"]).toBe(before["support.ts"]);
});

test("what is gone is told, and stays declared until somebody takes it out", async () => {
  const { run, more, files, clicks, other, greeting, edit } = await exported();
  const before = await files();
  await clicks.remove("/prompts", other, greeting);
  const { vanished, files: written } = await more();
  expect(vanished).toMatchObject([{ kind: "Prompt", id: greeting.id, file: "other.ts" }]);
  expect(written).toEqual([]);
  await run({ into: true });
  expect(await files()).toEqual(before);
  await edit("other.ts", (text) => text.replace(/new gateway\.Prompt\([^;]*;/, ""));
  expect((await more()).vanished).toEqual([]);
  expect((await files())["export.json"]).not.toContain(greeting.id);
});

test.each([
  ["a workspace", {}],
  ["a workspace that alone was chosen", { workspace: ["Other"] }],
])("%s that is gone is told, with all that was in it", async (_what, options) => {
  const { run, more, clicks, other } = await exported(false);
  await run(options);
  await clicks.remove("/workspaces", other, other);
  const { vanished, objects } = await more();
  const kinds = vanished.map(({ kind }) => kind).toSorted();
  expect([kinds, objects]).toEqual([["Budget", "Prompt", "Workspace"], []]);
});

test("what refers to a gone model refers to it until somebody takes it out", async () => {
  const { run, files, gateway, clicks, support, apology } = await exported();
  await clicks.remove("/models", support, { id: String(gateway.rows("models")[0]?.id) });
  await apology();
  const before = (await files())["support.ts"] ?? "";
  await run({ into: true });
  const after = (await files())["support.ts"] ?? "";
  expect(before).toContain(".gatewayName");
  const lost = before.split("\n").filter((line) => !after.split("\n").includes(line));
  expect(lost).toEqual(["  modelId: gpt.id,"]); // the gateway has taken the model off the prompt
  expect(after).toContain("Say sorry.");
});

test("what was not looked for is not missed", async () => {
  const { more } = await exported();
  expect((await more({ workspace: ["Other"] })).vanished).toEqual([]);
  expect((await more({ without: ["Prompt", "Quota"] })).vanished).toEqual([]);
});

test("an export of chosen workspaces stays one, until others are named, and then is about both", async () => {
  const { json, more, files, support, farewell } = await exported(false);
  await json({ workspace: ["Other"], without: ["Budget"] });
  const first = await files();
  expect((await more()).files).toEqual([]);
  const { objects } = await more({ workspace: ["Support"] });
  expect(objects.some(({ kind }) => kind === "Quota" || kind === "Budget")).toBe(false);
  expect(objects.filter(({ kind }) => kind === "Workspace").map(({ id }) => id)).toEqual([support.id]);
  expect((await files())["other.ts"]).toBe(first["other.ts"]);
  const { id } = await farewell();
  expect(await more()).toMatchObject({ objects: [{ id }], vanished: [] });
});

test("a part of an export does not rewrite what tells of the whole", async () => {
  const { more, files, gateway, apology, support } = await exported();
  const before = await files();
  expect(before["README.md"]).toContain("Support");
  gateway.seed.workflow(support.id, { name: "triage" });
  expect((await more({ workspace: ["Other"] })).files).toEqual([]);
  expect((await more({ without: ["Member"] })).files).toEqual([]);
  expect(await files()).toEqual(before);
  expect((await more()).files).toEqual(["README.md", "export.json"]);
  await apology();
  expect((await more({ without: ["Member"] })).files).not.toContain("README.md");
});

test("a text that tells of the program and was edited stays, and nothing is in its way", async () => {
  const { more, files, farewell, spoil } = await exported();
  await spoil("README.md");
  const before = await files();
  await farewell();
  expect(await more()).toMatchObject({ keptFiles: ["README.md"], notWritten: [] });
  const after = await files();
  expect(after["README.md"]).toBe(before["README.md"]);
  expect(after["other.ts"]).toContain("Say goodbye.");
});

test("an object that was made again under its name is the same to the program", async () => {
  const { more, files, clicks, other, greeting } = await exported();
  const before = await files();
  await clicks.remove("/prompts", other, greeting);
  const { id } = await clicks.prompt(other, "greeting", "Say hello.");
  expect(await more()).toMatchObject({ vanished: [], objects: [] });
  const after = await files();
  expect(changed(before, after)).toEqual(["export.json", "import.json"]);
  expect(after["export.json"]).toBe(before["export.json"]?.replaceAll(greeting.id, id));
  expect(importedBy(after["import.json"])).toContainEqual(expect.objectContaining({ id }));
  expect(after["import.json"]).not.toContain(greeting.id);
});

test("of two of one name that were made again, each is the one that it is like", async () => {
  const { more, files, clicks, other, gateway, greeting } = await exported();
  gateway.variants.twins = true;
  const inStaging = { environment: "STAGING" };
  const staging = await clicks.prompt(other, "greeting", "Say hello.", inStaging);
  await more();
  for (const each of [greeting, staging]) await clicks.remove("/prompts", other, each);
  const again = await clicks.prompt(other, "greeting", "Say hello.", inStaging);
  const { id } = await clicks.prompt(other, "greeting", "Say hello.");
  expect(await more()).toMatchObject({ vanished: [], objects: [] });
  const { objects } = JSON.parse((await files())["export.json"] ?? "");
  const environments = new Map(
    objects.map((each: { id: string; declared: object }) => [
      each.id,
      Reflect.get(each.declared, "environment"),
    ]),
  );
  expect(environments.get(again.id)).toBe("STAGING");
  expect(environments.has(id)).toBe(true);
  expect(environments.get(id)).toBeNull();
});

test("also a workspace, with all that refers to it", async () => {
  const { more, files, clicks, other } = await exported();
  const before = await files();
  await clicks.remove("/workspaces", other, other);
  await clicks.prompt(await clicks.workspace("Other"), "greeting", "Say hello.");
  expect(await more()).toMatchObject({ vanished: [], objects: [] });
  const others = changed(before, await files()).filter((file) => file !== "README.md");
  expect(others).toEqual(["export.json", "import.json"]);
});

test("an edited file is not touched: its new objects are printed, and are imported later", async () => {
  const { refused, files, farewell, spoil, out, folder } = await exported();
  await spoil("other.ts");
  const before = await files();
  const { id } = await farewell();
  await refused().toThrow("1 object could not be written, because somebody has edited other.ts");
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
  const { more, refused, files, farewell, spoil, edit } = await exported();
  await spoil("other.ts");
  await farewell();
  await refused().toThrow("could not be written");
  const [name = ""] = namesIn((await files())["import-later.json"]);
  const declared = `'${name}', { workspaceId: other.id, name: "farewell", content: "" }`;
  await edit("other.ts", (text) => `${text}\nnew gateway.Prompt(\n  ${declared});`);
  const pasted = await files();
  expect(await more()).toMatchObject({ notWritten: [], objects: [{ name }] });
  const after = await files();
  expect(after["other.ts"]).toBe(pasted["other.ts"]);
  expect(after["import-later.json"]).toBeUndefined();
  expect(namesIn(after["import.json"])).toContain(name);
  expect((await more()).files).toEqual([]);
});

test("a long text of what was not written is there all the same, so that the pasted declaration can read it", async () => {
  const { refused, files, steps, spoil } = await exported();
  await spoil("other.ts");
  const before = await files();
  const content = "One.\nTwo.\nThree.\nFour.";
  await steps(content);
  await refused().toThrow("could not be written");
  const after = await files();
  const added = changed(before, after).filter((file) => file.endsWith(".md") && file !== "README.md");
  expect(added.map((file) => after[file]?.trim())).toEqual([content]);
});

test("what is printed for an edited file makes it whole: its imports, settings and constants", async () => {
  const { run, refused, clicks, steps, other, edit, out } = await exported();
  const vendor = await clicks.provider(other, "vendor");
  await run({ into: true, force: true });
  const lines = ['import * as pulumi from "@pulumi/pulumi";', "const config = new pulumi.Config();"];
  await edit("other.ts", (text) => lines.reduce((rest, line) => rest.replace(`${line}\n`, ""), text));
  await clicks.model(other, vendor, "small");
  await steps();
  out.length = 0;
  await refused().toThrow("could not be written");
  const [, printed = ""] = out.join("\n").split("// other.ts\n\n");
  const reads = 'import { promptText } from "./prompt-text.ts";';
  expect(printed.startsWith(`${[lines[0], reads, lines[1]].join("\n")}\n\n`)).toBe(true);
  expect(printed).toContain('// Put `const vendor = ` before `new gateway.ModelProvider("other-vendor"`.\n');
  expect(printed).toContain("providerId: vendor.id");
  expect(printed).not.toContain("import * as gateway"); // the file has it
});

test("a declaration that was pasted finds the reader of long texts, also if it is the first with one", async () => {
  const { run, refused, runElsewhere, files, steps, spoil, place } = await exported(false);
  await run({ workspace: ["Other"] });
  await spoil("other.ts");
  await steps();
  await refused().toThrow("could not be written");
  const fresh = path.join(place, "fresh");
  await runElsewhere({ workspace: ["Other"] }, { folder: fresh });
  const [here, there] = [await files(), await files(fresh)];
  for (const file of ["prompt-text.ts", ".gitattributes", "prompts/other/steps.md"]) {
    expect(here[file], file).toBe(there[file]);
  }
});

test("a file that is not edited is written beside one that is", async () => {
  const { refused, files, farewell, apology, spoil } = await exported();
  await spoil("other.ts");
  const before = await files();
  await farewell();
  await apology();
  await refused().toThrow("1 object could not be written");
  const after = await files();
  const written = ["support.ts", "import.json", "import-later.json"];
  expect(changed(before, after)).toEqual(expect.arrayContaining(written));
  expect(after["other.ts"]).toBe(before["other.ts"]);
  expect(after["support.ts"]).toContain("Say sorry.");
  const added = namesIn(after["import.json"]).filter(
    (name) => !namesIn(before["import.json"]).includes(name),
  );
  expect(added).toEqual(["support-apology"]);
  await refused().toThrow("1 object could not be written");
  expect(await files()).toEqual(after);
});

test.each(["edited", "deleted"])(
  "a new workspace is not written if the list of files was %s",
  async (how) => {
    const { clicks, apology, spoil, folder, files, refused, out } = await exported();
    await (how === "edited" ? spoil("index.ts") : rm(path.join(folder, "index.ts")));
    const before = await files();
    const { id } = await clicks.workspace("Third");
    await apology();
    await refused().toThrow(/could not be written.*index\.ts/);
    const after = await files();
    expect(after["index.ts"]).toBe(before["index.ts"]);
    expect(out.join("\n")).toContain('// index.ts\n\nimport "./third.ts";\n');
    expect(out.join("\n")).toContain('// third.ts\n\nimport * as gateway from "pulumi-workspace-gateway";\n');
    expect(after["export.json"]).not.toContain(id);
    expect(importedBy(after["import.json"]).map((each) => each.id)).not.toContain(id);
    expect(after["support.ts"]).toContain("Say sorry.");
  },
);

test("with force everything is written as the export has it, and what that overwrote is told", async () => {
  const { more, files, farewell, spoil } = await exported();
  const before = await files();
  await spoil("other.ts");
  await spoil("index.ts");
  await farewell();
  const { overwritten, notWritten } = await more({ force: true });
  expect([[...overwritten].toSorted(), notWritten]).toEqual([["index.ts", "other.ts"], []]);
  const after = await files();
  expect(after["index.ts"]).toBe(before["index.ts"]);
  expect(after["other.ts"]).not.toContain("// mine");
  expect(after["other.ts"]).toContain("Say goodbye.");
});

test("an export of another gateway is told, and nothing is written", async () => {
  const { run, edit, files } = await exported();
  await edit("export.json", edited("gateway", "another"));
  const before = await files();
  await expect(run({ into: true })).rejects.toThrow("is of another gateway");
  expect(await files()).toEqual(before);
});

/** Somebody has edited what a key says first. */
function edited(key: string, value: string) {
  return (text: string) =>
    text.replace(new RegExp(`"${key}": "[^"]*"`), `"${key}": ${JSON.stringify(value)}`);
}

test.each([
  ["no JSON", () => "{", "it is no JSON"],
  ["not of ours", () => '{"version":1}', "export.json is broken: about"],
  ["of a newer release", () => '{"version":3}', "newer release"],
  ["with a file elsewhere", edited("file", "../../x.ts"), "objects.0.file: is no file of the program"],
  ["with a file of no module", edited("file", "/etc/passwd"), "objects.0.file: is no file of the program"],
  ["with the file of all imports", edited("file", "index.ts"), "file: is a file that declares nothing"],
  ["with code for a constant", edited("variable", "a = run(), b"), "variable: is no name of a constant"],
  ["with a path for a constant", edited("variable", "../x"), "variable: is no name of a constant"],
  ["with a keyword for a constant", edited("variable", "class"), "variable: is a name that something"],
  ["with odd project", edited("project", "a b"), "project: is no name"],
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
