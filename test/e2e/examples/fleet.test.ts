import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { Board } from "../../../examples/fleet/driver/board.mts";
import { type Gateway, startGateway } from "../../gateway/index.ts";
import type { PulumiProject } from "../../harness/engine.ts";
import { type ProcessResult, RunningProcess } from "../../harness/process.ts";
import { contents } from "../support/contents.ts";
import { example, settingsOf } from "../support/example.ts";
import { fails, ok } from "../support/outcome.ts";

const key = "sk-made-up-openai";
const two = { workspaces: 2, members: 2, providers: 2, models: 4, prompts: 2, mappings: 3 };

// The tests of this file are the stations of a fleet's life, in this order.
let gateway: Gateway;
let project: PulumiProject;
beforeAll(async () => {
  gateway = await startGateway();
  gateway.seed.samples();
  const secrets = { openaiApiKey: key };
  project = await example("fleet", { stack: "shared", env: settingsOf(gateway), secrets });
  await rm(path.join(project.directory, "teams/research.ts")); // two teams show what three would
});
afterAll(async () => {
  await project?.dispose();
  await gateway?.close();
});

test("a preview of the whole fleet works before its first up, writes nothing, and creates no stack", async () => {
  const before = await places();
  const said = await ok(fleet("preview"));
  expect(resultsOf(said)).toEqual({ shared: "done", sales: "done", support: "done" });
  expect(said).toMatch(/^sales +done +\d+ create/m);
  expect(writes()).toEqual([]);
  const gone = await ok(fleet("destroy", "--only", "sales"));
  expect(resultsOf(gone)).toEqual({ sales: "unchanged" });
  expect(await places()).toEqual(before);
  expect(await changedTeams()).toEqual(["sales", "support"]);
});

