import { expect, test } from "vitest";
import { standIn } from "../cli/stand-in.ts";
import { findPython } from "./python-kit.ts";

test("without Python, or with one that makes no virtual environments, it is said what is missing", async () => {
  const host = await standIn();
  expect(await findPython(host)).toEqual({ missing: "there is no python3" });
  await host.command("python3", "exit 1");
  expect(await findPython(host)).toEqual({
    missing: expect.stringContaining("python3 makes no virtual environments"),
  });
});

test("without Go the language host of Python is missing, and nothing is kept", async () => {
  const host = await standIn();
  await host.command("python3", "echo 3.12");
  expect(await findPython(host)).toEqual({ missing: "there is no Go to build it with" });
  expect(await host.cached()).toEqual([]);
});
