import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { gatewayCommand } from "../../../cli/commands/gateway-command.js";
import { type GuardOptions, guardRulesOf, withGuardOptions } from "../../../cli/commands/guard-options.js";
import { UsageError } from "../../../cli/commands/terminal.js";
import { safeRules } from "../../../cli/review/guard/guard-rules.js";
import { temporaryFolder } from "../support/temporary-folder.ts";

function optionsOf(...args: string[]): GuardOptions {
  const command = withGuardOptions(gatewayCommand("guarded", "Something guarded.", { examples: [] }))
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  return command.parse(args, { from: "user" }).opts();
}

async function guardFile(text: string): Promise<string> {
  const folder = await temporaryFolder();
  const file = path.join(folder, "rules.yaml");
  await writeFile(file, text);
  return file;
}

test("without an option there is no guard, and --guard alone means the safe rules", async () => {
  expect(await guardRulesOf(optionsOf())).toBeUndefined();
  expect(await guardRulesOf(optionsOf("--guard"))).toEqual(safeRules);
});

test("options go before the file, and what both allow is allowed", async () => {
  const file = await guardFile("maxDeletes: 1\nmaxCostUp: 5\nallow: [role-lowered]");
  const options = optionsOf("--guard-file", file, "--max-deletes", "50%", "--allow", "access-removed:a b");
  expect(await guardRulesOf(options)).toEqual({
    ...safeRules,
    maxDeletes: "50%",
    maxCostUp: 5,
    allow: [{ rule: "role-lowered" }, { rule: "access-removed", name: "a b" }],
  });
});

test.each([
  ["--max-deletes", "3", { maxDeletes: 3 }],
  ["--max-replaces", "0", { maxReplaces: 0 }],
  ["--max-moved-routes", "25%", { maxMovedRoutes: "25%" }],
  ["--max-cost-up", "30%", { maxCostUp: 30 }],
  ["--allow", "cost-up", { allow: [{ rule: "cost-up" }] }],
])("%s turns the guard on", async (option, value, rules) => {
  expect(await guardRulesOf(optionsOf(option, value))).toEqual({ ...safeRules, ...rules });
});

test.each([
  ["--max-deletes", "many", "must be a count or a percentage"],
  ["--max-cost-up", "lots", "must be a percentage"],
  ["--allow", "rolelowerd", "did you mean role-lowered?"],
  ["--allow", "role-lowered:", "has no name after the colon"],
])("%s %s makes no sense", (option, value, reason) => {
  expect(() => optionsOf(option, value)).toThrow(reason);
});

test("a guard file that is named must be there, and make sense", async () => {
  await expect(guardRulesOf({ guardFile: "/nowhere/rules.yaml" })).rejects.toThrow(UsageError);
  const file = await guardFile("maxDelete: 1");
  await expect(guardRulesOf({ guardFile: file })).rejects.toThrow(UsageError);
  await expect(guardRulesOf({ guardFile: file })).rejects.toThrow(`${file}:1: "maxDelete" is no key`);
});
