import { execFileSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";

const script = path.join(import.meta.dirname, "fixtures", "try-mutants.ts");
const node = path.join(import.meta.dirname, "..", "..", "node_modules", "node", "bin", "node");

/** What becomes of these mutants, tried in one process after the other. */
function tried(...mutants: string[]): string[] {
  return triedFor({}, mutants);
}

function triedFor(settings: NodeJS.ProcessEnv, mutants: readonly string[]): string[] {
  const args = [
    "--experimental-transform-types",
    "--disable-warning=ExperimentalWarning",
    script,
    ...mutants,
  ];
  const env = { ...settings, PATH: process.env.PATH, MUTATE_TESTS: "test/mutation/fixtures/damage.test.ts" };
  return execFileSync(node, args, {
    env,
    encoding: "utf8",
    timeout: 20_000,
    stdio: ["ignore", "pipe", "ignore"],
  })
    .trim()
    .split("\n");
}

function evaluate(code: string): string {
  const args = ["--experimental-transform-types", "--disable-warning=ExperimentalWarning"];
  const cwd = path.join(import.meta.dirname, "..", "..");
  return execFileSync(node, [...args, "--input-type=module", "-e", code], { cwd, encoding: "utf8" });
}

test("the tests load the provider's sources, also for names in its package.json", () => {
  const loaded = evaluate(`
    import { loadTypeScript } from "./test/mutation/modules.ts";
    loadTypeScript();
    const { resource } = await import("./provider/program/resource.ts");
    process.stdout.write(typeof resource + Object.keys(process.getBuiltinModule("node:module")._cache ?? {}));
  `);
  expect(loaded).toMatch(/^function/);
  expect(loaded).not.toContain("/provider/dist/");
});

test("every test file that judges mutants can be loaded", () => {
  const count = evaluate(`
    import { loadTypeScript } from "./test/mutation/modules.ts";
    import { registry } from "./test/mutation/registry.ts";
    loadTypeScript();
    const { loadTests } = await import("./test/mutation/test-files.ts");
    await loadTests();
    process.stdout.write(String(registry.tests.length));
  `);
  expect(Number(count)).toBeGreaterThan(1000);
});

test("a mutant is killed by a test that fails, and survives where none does", () => {
  expect(tried("does nothing", "is killed", "does nothing")).toEqual(["survived", "killed", "survived"]);
});

test("a mutant that hangs has timed out: no test has said anything of it", () => {
  expect(tried("hangs", "is killed")).toEqual(["timeout", "killed"]);
});

test("what a mutant leaves behind is held against no other: the next is tried in another process", () => {
  expect(tried("leaves damage", "does nothing")).toEqual(["killed", "another process"]);
});

test("a failure that goes on without the mutant counts only where no mutant was before", () => {
  expect(tried("does nothing", "leaves damage")).toEqual(["survived", "another process"]);
});

test("a mutant survives once the time for it is over: the tests that are left count as if they were not there", () => {
  const atOnce = { MUTATE_SECONDS: "0" }; // time for one test, and the second hangs
  expect(triedFor(atOnce, ["hangs"])).toEqual(["survived"]);
  expect(triedFor(atOnce, ["is killed"])).toEqual(["killed"]);
});
