import { expect, test } from "vitest";
import { runWithProgress } from "./progress.ts";
import { standIn } from "./stand-in.ts";

test("a long command is reported with the time it has run and its last line, until it ends", async () => {
  const host = await standIn();
  let time = 0;
  let end = () => {};
  host.now = () => time;
  host.run = (_command, _args, options) => {
    options?.onOutput?.("first package\nsecond package\n");
    return new Promise((resolve) => {
      end = () => resolve({ code: 0, stdout: "", stderr: "", output: "" });
    });
  };
  host.sleep = async (ms) => {
    time += ms;
    if (time <= 30_000) return;
    end();
    await new Promise(() => {});
  };
  await runWithProgress(host, "Compiling", "go", ["build"], {});
  expect(host.said).toEqual([
    "Compiling …",
    "Compiling, 15 s: second package",
    "Compiling, 30 s: second package",
  ]);
});
