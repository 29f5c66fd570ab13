import { describe, expect, test } from "vitest";
import { open, systems } from "./support/both.ts";
import { run } from "./support/step.ts";
import { startGithub } from "./support/stub-github.ts";

const allow = (permit: string) => `gateway-allow:${permit}`;
const later = "2026-11-20T10:00:01Z";

describe.each(systems)("on $system", ({ start }) => {
  test("a maintainer's labels permit what they name, in one line", async () => {
    const { board, env } = await start();
    for (const permit of ["workspace-delete:team", "role-lowered"])
      board.labels.push({ label: allow(permit), by: "grace", at: later });
    board.labels.push({ label: "gateway risk: high", by: "grace", at: later });
    expect(await run(env, ["permits"])).toMatchObject({
      code: 0,
      stdout: "workspace-delete:team,role-lowered\n",
      stderr: "",
    });
  });

  test.each([
    ["who opened the pull request set it", { by: "mallory" }],
    ["who set it does not maintain this repository", { by: "bob" }],
    ["who set it does not maintain this repository", { by: "stranger" }],
    ["who set it does not maintain this repository", { by: "github-actions[bot]" }],
    ["a commit was pushed after it was set", { at: "2026-11-20T10:00:00Z" }],
    ["a commit was pushed after it was set", { at: "no time" }],
    ["it names no rule", { label: allow("") }],
    ["it names no rule", { label: allow("role-lowered workspace-delete") }],
  ])("a label permits nothing if %s: %j", async (reason, more) => {
    const { board, env } = await start();
    const given = { label: allow("workspace-delete:team"), by: "grace", at: later, ...more };
    board.labels.push(given);
    expect(await run(env, ["permits"])).toMatchObject({
      code: 0,
      stdout: "\n",
      stderr: `The label ${given.label} does not count: ${reason}.\n`,
    });
  });

  test("who gave a label last counts, and one that was taken away permits nothing", async () => {
    const { board, env } = await start();
    const label = allow("workspace-delete:team");
    board.labels.push({ label, by: "grace", at: later }, { label, by: "mallory", at: later });
    expect((await run(env, ["permits"])).stdout).toBe("\n");
    board.labels.splice(0, 2, { label, by: "grace", at: later, isGone: true });
    expect(await run(env, ["permits"])).toMatchObject({ stdout: "\n", stderr: "" });
  });

  test("if nobody knows when the newest commit was pushed, no label permits anything", async () => {
    const { board, env } = await start();
    board.isPushKnown = false;
    board.labels.push({ label: allow("workspace-delete:team"), by: "grace", at: later });
    const { stdout, stderr } = await run(env, ["permits"]);
    expect(stdout).toBe("\n");
    expect(stderr).toContain("it is not known when the newest commit was pushed");
  });

  test("an error of the API fails the step: it is not taken for no permits", async () => {
    const { board, env } = await start();
    board.fault = { status: 500, body: { message: "down" } };
    expect(await run(env, ["permits"])).toMatchObject({ code: 1, stdout: "" });
  });
});

test("an approval counts if a person gave it for this very environment", async () => {
  const { env, runs } = await open(startGithub());
  const asked = () => run(env, ["permit", "gateway-permit-prod"]);
  const none = {
    code: 1,
    stderr: expect.stringContaining("Give the environment gateway-permit-prod required reviewers"),
  };
  expect(await asked()).toMatchObject(none);
  runs.approvals.push({ state: "rejected", environments: [{ name: "gateway-permit-prod" }] });
  runs.approvals.push({ state: "approved", environments: [{ name: "gateway-permit-dev" }] });
  expect(await asked()).toMatchObject(none);
  runs.approvals.push({ state: "approved", environments: [{ name: "gateway-permit-prod" }] });
  expect(await asked()).toMatchObject({ code: 0, stdout: "A person has approved what the guard refused.\n" });
});
