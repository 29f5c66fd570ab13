import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { gatewayCommand } from "../../../cli/commands/gateway-command.js";
import {
  type GuardOptions,
  guardRulesOf,
  withGuardOptions,
} from "../../../cli/commands/guard/guard-options.js";
import { UsageError } from "../../../cli/commands/terminal.js";
import { safeRules } from "../../../cli/review/guard/guard-rules.js";
import { temporaryFolder } from "../support/temporary-folder.ts";

const rulesOf = (options: GuardOptions, env: Record<string, string> = {}) => guardRulesOf(options, { env });

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
  expect(await rulesOf(optionsOf())).toBeUndefined();
  expect(await rulesOf(optionsOf("--guard"))).toEqual(safeRules);
});

test("options go before the file, and what both allow is allowed", async () => {
  const file = await guardFile("maxDeletes: 1\nmaxCostUp: 5\nallow: [role-lowered]");
  const options = optionsOf("--guard-file", file, "--max-deletes", "50%", "--allow", "access-removed:a b");
  expect(await rulesOf(options)).toEqual({
    ...safeRules,
    maxDeletes: "50%",
    maxCostUp: { percent: 5 },
    allow: [{ rule: "role-lowered" }, { rule: "access-removed", name: "a b" }],
  });
});

test.each([
  ["--max-deletes", "3", { maxDeletes: 3 }],
  ["--max-replaces", "0", { maxReplaces: 0 }],
  ["--max-moved-routes", "25%", { maxMovedRoutes: "25%" }],
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
  ["--max-deletes", "many", "must be a count or a percentage"],
  ["--max-cost-up", "lots", "must be a percentage"],
  ["--allow", "rolelowerd", "did you mean role-lowered?"],
  ["--allow", "role-lowered:", "has no name after the colon"],
])("%s %s makes no sense", (option, value, reason) => {
  expect(() => optionsOf(option, value)).toThrow(reason);
});

test("a guard file that is named must be there, and make sense", async () => {
  await expect(rulesOf({ guardFile: "/nowhere/rules.yaml" })).rejects.toThrow(UsageError);
  const file = await guardFile("maxDelete: 1");
  await expect(rulesOf({ guardFile: file })).rejects.toThrow(UsageError);
  await expect(rulesOf({ guardFile: file })).rejects.toThrow(`${file}:1:1: "maxDelete" is no key`);
});

test("permits come from a file and from the environment, too, and do not turn the guard on by themselves", async () => {
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

test("a permit that makes no sense is refused, with where it stands", async () => {
  const misspelt = { WORKSPACE_GATEWAY_ALLOW: "rolelowerd" };
  const running = rulesOf(optionsOf("--guard"), misspelt);
  await expect(running).rejects.toThrow(UsageError);
  await expect(rulesOf(optionsOf("--guard"), misspelt)).rejects.toThrow(
    'WORKSPACE_GATEWAY_ALLOW: there is no rule "rolelowerd": did you mean role-lowered?',
  );
  await expect(rulesOf(optionsOf("--allow-file", "/nowhere/permits"))).rejects.toThrow("the file of permits");
});

/** A repository with these texts of the guard file, a commit each; the last one is only in the working tree. */
async function repository(...texts: readonly string[]): Promise<string> {
  const folder = await temporaryFolder();
  const file = path.join(folder, "gateway-guard.yaml");
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], { cwd: folder });
  git("init", "--quiet");
  git("commit", "--quiet", "--allow-empty", "--message", "begin");
  for (const text of texts.slice(0, -1)) {
    await writeFile(file, text);
    git("add", "--all");
    git("commit", "--quiet", "--message", "rules");
  }
  await writeFile(file, texts.at(-1) ?? "");
  return file;
}

test("the rules of a commit hold, and what the file here says otherwise is told and does not count", async () => {
  const strict = "maxDeletes: 5%\nmaxBudgetUp: 500\nrefuse: [high]\nallow: [key-rotated]";
  const file = await repository(strict, "maxDeletes: 100%\nmaxBudgetUp: 100\nallow: [role-raised:eve]");
  expect(await rulesOf(optionsOf("--guard-ref", "HEAD", "--guard-file", file))).toEqual({
    ...safeRules,
    maxDeletes: "5%",
    maxBudgetUp: { amount: 500 },
    refuse: ["high"],
    allow: [{ rule: "key-rotated" }],
    changed: {
      ref: "HEAD",
      file,
      changes: [
        { key: "maxDeletes", words: "5% → 100%", isLooser: true },
        { key: "maxBudgetUp", words: "500 → 100", isLooser: false },
        { key: "refuse", words: "high is taken out", isLooser: true },
        { key: "allow", words: "role-raised:eve is added", isLooser: true },
        { key: "allow", words: "key-rotated is taken out", isLooser: false },
      ],
    },
  });
});

test("a file that says the same in another order is no change", async () => {
  const file = await repository(
    "maxDeletes: 5%\nallow: [key-rotated]",
    "allow: [key-rotated]\nmaxDeletes: 5%",
  );
  expect(await rulesOf(optionsOf("--guard-ref", "HEAD", "--guard-file", file))).not.toHaveProperty("changed");
});

test("a commit without the file has the rules that always hold, whatever the file here says", async () => {
  const file = await repository("maxDeletes: 100%", "maxDeletes: 100%");
  const rules = await rulesOf(optionsOf("--guard-ref", "HEAD~1", "--guard-file", file));
  expect(rules).toMatchObject({
    ...safeRules,
    changed: { changes: [{ key: "maxDeletes", isLooser: true }] },
  });
});

test("a file here that cannot be read is told, and the rules of the commit hold", async () => {
  const file = await repository("maxDeletes: 5%", "maxDelete: 1");
  const rules = await rulesOf(optionsOf("--guard-ref", "HEAD", "--guard-file", file));
  expect(rules).toMatchObject({ maxDeletes: "5%", changed: { changes: [{ key: "file", isLooser: true }] } });
});

test.each(["origin/main", "--help", "HEAD:gateway-guard.yaml"])(
  "a commit that is not there is an error, and no other rules take its place: %s",
  async (guardRef) => {
    const file = await repository("maxDeletes: 5%", "maxDeletes: 5%");
    const reading = rulesOf({ guardRef, guardFile: file });
    await expect(reading).rejects.toThrow(UsageError);
    await expect(rulesOf({ guardRef, guardFile: file })).rejects.toThrow("git knows no commit");
  },
);

test("a short name that a tag has besides a branch is refused: git would take the tag, and whoever may push can make one", async () => {
  const file = await repository("maxDeletes: 5%", "maxDeletes: 100%", "maxDeletes: 100%");
  const git = (...args: string[]) => execFileSync("git", args, { cwd: path.dirname(file) });
  git("update-ref", "refs/remotes/origin/main", "HEAD~1");
  const read = (guardRef: string) => rulesOf({ guardRef, guardFile: file });
  expect(await read("origin/main")).toMatchObject({ maxDeletes: "5%" });
  git("tag", "origin/main", "HEAD");
  await expect(read("origin/main")).rejects.toThrow(
    '"origin/main" may be refs/remotes/origin/main or refs/tags/origin/main. Write the whole name.',
  );
  expect(await read("refs/remotes/origin/main")).toMatchObject({ maxDeletes: "5%" });
});
