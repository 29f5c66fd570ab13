import { expect, test } from "vitest";
import { CommandRun } from "../support/command-run.ts";

const review = (...args: string[]) => new CommandRun(["review", "preview.json", ...args]).done;

test.each(["7", "0d", "d", "93d", "1w", "-1d"])(
  "--usage %s is refused, with what would be right",
  async (time) => {
    const { code, stderr } = await review(`--usage=${time}`);
    expect([code, stderr]).toEqual([2, expect.stringContaining("such as 7d or 12h, at most 92d")]);
  },
);

test.each([["--usage-rows", "5"], ["--usage-time", "5s"], ["--no-cache"], ["--show-keys"]])(
  "%s without --usage is refused",
  async (...args) => {
    const { code, stderr } = await review(...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`${args[0]} says how usage is read`)]);
  },
);

test("--usage with --offline is refused: one reads the gateway", async () => {
  const { code, stderr } = await review("--usage", "7d", "--offline");
  expect([code, stderr]).toEqual([2, expect.stringContaining("leave out one of them")]);
});
