import { execFileSync } from "node:child_process";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import type { ExportedFile } from "../../../cli/export/exported-program.js";
import { redactor } from "../../../provider/text/redact.js";
import { paths } from "../../harness/paths.ts";
import { exported, twoWorkspaces } from "./support/live.ts";

/** Below the packages of the repository; nothing is written there. */
const folder = path.join(paths.root, "exported");

/** What the compiler says of a program, with the program's own options and the declarations of the built package. */
function complaints(files: readonly ExportedFile[]): string[] {
  const texts = new Map(files.map((file) => [path.join(folder, file.path), file.text]));
  const config: unknown = JSON.parse(texts.get(path.join(folder, "tsconfig.json")) ?? "");
  const roots = [...texts.keys()].filter((file) => file.endsWith(".ts"));
  const { options, errors } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  const host = ts.createCompilerHost(options);
  const { directoryExists, fileExists, readFile } = host;
  host.directoryExists = (name) => name === folder || directoryExists?.(name) === true;
  host.fileExists = (file) => texts.has(file) || fileExists(file);
  host.readFile = (file) => texts.get(file) ?? readFile(file);
  host.getSourceFile = (file, version) => {
    const text = host.readFile(file);
    return text === undefined ? undefined : ts.createSourceFile(file, text, version);
  };
  const program = ts.createProgram(roots, options, host);
  // The folder is not there, so it has no inputs: that alone is no complaint.
  const noInputs = 18003;
  return [...errors.filter(({ code }) => code !== noInputs), ...ts.getPreEmitDiagnostics(program)].map(
    ({ file, messageText }) =>
      `${file?.fileName ?? ""}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
  );
}

/** A file as the repository's own formatter leaves it. Fails if it is no valid file. */
function biomed(input: string, name: string): string {
  const args = ["format", `--stdin-file-path=${name}`];
  return execFileSync(path.join(paths.root, "node_modules/.bin/biome"), args, {
    ...{ cwd: paths.root, input, encoding: "utf8" },
  });
}

test("an exported program compiles in strict mode and is formatted like this repository", async () => {
  const { files } = await exported(await twoWorkspaces());
  expect(complaints(files)).toEqual([]);
  const formed = files.filter((file) => /\.(ts|json)$/.test(file.path));
  expect(formed.length).toBeGreaterThan(5);
  for (const { path: name, text } of formed) expect(biomed(text, name)).toBe(text);
  const spoilt = (text: string) => text.replace("priority: 1,", 'priority: "1",');
  const broken = files.map((file) => ({ ...file, text: spoilt(file.text) }));
  expect(complaints(broken).join()).toContain("not assignable");
});

test("a program that reads numbers, lists, and workflows as secrets compiles without `any`", async () => {
  const desk = await twoWorkspaces();
  desk.gateway.db.prepare("UPDATE providers SET model_options = ?").run(JSON.stringify(["canary", "gpt"]));
  desk.gateway.db.prepare("UPDATE configs SET workflow = ?").run(JSON.stringify({ nodes: ["canary"] }));
  const mask = redactor(["canary", "1047576"]);
  const { files } = await exported(desk, { secrets: { mask, keys: new Map() } });
  expect(complaints(files)).toEqual([]);
  const text = files.map((file) => file.text).join("\n");
  for (const verb of ["Number", "Object<string[]>", "Object<Record<string, unknown>>"]) {
    expect(text).toContain(`config.requireSecret${verb}("`);
  }
  expect(text).not.toMatch(/\bany>/);
  expect(mask(text)).toBe(text);
});
