import { expect, test } from "vitest";
import { runCommandLine } from "../../cli/command-line.js";
import { kinds } from "../../provider/every-kind.js";
import { heardTerminal } from "./support/heard-terminal.ts";

async function explain(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const { terminal, out, notes } = heardTerminal({});
  const code = await runCommandLine(["explain", ...args], terminal);
  return { code, stdout: out.join("\n"), stderr: notes.join("\n") };
}

test("explain lists every kind with its first sentence", async () => {
  const { stdout } = await explain();
  expect(stdout.split("\n").map((line) => /^(\w+) +\S.*/.exec(line)?.[1])).toEqual(
    kinds.map(({ name }) => name),
  );
});

test("explain shows the type, update behavior, and risks of a property", async () => {
  const { stdout } = await explain("model.inputCost");
  expect(stdout).toMatchInlineSnapshot(`
    "  inputCost  (number, required)
        Cost per input unit; the API does not document the unit.
        A change updates the object.
        Review: cost-up (medium, refused above 20%), if the object becomes more expensive.
        Review: cost-down (low, high above 89%), if the object becomes so cheap that it barely counts toward budgets."
  `);
  const { stdout: environment } = await explain("Prompt.environment");
  expect(environment.match(/if the object is no longer used in production\./g)).toHaveLength(1);
  expect((await explain("GatewayKey.workspaceId")).stdout).toContain("A change replaces the object.");
  expect((await explain("ModelProvider.apiKey")).stdout).toContain("never shows the value");
});

test.each(kinds.map(({ name, fields, outputFields }) => [name, fields, outputFields] as const))(
  "explain %s shows all properties of the kind, without markup",
  async (name, fields, outputs) => {
    const { code, stdout } = await explain(name);
    expect(code).toBe(0);
    const shown = [...stdout.matchAll(/^ {2}(\w+) {2}\(/gm)].map(([, property]) => property);
    expect(shown).toEqual([...fields.keys(), ...outputs.keys()]);
    expect(stdout).not.toMatch(/\{\{%|\*\*|<\w+>/);
  },
);

test.each([
  ["Modl", "Did you mean `Model`?"],
  ["Model.inputcosts", "Did you mean `inputCost`?"],
  ["Model.inputCost.x", "one of its properties"],
])("explain %s exits with 2 and says: %s", async (wanted, text) => {
  const { code, stderr } = await explain(wanted);
  expect(code).toBe(2);
  expect(stderr).toContain(text);
});
