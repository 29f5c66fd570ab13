import { describe, expect, test } from "vitest";
import { openGithub, systems } from "./support/both.ts";
import { run } from "./support/step.ts";
import type { StubGithub } from "./support/stub-github.ts";

const allow = (permit: string) => `gateway-allow:${permit}`;
const later = "2026-11-20T10:00:01Z";

describe.each(systems)("on $system", ({ start }) => {
  test("a maintainer's labels become permits, printed on one line", async () => {
    const { board, env } = await start();
    for (const permit of ["workspace-delete:team", "role-lowered"])
      board.labels.push({ label: allow(permit), by: "grace", at: later });
    board.labels.push({ label: "bug", by: "grace", at: later });
    expect(await run(env, ["permits"])).toMatchObject({
      code: 0,
      stdout: "workspace-delete:team,role-lowered\n",
      stderr: "",
    });
  });

  test.each<[string, { by?: string; at?: string; label?: string; isPushKnown?: boolean }]>([
    ["the person who added it opened the pull request", { by: "mallory" }],
    ["the person who added it is not a maintainer of this repository", { by: "bob" }],
    ["the person who added it is not a maintainer of this repository", { by: "stranger" }],
    ["the person who added it is not a maintainer of this repository", { by: "github-actions[bot]" }],
    ["a commit was pushed after it was set", { at: "2026-11-20T10:00:00Z" }],
    ["a commit was pushed after it was set", { at: "no time" }],
    ["the push time of the newest commit is unknown", { isPushKnown: false }],
    ["it names no rule", { label: allow("") }],
    ["it names no rule", { label: allow("role-lowered workspace-delete") }],
  ])("a label permits nothing if %s: %j", async (reason, { isPushKnown = true, ...more }) => {
    const { board, env } = await start();
    board.isPushKnown = isPushKnown;
    const given = { label: allow("workspace-delete:team"), by: "grace", at: later, ...more };
    board.labels.push(given);
    expect(await run(env, ["permits"])).toMatchObject({
      code: 0,
      stdout: "\n",
      stderr: `The label ${given.label} does not count: ${reason}.\n`,
    });
  });

  test("the last person who set a label counts, and a removed label permits nothing", async () => {
    const { board, env } = await start();
    const label = allow("workspace-delete:team");
    board.labels.push({ label, by: "grace", at: later }, { label, by: "mallory", at: later });
    expect((await run(env, ["permits"])).stdout).toBe("\n");
    board.labels.splice(0, 2, { label, by: "grace", at: later, isGone: true });
    expect(await run(env, ["permits"])).toMatchObject({ stdout: "\n", stderr: "" });
  });

  test("an API error fails the step and is not treated as no permits", async () => {
    const { board, env } = await start();
    board.fault = { status: 500, body: { message: "down" } };
    expect(await run(env, ["permits"])).toMatchObject({ code: 1, stdout: "" });
  });
});

test("an approval counts only for its own environment", async () => {
  const { env, runs } = await openGithub();
  const asked = () => run(env, ["permit", "gateway-permit-prod"]);
  const none = {
    code: 1,
    stderr: expect.stringContaining("Add required reviewers to the environment gateway-permit-prod"),
  };
  expect(await asked()).toMatchObject(none);
  runs.approvals.push({ state: "rejected", environments: [{ name: "gateway-permit-prod" }] });
  runs.approvals.push({ state: "approved", environments: [{ name: "gateway-permit-dev" }] });
  expect(await asked()).toMatchObject(none);
  runs.approvals.push({ state: "approved", environments: [{ name: "gateway-permit-prod" }] });
  expect(await asked()).toMatchObject({ code: 0, stdout: "A person approved the refused changes.\n" });
});

const base = "1111111111111111111111111111111111111111";
const path = ".github/workflows/gateway.yml";
const wait = ({ env }: StubGithub, seconds: number) =>
  run(env, ["await-apply", base, String(seconds), "0.02"]);
const inTime = { code: 0, stdout: "The previous merge has been applied.\n" };
const late = {
  code: 1,
  stderr: expect.stringMatching(/^The previous merge \(111111111111\) was not applied in 0\.3 seconds/),
};

test("a merge queue review waits until main is at its base commit and the apply has ended", async () => {
  const stub = await openGithub();
  expect(await wait(stub, 0.3)).toMatchObject(late);
  stub.runs.main = base;
  stub.runs.pushes.push({ head_sha: base, path: ".github/workflows/other.yml", status: "completed" });
  for (const status of ["queued", "waiting", "in_progress"]) {
    stub.runs.pushes.splice(1, 1, { head_sha: base, path: `${path}@refs/heads/main`, status });
    expect(await wait(stub, 0.3)).toMatchObject(late);
  }
  const waiting = wait(stub, 30);
  const looks = stub.board.asked.length;
  await expect.poll(() => stub.board.asked.length, { timeout: 30_000 }).toBeGreaterThan(looks + 3);
  stub.runs.pushes.splice(1, 1, { head_sha: base, path, status: "completed" });
  expect(await waiting).toMatchObject(inTime);
});

test("a merge queue review does not wait for a commit whose push started no apply", async () => {
  const stub = await openGithub();
  stub.runs.main = base;
  stub.runs.pushes.push({ head_sha: base, path: ".github/workflows/other.yml", status: "in_progress" });
  expect(await wait(stub, 30)).toMatchObject(inTime);
});
