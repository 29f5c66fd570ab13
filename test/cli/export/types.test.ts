import fc from "fast-check";
import { expect, test } from "vitest";
import { exportProgram } from "../../../cli/export/export-program.js";
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

test("so does one with awkward names", () => {
  const accounts = fc.sample(account, { numRuns: 2, seed: 7 });
  for (const objects of accounts) {
    expect(complaints(exportProgram(exportOf(objects)).files)).toEqual([]);
  }
});
