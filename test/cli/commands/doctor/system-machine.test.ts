import { expect, test } from "vitest";
import { systemMachine } from "../../../../cli/commands/doctor/system-machine.js";
import { whyItFailed } from "../../../../cli/doctor/machine.js";

const machine = systemMachine(process.env, import.meta.dirname);
const node = (script: string) => machine.run(process.execPath, ["-e", script], import.meta.dirname);

test("a program's code and both streams are told, and a program that is not there has no code", async () => {
  const ran = await node("console.log('out'); console.error('error: broken.'); process.exit(3)");
  expect(ran).toEqual({ code: 3, stdout: "out\n", stderr: "error: broken.\n", late: false });
  expect((await machine.run("no-such-program", [], ".")).code).toBeUndefined();
});

test("nobody answers the questions of a program", async () => {
  const { stdout } = await node("process.stdin.resume().on('end', () => console.log('ended'))");
  expect(stdout).toBe("ended\n");
});

test("the first error that a program names says why it failed", () => {
  const ran = { code: 1, stdout: "", late: false };
  expect(whyItFailed({ ...ran, stderr: "warning: old\nerror: no such stack.\nmore" })).toBe("no such stack");
  expect(whyItFailed({ ...ran, stderr: "plain words\n" })).toBe("plain words");
  expect(whyItFailed({ ...ran, stderr: "" })).toBe("exit code 1");
  expect(whyItFailed({ ...ran, stderr: "error: x", late: true })).toBe("it did not end in time");
});
