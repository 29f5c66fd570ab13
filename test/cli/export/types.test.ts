import fc from "fast-check";
import { expect, test } from "vitest";
import { exportProgram } from "../../../cli/export/export-program.js";
import { redactor } from "../../../provider/text/redact.js";
import { account, exportOf } from "./support/accounts.ts";
import { biomed } from "./support/biome.ts";
import { complaints } from "./support/checked.ts";
import { exported, twoWorkspaces } from "./support/live.ts";

test("a program passes the compiler, strictly, and has the form of this repository", async () => {
  const { files } = await exported(await twoWorkspaces());
  expect(complaints(files)).toEqual([]);
  const formed = files.filter(({ path }) => /\.(ts|json)$/.test(path));
  expect(formed.length).toBeGreaterThan(5);
  for (const { path, text } of formed) expect(biomed(text, path)).toBe(text);
  const spoilt = (text: string) => text.replace("priority: 1,", 'priority: "1",');
  const broken = files.map((file) => ({ ...file, text: spoilt(file.text) }));
  expect(complaints(broken).join()).toContain("not assignable");
});

test("a program that reads numbers, lists and workflows as secrets passes the compiler without an any", async () => {
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

test("so does one with awkward names", () => {
  const accounts = fc.sample(account, { numRuns: 2, seed: 7 });
  for (const objects of accounts) {
    expect(complaints(exportProgram(exportOf(objects)).files)).toEqual([]);
  }
});
