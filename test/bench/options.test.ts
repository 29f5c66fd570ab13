import { expect, test } from "vitest";
import { readOptions, usage } from "./options.ts";

test("no rival takes part unless it is asked for, and none can be named without being built", () => {
  expect(readOptions([])).toMatchObject({
    rivals: false,
    only: ["ours", "native", "textbook", "constant", "bare", "floor"],
  });
  expect(readOptions(["--rivals", "--only", "ours"])).toMatchObject({ rivals: true, only: ["ours"] });
  expect(() => readOptions(["--only", "opentofu"])).toThrow(
    "--only takes ours, native, textbook, constant, bare, floor or all",
  );
});

test("with rivals both ways are shown that people are told of, unless others are asked for", () => {
  expect(readOptions([]).profiles).toEqual(["normal"]);
  expect(readOptions(["--rivals"]).profiles).toEqual(["normal", "fast"]);
  expect(readOptions(["--rivals", "--profiles", "slow"]).profiles).toEqual(["slow"]);
});

test("the help names the rival and what it needs", () => {
  expect(usage).toMatch(/--rivals +also opentofu: OpenTofu .* Go/);
});
