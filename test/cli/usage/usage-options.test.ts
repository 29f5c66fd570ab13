import { expect, test } from "vitest";
import { CommandRun } from "../support/command-run.ts";

const run = (...args: string[]) => new CommandRun(args).done;

test.each(["7", "0d", "d", "93d", "1w", "-1d"])(
  "--usage %s is refused, with what would be right",
  async (time) => {
    const { code, stderr } = await run("review", "preview.json", `--usage=${time}`);
    expect([code, stderr]).toEqual([2, expect.stringContaining("such as 7d or 12h, at most 92d")]);
  },
);

test.each([
  [["review", "preview.json", "--usage-time", "5s"], "--usage-time has no effect without --usage"],
  [["check", "--live", "--show-keys"], "--show-keys has no effect without --usage"],
  [["drift", "--usage-time", "10s"], "--usage-time has no effect without --usage"],
  [["check", "--live", "--write", "--usage", "7d"], "leave out --offline, --program and --write"],
  [["review", "--usage", "7d", "--offline"], "leave out one of them"],
])("%j makes no sense", async (args, reason) => {
  const { code, stderr } = await run(...args);
  expect([code, stderr]).toEqual([2, expect.stringContaining(reason)]);
});
