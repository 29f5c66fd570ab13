import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { begunFile, rememberBegun } from "../../../../cli/commands/recover/begun-recovery.js";
import { pastRuns, readTimes } from "../../../../cli/commands/recover/read-times.js";
import { openRecovery } from "./support/recovery.ts";

const startTime = "2026-11-22T10:00:00.000Z";
const endTime = "2026-11-22T10:01:00.000Z";
const failed = JSON.stringify([{ kind: "update", result: "failed", startTime, endTime }]);

test("more runs are asked for than pulumi gives by itself, and one that cannot be asked is said", async () => {
  const pulumi = { "stack history --json --page-size 1000": { stdout: failed } };
  const asked = await openRecovery({ pulumi });
  expect(await pastRuns(asked.recovery)).toEqual([
    { kind: "update", succeeded: false, from: Date.parse(startTime), to: Date.parse(endTime) },
  ]);
  expect(asked.notes).toEqual([]);
  const denied = { "stack history": { code: 255, stderr: "error: no access" } };
  const refused = await openRecovery({ pulumi: denied });
  expect(await pastRuns(refused.recovery)).toBeUndefined();
  expect(refused.notes).toEqual([expect.stringMatching(/no access[\s\S]*--since/)]);
});

test("the lock, the file of an interrupted recovery and the birth of the stack are read", async () => {
  const pulumi = { "stack history": { stdout: "[]" } };
  const { recovery } = await openRecovery({ url: "s3://states", pulumi });
  const root = { urn: "urn", type: "pulumi:pulumi:Stack", created: startTime };
  const state = { deployment: { resources: [root] } };
  const lock = { file: "one", by: "ada", since: endTime, pid: 7, alive: false };
  const read = (signs: object = {}) =>
    readTimes(recovery, state, { locks: [], restored: undefined, ...signs });
  expect((await read()).began("urn")).toBe(Date.parse(startTime));
  expect((await read({ locks: [lock, { ...lock, since: "noon" }] })).unlisted).toBe(Date.parse(endTime));
  await rememberBegun(begunFile(recovery.place), 7, new Date());
  expect((await read()).unlisted).toBe(7);
  await writeFile(path.join(begunFile(recovery.place)), "{");
  expect((await read()).unlisted).toBeUndefined();
});
