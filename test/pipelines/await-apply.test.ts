import { expect, test } from "vitest";
import { open } from "./support/both.ts";
import { run } from "./support/step.ts";
import { type StubGithub, startGithub } from "./support/stub-github.ts";

const base = "1111111111111111111111111111111111111111";
const path = ".github/workflows/gateway.yml";

/** Waits at most so many seconds. */
const wait = ({ env }: StubGithub, seconds: number) =>
  run(env, ["await-apply", base, String(seconds), "0.02"]);
const inTime = { code: 0, stdout: "What this merge builds on has been applied.\n" };
const late = {
  code: 1,
  stderr: expect.stringMatching(
    /^What this merge builds on \(111111111111\) was not applied in 0\.3 seconds/,
  ),
};

test("a queue's review waits until main ends with what it builds on, and its apply has ended", async () => {
  const stub = await open(startGithub());
  expect(await wait(stub, 0.3)).toMatchObject(late);
  const waiting = wait(stub, 30);
  stub.runs.main = base;
  stub.runs.pushes.push({ head_sha: base, path, status: "in_progress" });
  const looks = () => stub.board.asked.filter((line) => line.includes("/actions/runs")).length;
  await expect.poll(looks, { timeout: 30_000 }).toBeGreaterThan(3);
  stub.runs.pushes.splice(0, 1, { head_sha: base, path, status: "completed" });
  expect(await waiting).toMatchObject(inTime);
});

test.each(["queued", "waiting", "in_progress"])("a run that is %s has not ended", async (status) => {
  const stub = await open(startGithub());
  stub.runs.main = base;
  stub.runs.pushes.push({ head_sha: base, path: `${path}@refs/heads/main`, status });
  stub.runs.pushes.push({ head_sha: base, path: ".github/workflows/other.yml", status: "completed" });
  expect(await wait(stub, 0.3)).toMatchObject(late);
});

test("a commit whose push started nothing is not waited for", async () => {
  const stub = await open(startGithub());
  stub.runs.main = base;
  stub.runs.pushes.push({ head_sha: base, path: ".github/workflows/other.yml", status: "in_progress" });
  expect(await wait(stub, 30)).toMatchObject(inTime);
});

test("an error of the API ends the wait", async () => {
  const stub = await open(startGithub());
  stub.board.fault = { status: 403, body: { message: "no" } };
  expect(await wait(stub, 30)).toMatchObject({ code: 1, stdout: "" });
});
