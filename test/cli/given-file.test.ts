import { symlink } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { readRulesFile } from "../../cli/files.js";
import { UsageError } from "../../cli/terminal.js";
import { temporaryFolder } from "./support/temporary-folder.ts";

test("rules that nobody named are none if they are not there, and an error if they are there and cannot be read", async () => {
  const usual = path.join(await temporaryFolder(), "rules.yaml");
  const rules = { what: "the guard file", named: undefined, usual, read: (text: string) => `<${text}>` };
  expect(await readRulesFile(rules)).toBe("<>");
  await symlink(usual, usual); // it leads to itself
  await expect(readRulesFile(rules)).rejects.toThrow(UsageError);
  await expect(readRulesFile(rules)).rejects.toThrow(/^the guard file cannot be read: ELOOP/);
});

test("rules that are named have to be there", async () => {
  const named = path.join(await temporaryFolder(), "rules.yaml");
  const rules = { what: "the guard file", named, usual: "usual.yaml", read: (text: string) => text };
  await expect(readRulesFile(rules)).rejects.toThrow(/^the guard file cannot be read: ENOENT/);
});
