import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { PaperStack } from "./support/paper-stack.ts";

type Paper = PaperStack;

async function edit({ field }: Paper, file: string, change: (text: string) => string): Promise<void> {
  const at = path.join(field.folder, file);
  const text = await readFile(at, "utf8");
  const changed = change(text);
  expect(changed).not.toBe(text);
  await writeFile(at, changed);
}

const addLine = (text: string) => `${text}\n// mine\n`;

function says({ field: { clicks, other, greeting } }: Paper, content: string): Promise<void> {
  return clicks.change("/prompts", other, greeting, { content });
}

function namesIn(text: string | undefined): string[] {
  return JSON.parse(text ?? "").resources.map(({ name }: { name: string }) => name);
}

test("right after an import, a preview is empty and the gateway is as declared", async () => {
  const paper = await PaperStack.exported();
  await paper.import();
  expect([await paper.preview(), await paper.drift()]).toEqual([[], 0]);
  expect((await paper.more()).files).toEqual(["import.json"]);
  expect(namesIn((await paper.field.files())["import.json"])).toEqual([]);
  expect((await paper.more()).files).toEqual([]);
});

test("a changed value is in the program afterwards, and a refresh makes the preview empty", async () => {
  const paper = await PaperStack.exported();
  await paper.import();
  await says(paper, "Say nothing.");
  expect(await paper.drift()).toBe(8);
  const { changed, files, toImport } = await paper.more();
  expect(changed).toMatchObject([{ name: "other-greeting", merged: ["content"], waiting: [] }]);
  expect([files, toImport]).toEqual([["other.ts", "import.json", "export.json"], 0]);
  expect((await paper.field.files())["other.ts"]).toContain('content: "Say nothing."');
  expect(await paper.preview()).toEqual(["update Prompt other-greeting: content"]);
  await paper.refresh();
  expect([await paper.preview(), await paper.drift()]).toEqual([[], 0]);
  expect((await paper.more()).files).toEqual([]);
});

test("a changed value of what was not imported is in the program and in its import: the preview is empty", async () => {
  const paper = await PaperStack.exported();
  await says(paper, "Say nothing.");
  const { toImport } = await paper.more();
  expect(toImport).toBe(10);
  await paper.import();
  expect([await paper.preview(), await paper.drift()]).toEqual([[], 0]);
});

test("a long text is changed in its own file, and its program stays as it is", async () => {
  const paper = await PaperStack.exported();
  const { clicks, gateway, support, files } = paper.field;
  const before = await files();
  const tone = gateway.rows("prompts").find(({ name }) => name === "tone");
  const content = "One.\nTwo.\nThree.\nFour.\nFive.";
  const change = (text: string) =>
    clicks.change("/prompts", support, { id: String(tone?.id) }, { content: text });
  await change(content);
  await paper.more();
  const after = await files();
  expect(after["prompts/support/tone.md"]).toBe(content);
  expect(after["support.ts"]).toBe(before["support.ts"]);
  await change("Be short.");
  await paper.more();
  const short = await files();
  expect(short["support.ts"]).toContain('content: "Be short."');
  expect(Object.keys(short)).not.toContain("prompts/support/tone.md");
  expect(Object.keys(short)).not.toContain("prompt-text.ts");
  await change(content);
  await paper.more();
  expect((await files())["prompts/support/tone.md"]).toBe(content);
});

test("a changed value for an edited file is printed with the file, the declaration and the line, and is told until it is there", async () => {
  const paper = await PaperStack.exported();
  await paper.import();
  await edit(paper, "other.ts", addLine);
  const mine = (await paper.field.files())["other.ts"];
  await says(paper, "Say nothing.");
  for (const _ of [1, 2]) {
    const { changed, pastes } = await paper.more();
    expect(changed).toMatchObject([{ merged: [], waiting: ["content"] }]);
    expect(pastes).toEqual([
      { path: "other.ts", text: '// In new gateway.Prompt("other-greeting", …):\ncontent: "Say nothing.",' },
    ]);
    expect((await paper.field.files())["other.ts"]).toBe(mine);
  }
  await edit(paper, "other.ts", (text) => text.replace('content: "Say hello."', "content:\n 'Say nothing.'"));
  expect((await paper.more()).changed).toMatchObject([{ merged: ["content"], waiting: [] }]);
  expect((await paper.more()).changed).toEqual([]);
  await paper.refresh();
  expect([await paper.preview(), await paper.drift()]).toEqual([[], 0]);
});

