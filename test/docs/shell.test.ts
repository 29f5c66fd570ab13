import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Shell } from "./walk/shell.ts";

async function opened(env: Readonly<Record<string, string>> = {}) {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), "shell-")));
  const { PATH } = process.env;
  const shell = new Shell({ cwd: folder, env: { PATH, ...env }, memory: path.join(folder, ".memory") });
  onTestFinished(async () => {
    await shell.end();
    await rm(folder, { recursive: true });
  });
  return { folder, shell };
}

test("a command finds the folder and the variables that those before it have left, also what they have unset", async () => {
  const { folder, shell } = await opened({ FIRST: "given" });
  await shell.run(`mkdir inside && cd inside; unset FIRST; SECOND="two 'words'"; export THIRD=3`);
  const { stdout } = await shell.run(`pwd; echo "$FIRST|$SECOND|$THIRD"; node -p 'process.env.THIRD'`);
  expect(stdout).toBe(`${path.join(folder, "inside")}\n|two 'words'|3\n3\n`);
});

test("a command that fails has its exit code, and what it left counts", async () => {
  const { shell } = await opened();
  const { code, stderr } = await shell.run("LEFT=1; echo no >&2; (exit 64)");
  expect([code, stderr]).toEqual([64, "no\n"]);
  expect((await shell.run('echo "$LEFT"')).stdout).toBe("1\n");
});

test("a command reads what is typed into it, and no more", async () => {
  const { shell } = await opened();
  expect((await shell.run("cat", "typed")).stdout).toBe("typed");
  expect((await shell.run("cat")).stdout).toBe("");
});

test("what is left running goes on beside other commands, until the end", async () => {
  const { shell } = await opened();
  const running = await shell.leaveRunning("sh -c 'echo listening; exec sleep 600'", /listening/);
  expect((await shell.run("echo beside")).stdout).toBe("beside\n");
  await shell.end();
  expect((await running.done).code).not.toBe(0);
});
