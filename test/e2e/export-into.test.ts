import { afterAll, beforeAll, expect, test } from "vitest";
import type { ProcessResult } from "../harness/process.ts";
import { type ClickedAccount, clickAccount } from "./support/clicked-account.ts";
import { Exports } from "./support/exports.ts";
import { ok } from "./support/outcome.ts";
import { type World, world } from "./support/world.ts";

// A team that has its account in code, and a console that goes on being used. The tests are its days, in this order.
let w: World;
let exports: Exports;
let account: ClickedAccount;
beforeAll(async () => {
  w = await world();
  account = await clickAccount(w);
  exports = new Exports(w);
  await exports.made("account", "--leave-keys");
  await exports.imported("account");
});
afterAll(() => w?.dispose());

test("another export of an unchanged account has the same bytes, wherever it is put", async () => {
  await exports.made("twin", "--leave-keys", "--project", "account");
  expect(await exports.texts("twin")).toEqual(await exports.texts("account"));
});

test("a folder that is there is not touched unless it is asked for", async () => {
  const before = await exports.texts("account");
  expect((await exported(2, "--leave-keys")).stderr).toContain("--into");
  expect(await exports.texts("account")).toEqual(before);
});

test("an export into an existing one writes nothing if nothing is new", async () => {
  const before = await exports.texts("account");
  await exports.made("account", "--into");
  expect(await exports.texts("account")).toEqual(before);
});

test("only what is new is added, and its import leaves an empty preview", async () => {
  const { console, support, gpt } = account;
  await console.prompt(support, "closing", "Say goodbye.", { model_id: gpt.id });
  const late = await console.workspace("Late");
  await console.prompt(late, "tone", "Be late.");
  const before = await exports.texts("account");
  await exports.made("account", "--into");
  const after = await exports.texts("account");
  expect(Object.keys(after)).toEqual(expect.arrayContaining(Object.keys(before)));
  expect(importedNames(after)).toHaveLength(4); // the prompts, the workspace and its budget
  await exports.isWellWritten("account");
  await exports.importsAgain("account");
  await exports.hasNoChanges("account");
});

test("what is new for a file that somebody has edited is for pasting: the file stays as it is", async () => {
  const { console, support } = account;
  const mine = `${await exports.text("account", "support.ts")}\n// A line of mine.\n`;
  await exports.write("account", "support.ts", mine);
  await console.prompt(support, "edited", "Stay.");
  const { stdout } = await exported(1, "--into");
  expect(await exports.text("account", "support.ts")).toBe(mine);
  const [, declaration = ""] = /^\/\/ support\.ts\n\n([\s\S]*?^}\);$)/m.exec(stdout) ?? [];
  await exports.write("account", "support.ts", `${mine}\n${declaration}\n`);
  await exports.importsAgain("account", "import-later.json");
  await exports.previewsEmpty("account");
});

test("what was pasted counts as exported, and --force puts it in its place", async () => {
  const before = await exports.text("account", "support.ts");
  await exports.made("account", "--into");
  expect(await exports.text("account", "support.ts")).toBe(before);
  await exports.made("account", "--into", "--force");
  const after = await exports.text("account", "support.ts");
  expect(after).toContain('name: "edited"');
  expect(after).not.toContain("A line of mine.");
  await exports.previewsEmpty("account");
});

test("what vanished from the gateway is listed, and stays in the program until somebody takes it out", async () => {
  const { console, sales } = account;
  const doomed = await console.prompt(sales, "doomed", "Soon gone.");
  await exports.made("account", "--into");
  await console.remove("/prompts", sales, doomed);
  const before = await exports.text("account", "sales.ts");
  const { output } = await exports.made("account", "--into");
  expect(output).toContain("doomed");
  expect(before).toContain("Soon gone.");
  expect(await exports.text("account", "sales.ts")).toBe(before);
  const without = before.replace(/\nnew gateway\.Prompt\("sales-doomed", \{[\s\S]*?^\}\);\n/m, "");
  expect(without).not.toContain("Soon gone.");
  await exports.write("account", "sales.ts", without);
  const { output: later } = await exports.made("account", "--into");
  expect(later).not.toContain("doomed");
});

test("until now nobody but people has written to the gateway", () => {
  expect(w.calls.writes()).toEqual([]);
});

test("a destroy takes away what is declared, in an order that the gateway takes, and leaves what is not", async () => {
  const { console } = account;
  const mine = await console.workspace("Nobody declares this");
  await console.prompt(mine, "mine", "Stay.");
  await ok(exports.pulumi("account", ["up", "--yes", "--skip-preview", "--expect-no-changes"]));
  await ok(exports.pulumi("account", ["destroy", "--yes", "--skip-preview"]));
  expect(w.gateway.rows("workspaces").map(({ name }) => name)).toEqual(["Nobody declares this"]);
  expect(w.gateway.rows("prompts").map(({ name }) => name)).toEqual(["mine"]);
});

/** Runs the export of the account once more, which must end with this exit code. */
async function exported(code: number, ...flags: string[]): Promise<ProcessResult> {
  const result = await exports.run("account", ...flags);
  expect(result.code, result.output).toBe(code);
  return result;
}

/** What the import file takes into the stack. */
function importedNames(texts: Readonly<Record<string, string>>): string[] {
  const { resources }: { resources: { name: string }[] } = JSON.parse(texts["import.json"] ?? "{}");
  return resources.map(({ name }) => name);
}
