import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { paths } from "../../../harness/paths.ts";
import { openPerson } from "../support/person.ts";

const preview = path.join(paths.root, "test/cli/review/previews/updated.json");
const dayMs = 86_400_000;

/** A person at a gateway where it is noon, with a request at each midnight of the last week. */
async function person() {
  const noon = Date.UTC(2026, 10, 20, 12);
  const person = await openPerson({ dateSkewMs: noon - Date.now() });
  for (let day = 1; day <= 7; day++) {
    person.gateway.seed.metric({ created_at: new Date(noon - (day - 0.5) * dayMs).toISOString() });
  }
  return { ...person, env: { WORKSPACE_GATEWAY_ACCESS_TOKEN: person.gateway.token() } };
}

test("a Ctrl-C ends the review at once, and the days that were read by then are kept", async () => {
  const { gateway, spawn, env, run } = await person();
  const args = ["review", preview, "--json", "--usage", "7d"];
  const hanging = gateway.faults.add({ path: "/metrics", kind: "hang-before", skip: 4 });
  const running = spawn(args, env);
  await vi.waitUntil(() => hanging.hits > 0, { timeout: 20_000 });
  running.kill("SIGINT");
  expect(await running.done).toMatchObject({ stdout: "" });
  gateway.faults.clear();
  const before = gateway.log.entries({ path: "/metrics" }).length;
  const { code, stdout, stderr } = await run(args, env);
  expect(code, stderr).toBe(0);
  const asked = gateway.log.entries({ path: "/metrics" }).slice(before);
  expect(asked.map(({ query }) => query.start_date?.slice(0, 10))).toEqual([
    "2026-11-20",
    ...["2026-11-16", "2026-11-15", "2026-11-14", "2026-11-13"],
  ]);
  const { since, until, total } = JSON.parse(stdout).usage;
  expect((total.requests * (Date.parse(until) - Date.parse(since))) / (30 * dayMs)).toBeCloseTo(7, 6);
});

test("without the scope, one line says so, and the review is as before", async () => {
  const { gateway, run } = await person();
  const env = {
    WORKSPACE_GATEWAY_ACCESS_TOKEN: gateway.token({ scopes: ["profile:read", "workspaces:read"] }),
  };
  const [plain, asked] = [
    await run(["review", preview], env),
    await run(["review", preview, "--usage", "7d"], env),
  ];
  expect([asked.code, plain.code]).toEqual([0, 0]);
  expect(asked.stdout).toContain("Usage is not known: the token lacks the scope usage:read.");
  expect(asked.stdout.split("\n").filter((line) => !plain.stdout.includes(line))).toEqual([
    expect.stringContaining("usage:read"),
  ]);
});

test("what the guard file says of unit and currency is what the review reckons by", async () => {
  const { run, spawn, home, env } = await person();
  const file = path.join(home, "gateway-guard.yaml");
  await writeFile(file, "usageUnit: 1000000\ncurrency: USD\n");
  const args = ["review", preview, "--json", "--usage", "7d"];
  const money = async (...more: string[]) =>
    JSON.parse((await run([...args, ...more], env)).stdout).usage.money;
  expect(await money("--guard-file", file)).toEqual({ unit: 1_000_000, currency: "USD" });
  expect(await money()).toBeUndefined();
  const { stdout } = await spawn(args, env, home).done;
  expect(JSON.parse(stdout).usage.money).toEqual({ unit: 1_000_000, currency: "USD" });
});
