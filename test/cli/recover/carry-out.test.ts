import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { Executor } from "../../../cli/recover/recover-stack.js";
import type { RecoveryStep } from "../../../cli/recover/recovery-plan.js";
import { openRecovery, type RecoveryOptions } from "./command-support.ts";

afterEach(() => void vi.restoreAllMocks());

const state = (time: string, secret = "one") =>
  JSON.stringify({
    version: 3,
    deployment: { manifest: { time }, resources: [], pending_operations: [], secret },
  });
const gone: RecoveryStep = {
  step: "forget",
  urn: "urn:pulumi:prod::shop::t::a",
  id: "1",
  says: "It is gone.",
};
const held = { pid: 2 ** 22 + 1, username: "ada", hostname: hostname(), timestamp: "2026-11-22T09:00:00Z" };
const lock: RecoveryStep = {
  ...{ step: "unlock", file: "f", by: `ada@${hostname()} (process ${held.pid})`, since: held.timestamp },
  ...{ pid: held.pid, alive: false, says: "It is locked." },
};

/** A stack whose state was read, and what carries out steps on it. */
async function read(options: RecoveryOptions = { yes: true }) {
  const opened = await openRecovery(options);
  vi.spyOn(process, "cwd").mockReturnValue(opened.folder); // copies are kept there
  await opened.write("state", state("2026-11-22T10:00:00Z"));
  const executor = new Executor(opened.recovery);
  const deployment = await executor.state();
  const next = { ...deployment, deployment: { ...deployment.deployment, replaced: true } };
  const now = () => readFile(path.join(opened.folder, "state"), "utf8");
  return { ...opened, executor, next, now };
}

test("a state that is as it was read is replaced, and the old one kept for its owner alone", async () => {
  const { executor, next, now, notes } = await read();
  expect(await executor.carryOut([gone], next)).toBe(true);
  expect(JSON.parse(await now())).toEqual(next);
  const copy = executor.copy ?? "";
  expect(await readFile(copy, "utf8")).toBe(state("2026-11-22T10:00:00Z"));
  expect((await stat(copy)).mode & 0o777).toBe(process.platform === "win32" ? 0o666 : 0o600);
  expect(notes.join()).toMatch(/contains the secrets of the state, encrypted.*do not commit it.*\.gitignore/);
  const again = await executor.state();
  await executor.carryOut([gone], again);
  expect(executor.copy).toBe(copy);
});

test.each([
  ["its time", state("2026-11-22T10:05:00Z")],
  ["anything else", state("2026-11-22T10:00:00Z", "two")],
])("a state that has changed by %s since it was read is left as it is", async (_what, changed) => {
  const { executor, next, now, write } = await read();
  await write("state", changed);
  const message = expect.stringContaining("the state of prod has changed meanwhile");
  await expect(executor.carryOut([gone], next)).rejects.toMatchObject({ name: "Refused", message });
  expect([await now(), executor.copy]).toEqual([changed, undefined]);
});

test.each([
  ["each step is shown, and all are asked for once", {}, true, ["Remove 1 object from the state?"]],
  ["in a dry run nothing is asked or done", { dryRun: true }, false, []],
])("%s", async (_what, options, done, asks) => {
  const { executor, next, now, notes, questions } = await read(options);
  expect(await executor.carryOut([gone], next)).toBe(done);
  expect([notes[0], questions, executor.steps]).toEqual(["t a: It is gone.", asks, [gone]]);
  expect((await now()).includes("replaced")).toBe(done);
});

test("after a no nothing is done", async () => {
  const { executor, next, commands } = await read({ answers: [false] });
  const before = await commands();
  await expect(executor.carryOut([gone, lock], next)).rejects.toMatchObject({ name: "Stopped" });
  expect(await commands()).toEqual(before);
});

test("the lock goes before the state is written, and before that the command is printed that goes on without it", async () => {
  const { executor, next, folder, notes, write, now, commands } = await read();
  const locks = path.join(folder, ".pulumi/locks/organization/shop/prod");
  await mkdir(locks, { recursive: true });
  await writeFile(path.join(locks, "one.json"), JSON.stringify(held));
  executor.since = Date.parse(held.timestamp);
  await write("canceled", "1");
  await expect(executor.carryOut([lock, gone], next)).rejects.toThrow("`pulumi cancel` failed");
  expect(notes.at(-1)).toContain(
    "`npx workspace-gateway recover --stack prod --since 2026-11-22T09:00:00.000Z`",
  );
  expect(await now()).not.toContain("replaced");
  await write("canceled", "0");
  await executor.carryOut([lock, gone], next);
  expect((await commands()).slice(-2).map((line) => line.split(" ").slice(0, 2).join(" "))).toEqual([
    "cancel --yes",
    "stack import",
  ]);
});
