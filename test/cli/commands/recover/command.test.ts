import { expect, test } from "vitest";
import { CommandRun } from "../support/command-run.ts";

test("without a pulumi nothing is recovered, and the reason is told", async () => {
  const { code, stdout, stderr } = await new CommandRun(["recover", "--dry-run"], { PATH: "" }).done;
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("the state backend cannot be used");
});
