import { existsSync } from "node:fs";
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { begunFile, readBegun } from "../../../../cli/commands/recover/begun-recovery.js";
import { Executor } from "../../../../cli/commands/recover/executor.js";
import type { RecoveryStep } from "../../../../cli/recover/recovery-step.js";
import { openRecovery, type RecoveryOptions } from "./support/recovery.ts";

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
const lock: RecoveryStep = {
  ...{ step: "unlock", file: "f", by: "ada@here (process 7)", since: "2026-11-22T09:00:00Z" },
  ...{ pid: 7, alive: false, says: "It is locked." },
};

/** A stack whose state was read, and what carries out steps on it. */
async function read(options: RecoveryOptions = { yes: true }) {
  const told = await openRecovery(options);
  vi.spyOn(process, "cwd").mockReturnValue(told.folder); // copies are kept there
  const file = path.join(told.folder, "state");
  await writeFile(file, state("2026-11-22T10:00:00Z"));
  const executor = new Executor(told.recovery);
  const deployment = await executor.state();
  return { ...told, executor, file, imported: path.join(told.folder, "imported"), deployment };
}

test("a state that is as it was read is replaced, and the old one kept for its owner alone", async () => {
  const { executor, deployment, imported, notes } = await read();
  expect(await executor.carryOut([gone], deployment)).toBe(true);
  expect(JSON.parse(await readFile(imported, "utf8"))).toEqual(deployment);
  const copy = executor.copy ?? "";
  expect(await readFile(copy, "utf8")).toBe(state("2026-11-22T10:00:00Z"));
  expect((await stat(copy)).mode & 0o777).toBe(process.platform === "win32" ? 0o666 : 0o600);
  expect(notes.join()).toMatch(/holds secrets as the state does.*do not commit it.*\.gitignore/);
});

test.each([
  ["its time", state("2026-11-22T10:05:00Z")],
  ["anything else", state("2026-11-22T10:00:00Z", "two")],
])("a state that has changed by %s since it was read is left as it is", async (_what, changed) => {
  const { executor, deployment, file, imported } = await read();
  await writeFile(file, changed);
  await expect(executor.carryOut([gone], deployment)).rejects.toMatchObject({
    name: "Refused",
    message: expect.stringContaining("the state of prod has changed meanwhile"),
  });
  expect(existsSync(imported)).toBe(false);
  expect(executor.copy).toBeUndefined();
});

test("after an import the state counts as it is read next, and the first copy is the one that is kept", async () => {
  const { executor, deployment, file, imported } = await read();
  await executor.carryOut([gone], deployment);
  const { copy } = executor;
  await writeFile(file, state("2026-11-22T10:05:00Z"));
  const next = await executor.state();
  await executor.carryOut([gone], next);
  expect(JSON.parse(await readFile(imported, "utf8"))).toEqual(next);
  expect(executor.copy).toBe(copy);
});

test("each step is told, and all are asked for once; in a dry run nothing is asked or done", async () => {
  const { executor, deployment, notes, questions, commands } = await read({});
  await executor.carryOut([gone], deployment);
  expect(notes[0]).toBe("t a: It is gone.");
  expect(questions).toEqual(["Take 1 object out of the state?"]);
  const before = await commands();
  const dry = await read({ dryRun: true });
  expect(await dry.executor.carryOut([gone, lock], dry.deployment)).toBe(false);
  expect(dry.notes).toEqual(["t a: It is gone.", "It is locked."]);
  expect([dry.questions, await dry.commands()]).toEqual([[], [before[0]]]);
  expect(dry.executor.steps).toEqual([gone, lock]);
});

test("after a no nothing is done", async () => {
  const { executor, deployment, imported, commands } = await read({ answer: false });
  const before = await commands();
  await expect(executor.carryOut([gone, lock], deployment)).rejects.toMatchObject({ name: "Stopped" });
  expect([existsSync(imported), await commands()]).toEqual([false, before]);
});

test("the lock goes before the state is written, and before that it is written down since when nobody recorded what was done", async () => {
  const { executor, deployment, recovery, folder, commands } = await read();
  const locks = path.join(folder, ".pulumi/locks/organization/shop/prod");
  await mkdir(locks, { recursive: true });
  const held = { pid: 2 ** 22 + 1, username: "ada", hostname: hostname(), timestamp: "2026-11-22T09:00:00Z" };
  await writeFile(path.join(locks, "one.json"), JSON.stringify(held));
  executor.since = 7;
  await writeFile(path.join(folder, "bin/pulumi"), refusing, { mode: 0o755 });
  const taken: RecoveryStep = { ...lock, by: `ada@${hostname()} (process ${held.pid})` };
  await expect(executor.carryOut([taken, gone], deployment)).rejects.toThrow("`pulumi cancel` failed");
  expect(await readBegun(begunFile(recovery.place))).toMatchObject({ since: 7 });
  expect((await commands()).map((line) => line.split(" ").slice(0, 2).join(" "))).not.toContain(
    "stack import",
  );
});

/** A pulumi that cancels nothing. */
const refusing = `#!/bin/sh
echo "$@" >> "$RECOVERY_TEST/commands"
case "$1" in
  stack) cat "$RECOVERY_TEST/state" ;;
  cancel) exit 1 ;;
esac
`;

test("a state that takes the place of a broken one is written down with its time, which the file does not tell any more", async () => {
  const { executor, recovery, folder } = await read();
  const file = path.join(folder, "prod.json");
  await writeFile(file, "{");
  await writeFile(path.join(folder, "old.json"), "{}");
  const copy = { file: path.join(folder, "old.json"), at: 7 };
  await executor.carryOut([{ step: "mend-file", is: "state", file, copy, says: "It is cut short." }]);
  expect(await readFile(file, "utf8")).toBe("{}");
  expect(await readBegun(begunFile(recovery.place))).toMatchObject({ since: 7 });
});
