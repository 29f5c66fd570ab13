import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { paths } from "../harness/paths.ts";
import { RunningProcess } from "../harness/process.ts";
import { CommandRun } from "./support/command-run.ts";

const dist = path.join(paths.root, "provider/dist");

const run = (...args: string[]) => new CommandRun(args).done;

test.each([
  ["login"],
  ["logout"],
  ["whoami"],
  ["doctor"],
  ["key"],
  ["export"],
  ["import-file"],
  ["drift"],
  ["recover"],
  ["graph"],
  ["metrics", "list"],
  ["metrics", "sum"],
  ["metrics", "delete"],
])("the help of %s has examples and the variables that it reads", async (...command) => {
  const { code, stdout, stderr } = await run(...command, "--help");
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toContain(`Examples:\n  `);
  expect(stdout).toContain(`workspace-gateway ${command.join(" ")}`);
  expect(stdout).toContain("WORKSPACE_GATEWAY_BASE_URL");
  expect(stdout).toContain("Exit codes: 0 done, 1 failed, 2");
  expect(stdout.includes("With --connection")).toBe(/^ +--connection <name>/m.test(stdout));
});

test("the help of the whole names every command", async () => {
  const folder = path.join(paths.root, "provider/cli");
  const commands = readdirSync(folder).filter((name) => existsSync(path.join(folder, name, "command.ts")));
  expect(commands.length).toBeGreaterThan(11);
  const { code, stdout } = await run("--help");
  expect(code).toBe(0);
  for (const command of commands) {
    expect(stdout).toMatch(new RegExp(`^ +${command} `, "m"));
  }
});

test("the version is the package's", async () => {
  const { code, stdout } = await run("--version");
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)]);
});

test.each([
  [[]],
  [["nonsense"]],
  [["whoami", "--nonsense"]],
  [["key"]],
  [["metrics"]],
  [["metrics", "delete", "--nonsense"]],
  [["metrics", "sum", "--by", "weather"]],
  [["metrics", "sum", "--by"]],
  [["graph", "--format", "png"]],
  [["export"]],
  [["drift", "--nonsense"]],
  [["doctor", "--nonsense"]],
  [["recover", "--yes", "--since", "yesterday"]],
])("a command line that makes no sense has the exit code 2: %j", async (args) => {
  const { code, stdout, stderr } = await run(...args);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/--help/);
});

/** The packages whose modules are there after a module has been loaded. */
async function loadedBy(module: string): Promise<string> {
  const script = `require(${JSON.stringify(path.join(dist, module))}); console.log(Object.keys(require.cache).join("\\n"))`;
  const { code, stdout, stderr } = await new RunningProcess(process.execPath, ["-e", script]).done;
  expect([code, stderr]).toEqual([0, ""]);
  return stdout;
}

test("no command but the one that needs them waits for the kinds and the engine's SDK", async () => {
  expect(await loadedBy("cli/command-line.js")).not.toMatch(/node_modules\/@pulumi\/|dist\/kinds\//);
});

test("what the engine loads has nothing of the command line, and no OAuth before a token is needed", async () => {
  expect(await loadedBy("cli/command-line.js")).toMatch(/node_modules\/commander\//);
  expect(await loadedBy("runtime.js")).not.toMatch(/node_modules\/(commander|oauth4webapi)\/|dist\/cli\//);
});