test("for people, the same is printed, and the command fails", async () => {
  const { field } = await PaperStack.exported();
  const { run, out, folder } = field;
  await writeFile(path.join(folder, "other.ts"), addLine((await field.files())["other.ts"] ?? ""));
  await field.clicks.change("/prompts", field.other, field.greeting, { content: "Say nothing." });
  out.length = 0;
  await expect(run({ into: true })).rejects.toThrow(
    "new values of 1 object could not be written, because somebody has edited other.ts",
  );
  expect(out.join("\n")).toContain(
    '// other.ts\n\n// In new gateway.Prompt("other-greeting", …):\ncontent: "Say nothing.",\n',
  );
  expect(out.join("\n")).not.toContain("Nothing is new");
});

test("with force, the value is written over what was edited", async () => {
  const paper = await PaperStack.exported();
  await edit(paper, "other.ts", addLine);
  await says(paper, "Say nothing.");
  const { overwritten, changed } = await paper.more({ force: true });
  expect([overwritten, changed[0]?.waiting]).toEqual([["other.ts"], []]);
  expect((await paper.field.files())["other.ts"]).not.toContain("// mine");
});

test("a changed text whose file was edited is printed whole, and its other properties are merged", async () => {
  const paper = await PaperStack.exported();
  const { clicks, gateway, support, files } = paper.field;
  await edit(paper, "prompts/support/tone.md", (text) => `${text}\nMine.`);
  const mine = (await files())["prompts/support/tone.md"];
  const tone = gateway.rows("prompts").find(({ name }) => name === "tone");
  const content = "One.\nTwo.\nThree.\nFour.";
  const prompt = { id: String(tone?.id) };
  await clicks.change("/prompts", support, prompt, { content, position: 7 });
  for (const merged of [["position"], []]) {
    const { changed, pastes } = await paper.more();
    expect(changed).toMatchObject([{ merged, waiting: ["content"] }]);
    expect(pastes).toEqual([{ path: "prompts/support/tone.md", text: content }]);
  }
  const after = await files();
  expect(after["prompts/support/tone.md"]).toBe(mine);
  expect(after["support.ts"]).toContain("position: 7");
  await clicks.change("/prompts", support, prompt, { content: "Be short." });
  expect((await paper.more()).pastes).toEqual([
    { path: "support.ts", text: '// In new gateway.Prompt("support-tone", …):\ncontent: "Be short.",' },
  ]);
  expect((await files())["prompts/support/tone.md"]).toBe(mine);
});

test("a value that somebody has changed in the program, and applied, is in step", async () => {
  const paper = await PaperStack.exported();
  await paper.import();
  await edit(paper, "other.ts", (text) => text.replace("Say hello.", "Say mine."));
  expect(await paper.preview()).toEqual(["update Prompt other-greeting: content"]);
  await says(paper, "Say mine."); // what an `up` does
  await paper.refresh();
  expect(await paper.more()).toMatchObject({ changed: [{ waiting: [], own: [] }], pastes: [] });
  expect(await paper.more()).toMatchObject({ changed: [], files: [] });
});

test("an expression of somebody's own counts as in step if the stack has the gateway's value, and that is told once", async () => {
  const paper = await PaperStack.exported();
  await paper.import();
  await edit(paper, "other.ts", (text) => text.replace('"Say hello."', '["Say", "mine."].join(" ")'));
  await says(paper, "Say mine.");
  expect(await paper.more()).toMatchObject({ changed: [{ waiting: ["content"], own: [] }] });
  await paper.refresh();
  expect(await paper.more()).toMatchObject({ changed: [{ waiting: [], own: ["content"] }] });
  expect(await paper.more()).toMatchObject({ changed: [] });
});

test.each([true, false])("nothing is lost between two runs; the stack can be read: %s", async (isRead) => {
  const paper = await PaperStack.exported(isRead);
  const { clicks, support, other, files } = paper.field;
  await clicks.prompt(support, "first", "One.");
  await paper.more();
  await clicks.prompt(support, "second", "Two.");
  await paper.more();
  await edit(paper, "support.ts", addLine);
  await clicks.prompt(support, "third", "Three.");
  await paper.more();
  await paper.more({ workspace: ["Other"] });
  await clicks.prompt(other, "fourth", "Four.");
  await paper.more({ workspace: ["Other"] });
  const [now, later] = [
    namesIn((await files())["import.json"]),
    namesIn((await files())["import-later.json"]),
  ];
  expect(now).toHaveLength(13);
  expect(now).toEqual(expect.arrayContaining(["support-first", "support-second", "other-fourth"]));
  expect(later).toEqual(["support-third"]);
  await paper.import();
  expect(await paper.preview()).toEqual([]);
});

