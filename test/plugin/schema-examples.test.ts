import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { withExamples } from "../../provider/build/schema-examples.mts";
import { paths } from "../harness/paths.ts";
import { published, schemaText } from "./support/published-schema.ts";
import { examplesIn, languages, shown } from "./support/schema-examples.ts";

test("every resource and every function has an example in each language, in the form that Pulumi knows", () => {
  expect(shown.length).toBe(
    Object.keys(published.resources).length + Object.keys(published.functions).length + 1,
  );
  for (const each of shown) expect([each.name, [...each.in.keys()]]).toEqual([each.name, languages]);
  const tags = ["examples", "example", "/example", "/examples"].map((tag) => `{{% ${tag} %}}`);
  const marks = [...tags, "## Example Usage"];
  for (const mark of marks) expect(schemaText.split(mark)).toHaveLength(shown.length + 1);
});

test("the TypeScript example is the one of the published comment, and each example shows its subject", () => {
  const file = path.join(paths.root, "provider/dist/index.d.ts");
  const comments = readFileSync(file, "utf8").replace(/^ \* ?/gm, "");
  const foreign = examplesIn("typescript").filter(
    ({ code }) => !comments.includes(`\`\`\`ts\n${code}\n\`\`\``),
  );
  expect(foreign).toEqual([]);
  for (const { name, in: code } of shown) {
    const snake = name.replace(/(?<!^)[A-Z]/g, "_$&").toLowerCase();
    expect(code.get("python")).toContain(name.startsWith("get") ? `${snake}_output(` : `gateway.${name}(`);
    expect(code.get("yaml")).toContain(`${name === "Provider" ? "s:workspace-gateway" : `index:${name}`}\n`);
  }
});

function translated(code: string): string {
  const spec = { description: "It." };
  const example = { text: "", bullets: new Map(), examples: [`\`\`\`ts\n${code}\n\`\`\``], byDefault: "" };
  const declared = [{ name: "Provider", comment: example, code: "", members: [] }];
  return withExamples({ provider: spec, resources: {}, functions: {}, types: {} }, declared).provider
    .description;
}

test.each([
  ["a loop", "for (let i = 0; i < 2; i++) {}", /cannot be translated.*for \(let/s],
  ["a sum", 'const a = await gateway.getQuota({ name: "a" });\nexport const b = a.max - 1;', /a\.max - 1/],
  ["an unknown name", "export const a = b;", /Simplify it: b/],
])("an example with %s is refused, with its place", (_, code, why) => {
  expect(() => translated(code)).toThrow(why);
});

test("a resource without a variable gets one of its name, and another one where that is taken", () => {
  const text = translated(
    ["smoke-test", "smokeTest"].map((name) => `new gateway.Workspace("${name}", { name: "a" });`).join("\n"),
  );
  expect(text).toContain('smoke_test = gateway.Workspace(\n    "smoke-test",');
  expect(text).toContain('smoke_test_workspace = gateway.Workspace(\n    "smokeTest",');
});
