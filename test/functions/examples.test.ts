import { expect, test } from "vitest";
import { compilerComplaints } from "../types/support/compile.ts";
import { exampleIn, functions } from "../types/support/published.ts";

const examples = new Map([...functions].map(([name, text]) => [name, exampleIn(text) ?? ""]));

test("every function has an example, which calls it", () => {
  const silent = [...examples]
    .filter(([name, code]) => !code.includes(`gateway.${name}(`))
    .map(
      ([name]) =>
        `${name} has no example: add an @example with a program that calls it to a comment in provider/functions`,
    );
  expect(examples.size).toBeGreaterThan(40);
  expect(silent).toEqual([]);
});

test("every example compiles as it stands", { timeout: 60_000 }, () => {
  expect(compilerComplaints(examples)).toEqual([]);
});

test("no example waits for an output, or makes a text of one", () => {
  const wrong = [...examples].filter(
    ([name, code]) => name.endsWith("Output") && /\bawait\b|\$\{/.test(code),
  );
  expect(wrong).toEqual([]);
});

test("an example that would not compile is noticed", { timeout: 60_000 }, () => {
  const wrong = 'import { getModels } from "pulumi-workspace-gateway";\nawait getModels({});\n';
  expect(compilerComplaints(new Map([["wrong", wrong]]))).toEqual([expect.stringContaining("workspaceId")]);
});
