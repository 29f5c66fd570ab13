import { expect, test, vi } from "vitest";
import { runCommandLine } from "../../../../cli/commands/command-line.js";
import type { Gateway } from "../../../gateway/index.ts";
import { CommandRun } from "../support/command-run.ts";
import { heardTerminal } from "../support/heard-terminal.ts";
import { openPerson } from "../support/person.ts";

/** A person with metrics of two keys: 120 of one, 3 of the other. */
async function measured() {
  const person = await openPerson();
  const { gateway } = person;
  gateway.seed.metrics(120, { key_id: "key-a" });
  gateway.seed.metrics(3, { key_id: "key-b" });
  const env = { WORKSPACE_GATEWAY_ACCESS_TOKEN: gateway.token() };
  const remove = (...args: string[]) => person.run(["metrics", "delete", ...args], env);
  const spawn = (...args: string[]) => person.spawn(["metrics", "delete", ...args], env);
  return { gateway, remove, spawn, env: { ...person.env, ...env } };
}

const left = (gateway: Gateway, key?: string) =>
  gateway.rows("metrics").filter(({ key_id }) => key === undefined || key_id === key);

const writes = (gateway: Gateway) => gateway.log.entries({ method: "DELETE" });

test("what the filter means is deleted, page by page, and nothing else", async () => {
  const { gateway, remove } = await measured();
  const { code, stdout, stderr } = await remove("--key-id", "key-a", "--yes");
  expect([code, stdout]).toEqual([0, "Deleted 120 of 120.\n"]);
  expect(stderr).toMatch(/^120 metrics to delete, made from \S+ to \S+\.\n$/);
  expect([left(gateway, "key-a"), left(gateway, "key-b")]).toEqual([
    [],
    expect.objectContaining({ length: 3 }),
  ]);
});

test("a dry run deletes nothing, and tells what would go", async () => {
  const { gateway, remove } = await measured();
  const { code, stdout } = await remove("--key-id", "key-b", "--dry-run", "--json");
  expect(code).toBe(0);
  const ids = left(gateway, "key-b").map(({ id }) => String(id));
  const { dryRun, deleted, found } = JSON.parse(stdout);
  expect([dryRun, deleted, found.toSorted()]).toEqual([true, [], ids.toSorted()]);
  expect(writes(gateway)).toEqual([]);
});

test.each([
  [["--yes"], "which metrics?"],
  [["--id", "x", "--key-id", "y", "--yes"], "--id cannot be used with"],
  [["--key-id", "key-a"], "nobody can be asked here: give --yes"],
  [["--key-id", "key-a", "--page-size", "0", "--yes"], "It must be a whole number, 1 or more."],
  [["--key-id", "key-a", "--page-size", "2.5", "--yes"], "It must be a whole number, 1 or more."],
])("%j makes no sense, so nothing is asked or deleted", async (args, reason) => {
  const { gateway, remove } = await measured();
  const { code, stderr } = await remove(...args);
  expect(code).toBe(2);
  expect(stderr).toContain(reason);
  expect(gateway.log.entries()).toEqual([]);
});

test("metrics named by their ids are deleted, and those that do not exist are told", async () => {
  const { gateway, remove } = await measured();
  const [first, second] = left(gateway, "key-b").map(({ id }) => String(id));
  const { code, stdout, stderr } = await remove("--id", first ?? "", second ?? "", "nothing", "--yes");
  expect([code, stdout]).toEqual([1, "Deleted 2 of 2.\n"]);
  expect(stderr).toContain("no such metric: nothing");
  expect(left(gateway, "key-b")).toHaveLength(1);
});

test("what could not be deleted is reported by its id", async () => {
  const { gateway, remove } = await measured();
  const id = String(left(gateway, "key-b")[0]?.id);
  gateway.faults.add({ method: "DELETE", path: `/metrics/${id}`, kind: "status", status: 403 });
  const { code, stdout, stderr } = await remove("--key-id", "key-b", "--yes", "--json");
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ failed: [{ id, error: expect.stringContaining("403") }] });
  expect(JSON.parse(stdout).deleted).toHaveLength(2);
  expect(stderr).toContain("1 metrics could not be deleted");
});