test("one run creates the shared stack first and then every team, and shows no secret", async () => {
  const said = await ok(fleet("up"));
  expect(contents(gateway)).toEqual(two);
  expect(cap()).toBe(5000);
  expect(writes()[0]?.path).toMatch(/^\/quotas\//);
  expect(said.indexOf("shared  ")).toBeLessThan(said.indexOf("sales: started"));
  expect(said).not.toContain(key);
  expect(said).not.toContain(project.env.WORKSPACE_GATEWAY_ACCESS_TOKEN);
  expect(await project.stateText()).not.toContain(key);
});

test("a second run has nothing to do, and after a refresh only teams with console changes run again", async () => {
  const again = await ok(fleet("up", "--changed"));
  expect(new Set(Object.values(resultsOf(again)))).toEqual(new Set(["unchanged"]));
  expect(gateway.log.entries()).toEqual([]);
  const sales = gateway.rows("workspaces").find(({ name }) => name === "Sales");
  const tone = gateway.rows("prompts").find(({ workspace_id }) => workspace_id === sales?.id);
  const edited = { workspace_id: sales?.id, content: "Promise anything." };
  expect(await gateway.console("PATCH", `/prompts/${tone?.id}`, edited)).toMatchObject({ status: 200 });
  await ok(fleet("refresh"));
  expect(await changedTeams()).toEqual(["sales"]);
  await ok(fleet("up", "--changed"));
  expect(writes().map(({ path }) => path)).toEqual([`/prompts/${tone?.id}`]);
});

test("only an edited team runs, and another team would have nothing to do", async () => {
  await edit("sales", "budget: 200", "budget: 250");
  expect(await changedTeams()).toEqual(["sales"]);
  const said = await ok(fleet("up", "--changed"));
  expect(resultsOf(said)).toMatchObject({ shared: "unchanged", sales: "done", support: "unchanged" });
  expect(writes().map(({ body }) => body)).toEqual([{ budget: 250 }]);
  expect(await ok(fleet("up", "--only", "support"))).toMatch(/^support +done +nothing/m);
  expect(writes()).toEqual([]);
});

test.each([
  { file: "tones.ts", what: "a new file of the program", runs: ["sales", "support"] },
  { file: "package-lock.json", what: "new versions of packages", runs: ["sales", "support"] },
  { file: "teams/legal.ts", what: "another team's file", runs: ["legal"] },
])("after $what, these teams run: $runs", async ({ file, runs }) => {
  await project.write(file, "{}");
  expect(await changedTeams()).toEqual(runs);
  await rm(path.join(project.directory, file));
});

test("a locked stack fails with the command that repairs it, and a warning about `pulumi cancel`", async () => {
  const locks = path.join(project.backend, ".pulumi/locks/organization/workspace-gateway-fleet/sales");
  await mkdir(locks, { recursive: true });
  await writeFile(path.join(locks, "1.json"), JSON.stringify({ pid: 1, username: "ada", hostname: "gone" }));
  const said = await fails(fleet("up", "--only", "sales"));
  expect(said).toContain("npx workspace-gateway recover --stack sales");
  expect(said).toMatch(/do not run\s+`pulumi cancel`/);
  await rm(locks, { recursive: true });
});

test("the other teams are applied if one team fails, and the next run applies the rest", async () => {
  const sales = await readFile(path.join(project.directory, "teams/sales.ts"), "utf8");
  await project.write("teams/legal.ts", sales.replace('"Sales"', '"Legal"'));
  await edit("support", "budget: 500", "budget: 600");
  expect(await changedTeams()).toEqual(["legal", "support"]);
  gateway.faults.add({ method: "POST", path: "/workspaces", kind: "status", status: 400 });
  const failed = await fails(fleet("up", "--changed", "--jobs", "1"));
  expect(resultsOf(failed)).toMatchObject({ legal: "failed", sales: "unchanged", support: "done" });
  expect(failed).toContain("Workspace workspace: POST /workspaces returned 400");
  expect(failed).not.toContain("update failed");
  expect(failed).toContain("node fleet.mts up --changed --jobs 1\n");
  gateway.faults.clear();
  expect(contents(gateway)).toEqual(two);

  const said = await ok(fleet("up", "--changed"));
  expect(resultsOf(said)).toMatchObject({ legal: "done", support: "unchanged" });
  expect(gateway.rows("workspaces").map(({ name }) => name)).toContain("Legal");
});

// Pulumi drops everything at a second Ctrl-C, so at a terminal the driver must not send one of its own.
test.each([
  { where: "reaches the driver alone", interrupt: (run: RunningProcess) => run.kill("SIGINT"), budget: 600 },
  {
    where: "reaches all of its processes, as at a terminal",
    interrupt: (run: RunningProcess) => run.signalGroup("SIGINT"),
    budget: 700,
  },
])(
  "a Ctrl-C that $where lets running stacks end cleanly, and the next run applies the rest",
  async (each) => {
    const { interrupt, budget } = each;
    const names = [`a-${budget}`, `b-${budget}`];
    const routes = names.map((name) => `"${name}": "small", `).join("");
    await edit("legal", 'default: "small"', `${routes}default: "small"`);
    await edit("support", `budget: ${budget}`, `budget: ${budget + 100}`);
    const slow = gateway.faults.add({ method: "POST", path: "/mappings", kind: "latency", ms: 4_000 });
    const run = start("fleet.mts", "up", "--changed", "--jobs", "1");
    await vi.waitFor(() => expect(slow.hits).toBe(2), { timeout: 120_000 });
    interrupt(run);
    const said = await fails(run.done);
    expect(resultsOf(said)).toMatchObject({ legal: "canceled", sales: "not run", support: "not run" });
    expect(said).toContain("To continue: node fleet.mts up --changed --jobs 1\n");
    expect(gateway.rows("mappings").map(({ source_name }) => source_name)).toEqual(
      expect.arrayContaining(names),
    );

    gateway.faults.clear();
    await ok(fleet("up", "--changed"));
    expect(writes().map(({ body }) => body)).toEqual([{ budget: budget + 100 }]); // what was sent before is recorded
  },
);

test.each(["", "apply", "destroy --changed", "up --jobs 0", "up --only slaes"])(
  "the command line %j is invalid and exits with 2",
  async (words) => {
    const { code, stderr } = await fleet(...words.split(" ").filter((word) => word !== ""));
    expect(code).toBe(2);
    if (words.includes("slaes")) expect(stderr).toContain("shared, legal, sales, support");
  },
);

test("destroy removes everything, the shared stack last", async () => {
  await ok(fleet("refresh", "--only", "shared,sales"));
  const said = await ok(fleet("destroy"));
  expect(contents(gateway)).toEqual({});
  expect(cap()).toBe(1000);
  expect(said.indexOf("shared: started")).toBeGreaterThan(said.indexOf("support  "));
});

test("a terminal redraws running stacks in place, within its width, and keeps finished ones above", () => {
  const written: string[] = [];
  const board = new Board({ isTTY: true, columns: 50, write: (text: string) => written.push(text) });
  const sales = { stack: "sales", changes: { create: 2 }, seconds: 3 };
  const support = { stack: "support", changes: { same: 9 }, seconds: 12 };
  board.started(sales);
  board.started(support);
  board.ended(sales, { ...sales, outcome: "done", errors: [] });
  board.end();
  expect(written.join("").split("\x1b")).toEqual([
    "sales                    running       3 s  2 cre\n",
    "[1A",
    "[Jsales                    running       3 s  2 cre\nsupport                  running      12 s  nothi\n",
    "[2A",
    "[Jsales                    done          3 s  2 create\nsupport                  running      12 s  nothi\n",
    "[1A",
    "[J",
  ]);
});

function start(...args: string[]): RunningProcess {
  const { directory: cwd, env } = project;
  return new RunningProcess(process.execPath, args, { cwd, env, leadsGroup: true });
}

function fleet(...args: string[]): Promise<ProcessResult> {
  gateway.log.clear();
  return start("fleet.mts", ...args).done;
}

async function changedTeams(): Promise<unknown> {
  const { code, stdout, output } = await start("changed.mts").done;
  expect(code, output).toBe(0);
  return JSON.parse(stdout);
}

/** The result of each stack, as the table at the end has it. */
function resultsOf(said: string): Record<string, string> {
  const [, table = ""] = /\nstack {2}.*\n([\s\S]*?)(?:\n\n|\n*$)/.exec(said) ?? [];
  return Object.fromEntries(table.split("\n").map((line) => line.split(/ {2,}/).slice(0, 2)));
}

async function edit(team: string, before: string, after: string): Promise<void> {
  const file = `teams/${team}.ts`;
  const text = await readFile(path.join(project.directory, file), "utf8");
  expect(text).toContain(before);
  await project.write(file, text.replace(before, after));
}

function writes() {
  return gateway.log.entries().filter(({ method }) => method !== "GET");
}

async function places(): Promise<unknown> {
  const files = await readdir(project.directory);
  const { stdout } = await project.run(["stack", "ls", "--json"]);
  const stacks: { name: string }[] = JSON.parse(stdout);
  return [stacks.map(({ name }) => name), files.filter((file) => file.startsWith("Pulumi.")).toSorted()];
}

function cap(): unknown {
  return gateway.rows("quotas").find(({ name }) => name === "Requests per hour")?.max_requests;
}
