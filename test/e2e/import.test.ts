import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { kinds } from "../../provider/every-kind.js";
import { isReadable, type Kind } from "../../provider/spec/kind.js";
import { created } from "../../provider/spec/source.js";
import { nativeToken } from "../../provider/spec/token.js";
import { isHidden } from "../../provider/spec/values.js";
import type { ExportedState } from "../harness/engine.ts";
import { dataOf } from "../kinds/data.ts";
import { runCommand } from "./support/command.ts";
import { type Declared, withArgs } from "./support/declaration.ts";
import { everything } from "./support/everything.ts";
import { grow } from "./support/grown.ts";
import { life, up } from "./support/life.ts";
import { ok } from "./support/outcome.ts";
import type { World, WorldOptions } from "./support/world.ts";

const readable: readonly Kind[] = kinds.filter(isReadable);

// A first stack has made one object of every kind. Others import them: by files of the command, by the plugin, and by the option
// `import`. What a program may declare after that: test/contract/imported.test.ts. The tests are the stations of their lives, in this order.
let made: ExportedState;
const first = life({ objects: everything }, async (w) => {
  await grow(w);
  made = await w.project.exportState();
});
const atFirst = (adapter: "dynamic" | "native") => (): WorldOptions => ({
  env: {
    WORKSPACE_GATEWAY_BASE_URL: first.gateway.baseUrl,
    WORKSPACE_GATEWAY_ACCESS_TOKEN: first.token,
  },
  adapter,
});
const byFiles = life(atFirst("dynamic"));
const byPlugin = life(atFirst("native"));
const byOption = life(atFirst("native"));

const flags = ["--generate-code=false", "--protect=false", "--yes", "--stack", "test"];
const importInto = ({ project }: World, ...args: string[]) => project.run(["import", ...args, ...flags]);

/** What a state has of the one object of a kind. */
function stored({ deployment }: ExportedState, kind: string) {
  const found = deployment.resources?.find(({ type }) => type.endsWith(`:${kind}`));
  return found ?? expect.unreachable(`the state has no ${kind}`);
}

/** What an import of an object leaves in the state is what making it leaves, but for what only a program or a run knows. */
function expectAsMade(state: ExportedState, { name, source, fields }: Kind, ...unknown: string[]): void {
  const [before, after] = [stored(made, name), stored(state, name)];
  expect(after.id).toBe(before.id);
  const unread = [...fields.values()].filter(({ writeOnly }) => writeOnly).map((field) => field.name);
  const known = new Set([...unread, "__urn", "__follows", "__imported", ...unknown]);
  const own = (outputs = {}) => Object.entries(outputs).filter(([field]) => !known.has(field));
  if (source === created) expect(after.outputs).toMatchObject(Object.fromEntries(own(before.outputs)));
  const fieldsOf = (outputs = {}) =>
    own(outputs)
      .flatMap(([field]) => (field === "__found" ? [] : field))
      .sort();
  expect(fieldsOf(after.outputs)).toEqual(fieldsOf(before.outputs));
}

/** By kind, what the command prints to be declared. */
const declarations = new Map<string, string>();

/** The declarations that were printed, some of them changed. */
async function declare(changes: Readonly<Record<string, (text: string) => string>>) {
  const lines = [...declarations].map(([kind, text]) => {
    const changed = changes[kind]?.(text) ?? text;
    expect(changed === text, `the declaration of ${kind}`).toBe(!(kind in changes));
    return changed;
  });
  const imports = `import * as gateway from "pulumi-workspace-gateway";`;
  await byFiles.project.write("index.ts", [imports, ...lines].join("\n"));
}

test("the files of import-file import an object of every readable kind, in the state that a create leaves", async () => {
  first.calls.take();
  const files = [];
  for (const kind of readable) {
    const { id = "", inputs } = stored(made, kind.name);
    const place = kind.endpoints.parent === undefined ? [] : ["--workspace-id", String(inputs?.workspaceId)];
    const out = ["--out", `${kind.name}.json`];
    const args = ["import-file", kind.name, `my-${kind.name}`, "--id", id, ...place, ...out];
    const { code, stdout, stderr, output } = await runCommand(byFiles, args);
    expect([code, stdout], output).toEqual([0, ""]);
    expect(output).not.toContain("sk-canary");
    declarations.set(kind.name, /^new gateway\.[\s\S]*?\);$/m.exec(stderr)?.[0] ?? "");
    files.push(JSON.parse(await readFile(path.join(byFiles.project.directory, `${kind.name}.json`), "utf8")));
  }
  const resources = files.flatMap((file) => file.resources);
  const nameTable = Object.assign({}, ...files.map((file) => file.nameTable));
  await byFiles.project.write("all.json", JSON.stringify({ nameTable, resources }));
  await ok(importInto(byFiles, "--file", "all.json"));
  expect(first.calls.writes()).toEqual([]);
  const state = await byFiles.project.exportState();
  for (const kind of readable.filter(({ source }) => source === created)) expectAsMade(state, kind);
});