test.each([
  [
    "there are more than --max allows",
    ["--max", "119"],
    "120 are more than --max 119 allows, so nothing was deleted",
    0,
  ],
  ["nothing of a batch can be deleted", [], "20 metrics could not be deleted, and 100 were not tried", 20],
])("if %s, no other is tried", async (_what, args, reason, tried) => {
  const { gateway, remove } = await measured();
  gateway.faults.add({ method: "DELETE", kind: "status", status: 403 });
  const { code, stderr } = await remove("--key-id", "key-a", "--yes", ...args);
  expect([code, stderr]).toEqual([1, expect.stringContaining(reason)]);
  expect(writes(gateway)).toHaveLength(tried);
});

test("a person is asked, and nothing is deleted without a yes", async () => {
  const { gateway, env } = await measured();
  const said: string[] = [];
  const tell = (line: string) => void said.push(line);
  const ask = (yes: boolean) => {
    const confirm = async (question: string) => {
      tell(question);
      return yes;
    };
    return heardTerminal(env, { interactive: true, out: tell, note: tell, confirm }).terminal;
  };
  const args = ["metrics", "delete", "--key-id", "key-b"];
  expect(await runCommandLine(args, ask(false))).toBe(0);
  expect(said).toEqual([
    expect.stringMatching(/^3 metrics to delete/),
    "Delete them for good?",
    "Deleted 0 of 3.",
  ]);
  expect(left(gateway, "key-b")).toHaveLength(3);
  expect(await runCommandLine(args, ask(true))).toBe(0);
  expect(left(gateway, "key-b")).toEqual([]);
});

test("the size of a page and the count are options of the command line", async () => {
  const { env, gateway } = await measured();
  const args = ["metrics", "sum", "--page-size", "60", "--json"];
  expect(JSON.parse((await new CommandRun(args, env).done).stdout).total.requests).toBe(123);
  expect(gateway.log.entries({ path: "/metrics" }).map(({ query }) => query.limit)).toEqual([
    "60",
    "60",
    "60",
  ]);
  expect(await new CommandRun(["metrics", "list", "--count"], env).done).toMatchObject({ stdout: "123\n" });
});

test("what is added up is grouped as asked, with the total", async () => {
  const { env } = await measured();
  const args = ["metrics", "sum", "--by", "key", "--json"];
  const { code, stdout } = await new CommandRun(args, env).done;
  expect(code).toBe(0);
  const { groups, total } = JSON.parse(stdout);
  expect([groups.length, total.requests]).toEqual([2, 123]);
});

test.each([
  ["SIGINT", 130, { kind: "latency", ms: 300 }],
  ["SIGTERM", 143, { kind: "latency", ms: 300 }],
  ["SIGINT", 130, { kind: "status", status: 429, headers: { "retry-after": "60" } }],
] as const)(
  "a %s ends a deletion with %i, after it has told how many are gone: %j",
  async (signal, exitCode, fault) => {
    const { gateway, spawn } = await measured();
    const slow = gateway.faults.add({ method: "DELETE", path: /[05]$/, ...fault });
    const running = spawn("--key-id", "key-a", "--yes", "--json");
    await vi.waitUntil(() => slow.hits > 0, { timeout: 20_000 });
    running.kill(signal);
    const { code, stdout, stderr } = await running.done;
    const { found, deleted, failed } = JSON.parse(stdout);
    const gone = 120 - left(gateway, "key-a").length;
    expect([code, found.length, deleted.length, failed]).toEqual([exitCode, 120, gone, []]);
    expect(gone).toBeLessThan(120);
    expect(stderr).toContain(
      `stopped by ${signal}: ${gone} of 120 metrics are deleted, and ${120 - gone} are left`,
    );
  },
);

test("a second Ctrl-C ends a deletion at once", async () => {
  const { gateway, spawn } = await measured();
  const hanging = gateway.faults.add({ method: "DELETE", kind: "hang-before" });
  const running = spawn("--key-id", "key-a", "--yes");
  await vi.waitUntil(() => hanging.hits > 0, { timeout: 20_000 });
  running.kill("SIGINT");
  await running.waitFor(/Ctrl-C/);
  running.kill("SIGINT");
  expect(await running.done).toMatchObject({ code: 130, stdout: "" });
});
