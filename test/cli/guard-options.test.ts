import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { gatewayCommand } from "../../cli/gateway.js";
import { type GuardOptions, guardRulesOf, withGuardOptions } from "../../cli/guard/options.js";
import { safeRules } from "../../cli/guard/rules.js";
import { UsageError } from "../../cli/terminal.js";
import { temporaryFolder } from "./support/temporary-folder.ts";

const rulesOf = (options: GuardOptions, env: Record<string, string> = {}) => guardRulesOf(options, { env });

function optionsOf(...args: string[]): GuardOptions {
  const command = withGuardOptions(gatewayCommand("guarded", "Something guarded.", { examples: [] }))
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  return command.parse(args, { from: "user" }).opts();
}

async function guardFile(text: string): Promise<string> {
  const file = path.join(await temporaryFolder(), "rules.yaml");
  await writeFile(file, text);
  return file;
}

test("the guard is off without options, and --guard alone uses the safe rules", async () => {
  expect(await rulesOf(optionsOf())).toBeUndefined();
  expect(await rulesOf(optionsOf("--guard"))).toEqual(safeRules);
});

test("options override the guard file, and the permits of both apply", async () => {
  const file = await guardFile("maxDeletes: 1\nmaxCostUp: 5\nallow: [role-lowered]");
  const options = optionsOf("--guard-file", file, "--max-deletes", "50%", "--allow", "access-removed:a b");
  expect(await rulesOf(options)).toEqual({
    ...safeRules,
    maxDeletes: { percent: 50 },
    maxCostUp: { percent: 5 },
    allow: [{ rule: "role-lowered" }, { rule: "access-removed", name: "a b" }],
  });
});

test.each([
  ["--max-deletes", "3", { maxDeletes: { amount: 3 } }],
  ["--max-replaces", "0", { maxReplaces: { amount: 0 } }],
  ["--max-moved-routes", "25%", { maxMovedRoutes: { percent: 25 } }],
  ["--max-cost-up", "30%", { maxCostUp: { percent: 30 } }],
  ["--max-cost-up-money", "200", { maxCostUpMoney: { amount: 200 } }],
  ["--max-budget-up", "500", { maxBudgetUp: { amount: 500 } }],
  ["--max-budget-down", "50%", { maxBudgetDown: { percent: 50 } }],
  ["--max-quota-up", "20%, 1000", { maxQuotaUp: { percent: 20, amount: 1000 } }],
  ["--max-quota-down", "0", { maxQuotaDown: { amount: 0 } }],
  ["--allow", "cost-up", { allow: [{ rule: "cost-up" }] }],
])("%s turns the guard on", async (option, value, rules) => {
  expect(await rulesOf(optionsOf(option, value))).toEqual({ ...safeRules, ...rules });
});

test.each([
  ["--max-deletes", "many", "is invalid. It must be a count, a percentage, or both"],
  ["--max-cost-up", "lots", "must be a percentage"],
  ["--allow", "rolelowerd", "Did you mean `role-lowered`?"],
  ["--allow", "role-lowered:", "has no name after the colon"],
])("%s %s is rejected", (option, value, reason) => {
  expect(() => optionsOf(option, value)).toThrow(reason);
});

test("a named guard file must exist and be valid", async () => {
  await expect(rulesOf({ guardFile: "/nowhere/rules.yaml" })).rejects.toThrow(UsageError);
  const file = await guardFile("maxDelete: 1");
  const message = expect.stringContaining(`${file}:1:1: the guard file has no key \`maxDelete\``);
  await expect(rulesOf({ guardFile: file })).rejects.toMatchObject({ name: "UsageError", message });
});

test("permits from a file and the environment count, but the environment enables no guard", async () => {
  const file = await guardFile(
    "# a person allowed it\nworkspace-delete:old team\n\nrole-raised:ada # she asked\n",
  );
  const env = { WORKSPACE_GATEWAY_ALLOW: "cost-up:gpt, budget-up\nunknown:content" };
  expect((await rulesOf(optionsOf("--allow-file", file), env))?.allow).toEqual([
    { rule: "workspace-delete", name: "old team" },
    { rule: "role-raised", name: "ada" },
    { rule: "cost-up", name: "gpt" },
    { rule: "budget-up" },
    { rule: "unknown", name: "content" },
  ]);
  expect(await rulesOf(optionsOf(), env)).toBeUndefined();
});

test("an invalid permit is rejected with its source", async () => {
  const misspelt = rulesOf(optionsOf("--guard"), { WORKSPACE_GATEWAY_ALLOW: "rolelowerd" });
  const why = "WORKSPACE_GATEWAY_ALLOW: unknown rule `rolelowerd`. Did you mean `role-lowered`?";
  const message = expect.stringContaining(why);
  await expect(misspelt).rejects.toMatchObject({ name: "UsageError", message });
  await expect(rulesOf(optionsOf("--allow-file", "/nowhere/permits"))).rejects.toThrow("the permit file");
});
