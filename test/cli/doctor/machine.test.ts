import { expect, test } from "vitest";
import { systemMachine, whyItFailed } from "../../../cli/doctor/machine.js";

const machine = systemMachine(process.env, import.meta.dirname);
const node = (script: string) => machine.run(process.execPath, ["-e", script], import.meta.dirname);

test("a program returns its code and both streams, a missing one has no code, and nobody answers questions", async () => {
  const ran = await node("console.log('out'); console.error('error: broken.'); process.exit(3)");
  expect(ran).toEqual({ code: 3, stdout: "out\n", stderr: "error: broken.\n", late: false });
  expect((await machine.run("no-such-program", [], ".")).code).toBeUndefined();
  const { stdout } = await node("process.stdin.resume().on('end', () => console.log('ended'))");
  expect(stdout).toBe("ended\n");
});

test.each([
  [{ stderr: "warning: old\nerror: no such stack.\nmore" }, "no such stack"],
  [{ stderr: "plain words\n" }, "plain words"],
  [{ stderr: "" }, "exit code 1"],
  [{ stderr: "error: x", late: true }, "it did not end in time"],
])("a program that ended with %j failed because: %s", (ran, why) => {
  expect(whyItFailed({ code: 1, stdout: "", late: false, ...ran })).toBe(why);
});
