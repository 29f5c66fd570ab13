import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { paths } from "../../harness/paths.ts";
import { CommandRun } from "../support/command-run.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = path.join(paths.root, "examples/tested");
const program = ["--program", path.join(folder, "index.ts")];
const key = ["--config-secret", "openaiApiKey=sk-made-up"];
const usual = path.join(folder, "gateway-routes.yaml");

const check = (...args: string[]) => new CommandRun(["check", ...args]).done;

async function routes(text: string): Promise<string> {
  const file = path.join(await temporaryFolder(), "gateway-routes.yaml");
  await writeFile(file, text);
  return file;
}

test("a program that meets the expectations passes, given by its file or its folder", async () => {
  for (const place of ["index.ts", "."]) {
    const at = ["--program", path.join(folder, place), "--stack-name", "prod", "--routes", usual];
    const { code, stdout, stderr } = await check(...at, ...key);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/(\d+) expectations: \1 met\.\n$/);
  }
});

test("a program that breaks an expectation exits with 3 and is reported in JSON and JUnit", async () => {
  const file = await routes("workspaces: { 'Support*': { budget: { atMost: 100 } } }");
  const report = path.join(path.dirname(file), "check.xml");
  const wanted = [...program, ...key, "--routes", file];
  const prod = await check(...wanted, "--stack-name", "prod", "--json", "--junit", report);
  expect(prod.code).toBe(3);
  expect(JSON.parse(prod.stdout)).toMatchObject({
    isMet: false,
    results: [{ file, line: 1, status: "unmet", workspace: "Support assistant" }],
  });
  expect(await readFile(report, "utf8")).toContain('<testsuites tests="1" failures="1">');
  const dev = await check(...wanted);
  expect([dev.code, dev.stdout]).toEqual([0, expect.stringContaining("1 met.")]);
});

test("a program that fails is reported with the same error as in a deployment", async () => {
  const { code, stdout, stderr } = await check(...program, "--config", "other=1", "--routes", usual);
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("Missing required configuration variable 'workspace-gateway-tested:openaiApiKey'");
});
