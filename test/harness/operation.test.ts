import { expect, test } from "vitest";
import { operationFlags } from "./operation.ts";

test("only what is asked for becomes a flag", () => {
  expect(operationFlags({})).toEqual([]);
  expect(
    operationFlags({ json: false, diff: true, parallel: 8, target: ["urn:a", "urn:b"], args: ["-v=1"] }),
  ).toEqual(["--diff", "--parallel", "8", "--target", "urn:a", "--target", "urn:b", "-v=1"]);
});
