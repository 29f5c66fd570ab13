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

test("tests load the provider's sources, even for imports through its package.json", () => {
  const loaded = evaluate(`
    import { loadTypeScript } from "./test/mutation/modules.ts";
    loadTypeScript();
    const { resource } = await import("./provider/program/resource.ts");
    process.stdout.write(typeof resource + Object.keys(process.getBuiltinModule("node:module")._cache ?? {}));
  `);
  expect(loaded).toMatch(/^function/);
  expect(loaded).not.toContain("/provider/dist/");
});

test("every test file of the mutation run loads", () => {
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

test("a mutant is killed if a test fails, and survives otherwise", () => {
  expect(tried("does nothing", "is killed", "does nothing")).toEqual(["survived", "killed", "survived"]);
});

test("a mutant that hangs is reported as a timeout", () => {
  expect(tried("hangs", "is killed")).toEqual(["timeout", "killed"]);
});

test("the damage of one mutant does not count against the next, which runs in another process", () => {
  expect(tried("leaves damage", "does nothing")).toEqual(["killed", "another process"]);
});

test("a failure that persists without its mutant does not count if another mutant ran before", () => {
  expect(tried("does nothing", "leaves damage")).toEqual(["survived", "another process"]);
});

test("a mutant survives if its time runs out before any test fails", () => {
  const atOnce = { MUTATE_SECONDS: "0" }; // time for one test, and the second hangs
  expect(triedFor(atOnce, ["hangs"])).toEqual(["survived"]);
  expect(triedFor(atOnce, ["is killed"])).toEqual(["killed"]);
});