test("a program with the printed declarations is applied and refreshed without changes", async () => {
  await declare({});
  await ok(byFiles.project.up({ skipPreview: true, refresh: true, expectNoChanges: true }));
  expect(first.calls.writes()).toEqual([]);
  expect(await byFiles.project.stateText()).not.toContain("sk-canary");
});

/** The id of an object for an import by the plugin. */
function importId({ name, endpoints: { list, parent } }: Kind): string {
  const { id = "", inputs } = stored(made, name);
  return parent === undefined || list === undefined ? id : `${String(inputs?.[parent.field])}/${id}`;
}

/** What was imported into the plugin's stack, as its program would declare it. */
async function imported(): Promise<Declared[]> {
  const state = await byPlugin.project.exportState();
  return readable.map(({ name }) => {
    const { inputs = {} } = stored(state, name);
    const args = Object.fromEntries(Object.entries(inputs).filter(([key]) => !isHidden(key)));
    return { kind: name as Declared["kind"], name: `my-${name}`, args };
  });
}

test("the plugin imports an object by its id, and names a property that cannot be read", async () => {
  const id = `${stored(made, "Workspace").id}/${stored(made, "ModelProvider").id}`;
  const said = await ok(importInto(byPlugin, nativeToken("ModelProvider"), "my-ModelProvider", id));
  expect(said).toMatch(/ModelProvider "openai": apiKey cannot be read.* sends it/);
  expect(first.calls.writes()).toEqual([]);
});

test("a file imports an object of each kind by name through the plugin, in the state that a create leaves", async () => {
  const called: Record<string, string> = {
    Workspace: "Support",
    Budget: "Support",
    Member: "Support/member@example.com",
    Model: "Support/openai/gpt",
    Mapping: "Support/gpt-.*",
    Index: `Support/${String(stored(made, "Index").inputs?.url)}`,
    Quota: "burst",
  };
  const resources = readable
    .filter(({ name }) => name !== "ModelProvider")
    .map(({ name }) => ({
      type: nativeToken(name),
      name: `my-${name}`,
      id: called[name] ?? `Support/${dataOf(name).declared.args?.name}`,
    }));
  await byPlugin.project.write("import.json", JSON.stringify({ resources }));
  await ok(importInto(byPlugin, "--file", "import.json"));
  const state = await byPlugin.project.exportState();
  for (const kind of readable) expectAsMade(state, kind, "__provider", "__carried");
});

test("a program that declares the imported objects has no changes, and an update sends no requests", async () => {
  await byPlugin.declare(await imported());
  first.calls.take();
  await ok(byPlugin.project.up({ skipPreview: true, expectNoChanges: true }));
  expect(first.calls.take()).toEqual([]);
  await ok(byPlugin.project.refresh({ skipPreview: true, expectNoChanges: true }));
  expect(first.calls.writes()).toEqual([]);
  expect(await byPlugin.project.stateText()).not.toContain("sk-canary");
});

test("the `import` option imports an object of each kind, and the same run sends declared differences", async () => {
  const declared = withArgs(await imported(), { "my-ModelProvider": { apiKey: "sk-canary-next" } });
  const importing = declared.map((object, index) => ({
    ...object,
    opts: { import: importId(readable[index] ?? expect.unreachable()) },
  }));
  await byOption.declare(importing);
  first.calls.take();
  await ok(byOption.project.preview());
  expect(first.calls.writes()).toEqual([]);
  await up(byOption);
  expect(first.calls.writes()).toEqual(["PATCH /providers/openai api_key workspace_id"]);
  for (const program of [importing, declared]) {
    await byOption.declare(program);
    await ok(byOption.project.up({ skipPreview: true, expectNoChanges: true }));
    expect(first.calls.take()).toEqual([]);
  }
  expect(await byOption.project.stateText()).not.toContain("sk-canary");
});

test("imported objects are changed and destroyed like created ones, and a quota gets its earlier values back", async () => {
  const [before] = first.gateway.rows("quotas");
  await declare({
    Prompt: (text) => text.replace("Be brief.", "Be exact."),
    Quota: (text) => text.replace(/maxRequests: \d+/, 'onDestroy: "restore", maxRequests: 5'),
  });
  first.calls.take();
  await up(byFiles);
  expect(first.calls.writes().sort()).toEqual([
    "PATCH /prompts/tone content workspace_id",
    "PATCH /quotas/burst max_requests",
  ]);
  await ok(byFiles.project.destroy({ skipPreview: true }));
  expect(first.calls.remaining()).toEqual([]);
  expect(first.gateway.rows("quotas")).toMatchObject([{ max_requests: before?.max_requests }]);
});
