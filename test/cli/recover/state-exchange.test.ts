import { existsSync } from "node:fs";
import { readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import type { StaleLocks } from "../../../provider/cli/recover/cancel-locks.js";
import { exportState, importState } from "../../../provider/cli/recover/state-exchange.js";
import { readDeployment } from "../../../provider/recover/state/deployment.js";
import { openRecovery } from "./support/recovery.ts";

afterEach(() => void vi.restoreAllMocks());

const state = (time: string, secret = "one") =>
  JSON.stringify({ version: 3, deployment: { manifest: { time }, resources: [], secret } });
const none: StaleLocks = { there: false, since: undefined, gone: false };

/** A stack whose state was read. */
async function read() {
  const told = await openRecovery({ yes: true });
  vi.spyOn(process, "cwd").mockReturnValue(told.folder); // copies are kept there
  const file = path.join(told.folder, "state");
  await writeFile(file, state("2026-11-22T10:00:00Z"));
  const text = await exportState(told.recovery, { withSecrets: true });
  return { ...told, file, imported: path.join(told.folder, "imported"), deployment: readDeployment(text) };
}

test("a state that is as it was read is replaced, and the old one kept for its owner alone", async () => {
  const { recovery, deployment, imported, notes } = await read();
  await importState(recovery, none, deployment);
  expect(JSON.parse(await readFile(imported, "utf8"))).toEqual(deployment);
  const copy = recovery.report.copy ?? "";
  expect(await readFile(copy, "utf8")).toBe(state("2026-11-22T10:00:00Z"));
  expect((await stat(copy)).mode & 0o777).toBe(process.platform === "win32" ? 0o666 : 0o600);
  expect(notes.join()).toMatch(/holds secrets as the state does.*do not commit it.*\.gitignore/);
});

test.each([
  ["its time", state("2026-11-22T10:05:00Z")],
  ["anything else", state("2026-11-22T10:00:00Z", "two")],
])("a state that has changed by %s since it was read is left as it is", async (_what, changed) => {
  const { recovery, deployment, file, imported } = await read();
  await writeFile(file, changed);
  await expect(importState(recovery, none, deployment)).rejects.toMatchObject({
    name: "Refused",
    message: expect.stringContaining("the state of prod has changed meanwhile"),
  });
  expect(existsSync(imported)).toBe(false);
  expect(recovery.report.copy).toBeUndefined();
});

test("after an import the state counts as it is read next", async () => {
  const { recovery, deployment, file, imported } = await read();
  await importState(recovery, none, deployment);
  await writeFile(file, state("2026-11-22T10:05:00Z"));
  const next = readDeployment(await exportState(recovery, { withSecrets: true }));
  await importState(recovery, none, next);
  expect(JSON.parse(await readFile(imported, "utf8"))).toEqual(next);
});
