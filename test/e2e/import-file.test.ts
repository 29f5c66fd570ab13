import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { kinds } from "../../provider/every-kind.js";
import type { Kind } from "../../provider/spec/kind.js";
import { created } from "../../provider/spec/source.js";
import type { ExportedState } from "../harness/engine.ts";
import type { ProcessResult } from "../harness/process.ts";
import { runCommand } from "./support/command.ts";
import { everything } from "./support/everything.ts";
import { grow } from "./support/grown.ts";
import { life, up } from "./support/life.ts";
import { ok } from "./support/outcome.ts";
import { stored } from "./support/stored.ts";

const readable: readonly Kind[] = kinds.filter(({ endpoints }: Kind) => endpoints.list ?? endpoints.get);

// A first stack has made one object of every kind. A second one takes each over by a file, and then declares what the
// command has printed: the tests of this file are the stations of its life, in this order.
let made: ExportedState;
/** By kind. */
const declarations = new Map<string, string>();

const first = life({ objects: everything }, grow);
const ofFirst = () => ({
  WORKSPACE_GATEWAY_BASE_URL: first.gateway.baseUrl,
  WORKSPACE_GATEWAY_ACCESS_TOKEN: first.token,
});
const second = life(
  () => ({ env: ofFirst() }),
  async () => {
    made = await first.project.exportState();
    first.calls.take();
  },
);

/** Runs the command where the second program is. */
async function importFile(...args: string[]): Promise<ProcessResult> {
  const result = await runCommand({ project: second.project }, ["import-file", ...args]);
  expect(result.code, result.output).toBe(0);
  return result;
}

/** What the command says is to be declared. */
function declarationIn({ stderr }: ProcessResult): string {
  return /^new gateway\.[\s\S]*?\);$/m.exec(stderr)?.[0] ?? "";
}

/** The declarations that were printed, some of them changed, and more lines. */
async function declare(
  changes: Readonly<Record<string, (text: string) => string>> = {},
  ...more: string[]
): Promise<void> {
  const lines = [...declarations].map(([kind, text]) => {
    const changed = changes[kind]?.(text) ?? text;
    expect(changed === text, `the declaration of ${kind}`).toBe(!(kind in changes));
    return changed;
  });
  const imports = `import * as gateway from "pulumi-workspace-gateway";`;
  await second.project.write("index.ts", [imports, ...lines, ...more].join("\n"));
}

test("the files that the command writes take an object of every kind into a stack, in the state that making it leaves", async () => {
  const files = [];
  for (const kind of readable) {
    const { id = "", inputs } = stored(made, kind.name);
    const place = kind.endpoints.parent === undefined ? [] : ["--workspace-id", String(inputs?.workspaceId)];
    const out = ["--out", `${kind.name}.json`];
    const written = await importFile(kind.name, `my-${kind.name}`, "--id", id, ...place, ...out);
    expect(written.output).not.toContain("sk-canary");
    expect(written.stdout).toBe("");
    declarations.set(kind.name, declarationIn(written));
    files.push(JSON.parse(await readFile(path.join(second.project.directory, `${kind.name}.json`), "utf8")));
  }
  // One import of them all: the test of an object under another resource follows the command's own line.
  const resources = files.flatMap((file) => file.resources);
  const nameTable = Object.assign({}, ...files.map((file) => file.nameTable));
  await second.project.write("all.json", JSON.stringify({ nameTable, resources }));
  const flags = ["--generate-code=false", "--protect=false", "--yes", "--stack", second.project.stack];
  await ok(second.project.run(["import", "--file", "all.json", ...flags]));
  expect(first.calls.writes()).toEqual([]);
  const state = await second.project.exportState();
  for (const { name, fields } of readable.filter(({ source }) => source === created)) {
    const { id, outputs } = stored(made, name);
    const unread = [...fields.values()].filter(({ writeOnly }) => writeOnly).map((field) => field.name);
    const known = [...unread, "__urn", "__follows"]; // only the program, and the run that made it, know these
    const readAgain = Object.entries(outputs ?? {}).filter(([key]) => !known.includes(key));
    const imported = stored(state, name);
    expect(imported).toMatchObject({ id, outputs: Object.fromEntries(readAgain) });
    expect(Object.keys(imported.outputs ?? {})).toHaveLength(readAgain.length + 1); // the mark of an import
  }
});

test("a program with the declarations that were printed is applied, and refreshed, without a change", async () => {
  expect([...declarations.keys()]).toEqual(readable.map(({ name }) => name));
  await declare();
  await ok(second.project.up({ skipPreview: true, refresh: true, expectNoChanges: true }));
  expect(first.calls.writes()).toEqual([]);
  expect(await second.project.stateText()).not.toContain("sk-canary");
});

test("a secret that could not be read shows as a change once it is declared, and is sent alone", async () => {
  await declare({ ModelProvider: (text) => text.replace("{", `{ apiKey: "sk-canary-next",`) });
  expect((await second.project.preview({ expectNoChanges: true })).output).toMatch(/~ 1 to update/);
  await up(second);
  expect(first.calls.writes()).toEqual(["PATCH /providers/openai api_key workspace_id"]);
  expect(await second.project.stateText()).not.toContain("sk-canary");
});

test("an object under another resource is taken to its place there, and what is not declared of it stays", async () => {
  const { urn, id = "" } = stored(await second.project.exportState(), "Workspace");
  const mapping = {
    workspace_id: id,
    source_name: "under",
    target_model: "openai/gpt",
    priority: 5,
    enabled: false,
  };
  await first.gateway.console("POST", "/mappings", mapping);
  const under = ["--id", first.calls.id("mappings", "under"), "--workspace-id", id, "--parent", urn];
  first.calls.take();
  const written = await importFile("Mapping", "under", ...under);
  await second.project.write("import.json", written.stdout);
  const line = /^ {2}pulumi (import .*)$/m.exec(written.stderr)?.[1]?.split(" ") ?? [];
  await ok(second.project.run([...line, "--stack", second.project.stack]));
  await declare(
    {
      Workspace: (text) => `const parent = ${text}`,
      ModelProvider: (text) => text.replace("{", `{ apiKey: "sk-canary-next",`),
    },
    declarationIn(written).replace(/^ *(priority|enabled): .*\n/gm, ""),
  );
  await up(second);
  await ok(second.project.preview({ expectNoChanges: true, refresh: true }));
  const rows = first.gateway.rows("mappings").filter(({ source_name }) => source_name === "under");
  expect(rows).toMatchObject([{ priority: 5, enabled: false }]);
  expect(first.calls.writes()).toEqual([]);
});

test("what was imported is changed and destroyed like what a stack has made, and what was there before us is given back", async () => {
  const [before] = first.gateway.rows("quotas");
  await declare({
    Prompt: (text) => text.replace("Be brief.", "Be exact."),
    Quota: (text) => text.replace(/maxRequests: \d+/, 'onDestroy: "restore", maxRequests: 5'),
  });
  await up(second);
  expect(first.calls.writes().sort()).toEqual([
    "DELETE /mappings/under workspace_id",
    "PATCH /prompts/tone content workspace_id",
    "PATCH /quotas/burst max_requests",
  ]);
  await ok(second.project.destroy({ skipPreview: true }));
  expect(first.calls.remaining()).toEqual([]);
  expect(first.gateway.rows("quotas")).toMatchObject([{ max_requests: before?.max_requests }]);
});
