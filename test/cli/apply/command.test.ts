import { expect, test } from "vitest";
import { CommandRun } from "../support/command-run.ts";

test("a pin that is not there is a wrong command line, and pulumi is not run", async () => {
  const { code, stdout, stderr } = await new CommandRun(["apply", "nothing.pin"], { PATH: "" }).done;
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain("the pin cannot be read");
});
