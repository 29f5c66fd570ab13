import { expect, test } from "vitest";
import { type ClickedAccount, clickAccount } from "./support/clicked-account.ts";
import { Exports } from "./support/exports.ts";
import { life } from "./support/life.ts";
import { ok } from "./support/outcome.ts";

// A team that has its account in code, and a console that goes on being used. The tests are its days, in this order.
let account: ClickedAccount;
const w = life({}, async () => {
  account = await clickAccount(w);
  await exports.made("account", "--leave-keys");
  await exports.imported("account");
});
const exports = new Exports(w);

test("only what is new is added, and its import leaves an empty preview", async () => {
  const { console, support, gpt } = account;
  await console.prompt(support, "closing", "Say goodbye.", { model_id: gpt.id });
  const late = await console.workspace("Late");
  await console.prompt(late, "tone", "Be late.");
  const before = await exports.texts("account");
  await exports.made("account", "--into");
  const after = await exports.texts("account");
  expect(Object.keys(after)).toEqual(expect.arrayContaining(Object.keys(before)));
  expect(JSON.parse(after["import.json"] ?? "{}").resources).toHaveLength(4); // the prompts, the workspace and its budget
  await exports.isWellWritten("account");
  await exports.importsAgain("account");
  await exports.hasNoChanges("account");
});

test("a changed value comes into the program, and a refresh alone leaves nothing to do", async () => {
  const { console, support, sales, tone, gpt } = account;
  await console.change("/prompts", support, tone, { content: "One.\nTwo.\nThree.\nFour.\n", position: 3 });
  await console.change("/models", support, gpt, { input_cost: 7 });
  await console.budget(sales, 80);
  const { stdout } = await exports.made("account", "--into");
  expect(stdout).toContain("Exported new values of 3 objects to account: ");
  expect(stdout).toContain("  pulumi refresh   # takes the changed values into the stack");
  expect(JSON.parse(await exports.text("account", "import.json")).resources).toEqual([]);
  await exports.isWellWritten("account");
  await ok(exports.pulumi("account", ["refresh", "--yes", "--skip-preview"]));
  await exports.hasNoChanges("account");
  await exports.isAsDeclared("account");
});

test("what is made and changed between two exports, also by one that took nothing in, is taken in by one command", async () => {
  const { console, support, tone } = account;
  await console.prompt(support, "between", "One.");
  await exports.made("account", "--into");
  await console.prompt(support, "again", "Two.");
  await console.change("/prompts", support, tone, { content: "Be short." });
  const { stdout } = await exports.made("account", "--into", "--import", "--stack", "test");
  expect(stdout).toContain("Imported 2 objects, and the new values of 1 into the stack test");
  expect(JSON.parse(await exports.text("account", "import.json")).resources).toEqual([]);
  await exports.hasNoChanges("account");
  await exports.isAsDeclared("account");
});

test("what cannot be declared yet is in the ignore rules: the gateway is as declared", async () => {
  const { console, support } = account;
  w.gateway.variants.crawl = "hold";
  const slow = await console.index(support, `${w.site}/slow`);
  await exports.made("account", "--into");
  expect(await exports.text("account", "gateway-drift.yaml")).toContain('kind: "Index"');
  await exports.isAsDeclared("account");
  await console.remove("/indexes", support, slow);
  await exports.made("account", "--into");
  expect(await exports.files("account")).not.toContain("gateway-drift.yaml");
});

test("what is new for a file that somebody has edited is for pasting: the file stays as it is", async () => {
  const { console, support } = account;
  const mine = `${await exports.text("account", "support.ts")}\n// A line of mine.\n`;
  await exports.write("account", "support.ts", mine);
  await console.prompt(support, "edited", "Stay.");
  const { code, stdout, output } = await exports.run("account", "--into");
  expect(code, output).toBe(1);
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
