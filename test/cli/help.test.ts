import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import manifest from "../../cli/package.json" with { type: "json" };
import { paths } from "../harness/paths.ts";
import { RunningProcess } from "../harness/process.ts";
import { CommandRun } from "./support/command-run.ts";
import { leafCommands } from "./support/leaf-commands.ts";

const folder = path.join(paths.root, "cli");

const run = (...args: string[]) => new CommandRun(args).done;

/** The part of a help text with this heading. */
function partOf(help: string, heading: string): string {
  return new RegExp(`^${heading}:\\n((?: .*\\n)+)`, "m").exec(help)?.[1] ?? "";
}

test.each(leafCommands().map((words) => [words.join(" "), words] as const))(
  "the help of %s contains examples and exit codes",
  async (name, words) => {
    const { code, stdout, stderr } = await run(...words, "--help");
    expect([code, stderr]).toEqual([0, ""]);
    const where = `cli/${words[0]}/command.ts`;
    const examples = partOf(stdout, "Examples");
    expect(examples, `${where} gives no example of ${name}`).toContain(`workspace-gateway ${name}`);
    expect(stdout, `${where} does not say which exit codes ${name} has`).toMatch(
      /^Exit codes: 0 (done|applied or nothing to do|success), 1 failed, 2 (invalid command line|the command line or the expectations file is invalid)/m,
    );
    expect(stdout.match(/^Exit codes: /gm), where).toHaveLength(1);
  },
);

test("every folder with a command is registered", () => {
  const registered = new Set(leafCommands().map(([first]) => first));
  const missing = readdirSync(folder)
    .filter((name) => existsSync(path.join(folder, name, "command.ts")) && !registered.has(name))
    .map((name) => `cli/${name}/command.ts is not in \`commands\` of cli/command-line.ts`);
  expect(missing).toEqual([]);
  expect(registered.size).toBeGreaterThan(11);
});

test("the main help describes every command", async () => {
  const { code, stdout } = await run("--help");
  expect(code).toBe(0);
  const isDescribed = (name: string) => new RegExp(`^ +${name} .*[a-z]`, "m").test(stdout);
  expect(leafCommands().filter(([first = ""]) => !isDescribed(first))).toEqual([]);
});

test("--version prints the version of the command", async () => {
  const { code, stdout } = await run("--version");
  expect([code, stdout]).toEqual([0, `${manifest.version}\n`]);
});

test("the command line loads no kinds and no Pulumi SDK until a command needs them", async () => {
  const script = `
    process.argv = ["", "", "--version"];
    process.once("exit", () => console.error(Object.keys(require.cache).join("\\n")));
    require(${JSON.stringify(path.join(paths.root, "cli/dist/main.js"))});
  `;
  const { code, stderr } = await new RunningProcess(process.execPath, ["-e", script]).done;
  expect(code).toBe(0);
  expect(stderr).toMatch(/node_modules\/commander\//);
  expect(stderr).toMatch(/provider\/dist\/tools\.js/);
  expect(stderr).not.toMatch(/node_modules\/@pulumi\/|every-kind/);
});

test.each(["whoami", "doctor"])("%s on an older Node says which version it needs", async (command) => {
  const { versions } = process;
  onTestFinished(() => void Object.defineProperty(process, "versions", { value: versions }));
  Object.defineProperty(process, "versions", { value: { ...versions, node: "20.20.2" }, configurable: true });
  const { code, stderr } = await run(command);
  expect([code, stderr]).toEqual([
    1,
    "workspace-gateway: this command needs Node 22.19 or newer, but this is Node 20.20.2. Install a newer version.\n",
  ]);
});
