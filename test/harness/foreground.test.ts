import path from "node:path";
import { expect, test } from "vitest";
import { RunningProcess } from "./process.ts";

const foreground = JSON.stringify(path.join(import.meta.dirname, "foreground.ts"));

/** A process that runs the given script in its foreground and ends with the script's exit code. */
function wrapped(script: string): RunningProcess {
  const program = `
    import { runInForeground } from ${foreground};
    process.exitCode = await runInForeground(process.execPath, ["-e", ${JSON.stringify(script)}], { env: process.env });`;
  return new RunningProcess(process.execPath, ["--input-type=module", "-e", program], { env: process.env });
}

const listener = `
  process.on("SIGINT", () => console.log("interrupted"));
  process.on("SIGTERM", () => process.exit(9));
  setInterval(() => {}, 1e6);
  console.log("ready");`;

test("the exit code is the command's", async () => {
  expect(await wrapped('console.log("hello"); process.exit(5)').done).toMatchObject({
    code: 5,
    stdout: "hello\n",
  });
});

test("an end by a signal is 128 and the signal's number", async () => {
  expect(await wrapped('process.kill(process.pid, "SIGKILL")').done).toMatchObject({ code: 137 });
});

test("signals reach the command, and we outlive it", async () => {
  const running = wrapped(listener);
  await running.waitFor(/ready/);
  running.kill("SIGINT");
  await running.waitFor(/interrupted/);
  running.kill("SIGTERM");
  expect(await running.done).toMatchObject({ code: 9 });
});

test("one interrupt that arrives twice, as under npm, is passed on once", async () => {
  const running = wrapped(listener);
  await running.waitFor(/ready/);
  running.kill("SIGINT");
  running.kill("SIGINT");
  await running.waitFor(/interrupted/);
  running.kill("SIGTERM");
  expect((await running.done).stdout).toBe("ready\ninterrupted\n");
});