test("what an import has taken in is no longer in its file, if the stack can be read", async () => {
  const paper = await PaperStack.exported();
  await paper.import();
  await paper.field.clicks.prompt(paper.field.other, "farewell", "Say goodbye.");
  expect((await paper.more()).toImport).toBe(1);
  expect(namesIn((await paper.field.files())["import.json"])).toEqual(["other-farewell"]);
  await paper.import();
  expect([await paper.preview(), await paper.drift()]).toEqual([[], 0]);
});

test("a stack of another account says nothing of what is to be imported", async () => {
  const paper = await PaperStack.exported();
  await paper.import();
  const other = await PaperStack.exported();
  await other.field.clicks.prompt(other.field.other, "farewell", "Say goodbye.");
  await paper.isReadBy(other);
  expect(await other.more()).toMatchObject({ toImport: 11, blocked: [] });
});

test("an export of an older release has in its file what was new: all that the stack lacks is there again", async () => {
  const paper = await PaperStack.exported(false);
  await edit(paper, "export.json", (text) => text.replace('"version": 2', '"version": 1'));
  await edit(paper, "import.json", () => JSON.stringify({ resources: [] }));
  expect((await paper.more()).toImport).toBe(10);
});

test("a declaration that is no longer found in an edited file is told, and an import of it has to wait", async () => {
  const paper = await PaperStack.exported();
  await edit(paper, "other.ts", (text) => text.replace(/new gateway\.Prompt\([^;]*;/, ""));
  const { notFound, toImport } = await paper.more();
  expect(notFound).toMatchObject([{ name: "other-greeting", file: "other.ts" }]);
  expect(toImport).toBe(9);
  expect(namesIn((await paper.field.files())["import-later.json"])).toEqual(["other-greeting"]);
});

test("what an export cannot declare is in the ignore rules, with the reason, until it can", async () => {
  const paper = await PaperStack.exported();
  const { clicks, gateway, support, files } = paper.field;
  gateway.variants.crawl = "hold";
  await clicks.index(support, "http://127.0.0.1:9/docs");
  await paper.more();
  await paper.import();
  expect((await files())["gateway-drift.yaml"]).toMatch(/kind: "Index".*reason: "it is still being made/);
  expect(await paper.drift()).toBe(0);
  gateway.db.exec("UPDATE indexes SET status = 'INDEXED'");
  expect((await paper.more()).objects).toMatchObject([{ kind: "Index" }]);
  expect(Object.keys(await files())).not.toContain("gateway-drift.yaml");
  await paper.import();
  expect([await paper.preview(), await paper.drift()]).toEqual([[], 0]);
});

test("ignore rules of somebody's own stay, and those that they lack are printed", async () => {
  const paper = await PaperStack.exported();
  const { clicks, gateway, support, folder, files } = paper.field;
  gateway.variants.crawl = "hold";
  const mine = "ignore:\n  - { kind: Prompt, name: draft-*, reason: mine }\n";
  await writeFile(path.join(folder, "gateway-drift.yaml"), mine);
  await clicks.index(support, "http://127.0.0.1:9/docs");
  const { pastes } = await paper.more();
  expect(pastes).toMatchObject([{ path: "gateway-drift.yaml" }]);
  expect((await files())["gateway-drift.yaml"]).toBe(mine);
  await writeFile(path.join(folder, "gateway-drift.yaml"), `${mine}${pastes[0]?.text}\n`);
  expect(await paper.more()).toMatchObject({ pastes: [], keptFiles: [] });
  await paper.import();
  expect(await paper.drift()).toBe(0);
});

test("what an export was told to leave out is in the ignore rules: the gateway is as declared", async () => {
  const paper = await PaperStack.exported(true, { workspace: ["Other"], without: ["Prompt"] });
  const rules = (await paper.field.files())["gateway-drift.yaml"];
  for (const kind of ["Prompt", "Quota", "Workspace"]) expect(rules).toContain(`kind: "${kind}"`);
  await paper.import();
  expect([await paper.preview(), await paper.drift()]).toEqual([[], 0]);
});
