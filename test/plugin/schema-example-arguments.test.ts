import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { z } from "zod";
import { which } from "../harness/cli/which.ts";
import { published } from "./support/published-schema.ts";
import { examplesIn, shown } from "./support/schema-examples.ts";

const calls = z.array(z.object({ name: z.string(), given: z.array(z.string()) }));

/** Prints what the programs of a JSON list call, by Python's own parser. */
const readByPython = `
import ast, json, sys
found = []
for text in json.load(sys.stdin):
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("gateway."):
            found.append({"name": node.func.attr, "given": [each.arg for each in node.keywords if each.arg != "opts"]})
print(json.dumps(found))
`;

test("those in Python are read by Python, and give only what the schema takes, and all that it requires", async (context) => {
  const python = (await which("python3", process.env)) ?? context.skip("there is no python3");
  const texts = examplesIn("python").map(({ code }) => code);
  const output = execFileSync(python, ["-c", readByPython], {
    input: JSON.stringify(texts),
    encoding: "utf8",
  });
  const found = calls.parse(JSON.parse(output));
  expect(found.length).toBeGreaterThan(shown.length);
  for (const { name, given } of found) {
    const { taken, required } = takenBy(camel(name).replace(/Output$/, ""));
    expect([name, given.map(camel).filter((each) => !taken.includes(each))]).toEqual([name, []]);
    expect([name, required.filter((each) => !given.map(camel).includes(each))]).toEqual([name, []]);
  }
});

function takenBy(name: string): { taken: string[]; required: readonly string[] } {
  const token = `workspace-gateway:index:${name}`;
  const inputs = published.functions[token]?.inputs;
  const resource = name === "Provider" ? published.provider : published.resources[token];
  return {
    taken: Object.keys(inputs?.properties ?? resource?.inputProperties ?? {}),
    required:
      inputs?.required ?? resource?.requiredInputs ?? expect.unreachable(`${name} is not in the schema`),
  };
}

function camel(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** How each language writes an argument at the beginning of a line, but for those of options. */
const argument = {
  python: /^ +(?!opts=)(\w+)=/gm,
  go: /^\t+(\w+): /gm,
  csharp: /^ +(?!Provider )(\w+) = /gm,
  java: /^ +\.(?!build\b|provider\b)(\w+)\(/gm,
} as const;

/** What C# calls otherwise, and properties of objects inside of arguments, which Python writes as keys. */
const renamed = new Map([["budgetValue", "budget"]]);
const inner = new Set(Object.values(published.types).flatMap(({ properties: each }) => Object.keys(each)));

test("the other languages give the same arguments, in the same order", () => {
  const given = (language: keyof typeof argument, code: ReadonlyMap<string, string>) =>
    [...(code.get(language) ?? "").matchAll(argument[language])].map(([, name = ""]) => {
      const written = camel(name).replace(/^./, (letter) => letter.toLowerCase());
      return renamed.get(written) ?? written;
    });
  for (const { name, in: code } of shown) {
    const expected = given("python", code);
    for (const language of ["go", "csharp", "java"] as const) {
      const rest = [...expected];
      const others = given(language, code).filter((each) => each !== rest[0] || rest.shift() === undefined);
      expect([name, language, rest, others.filter((each) => !inner.has(each))]).toEqual([
        name,
        language,
        [],
        [],
      ]);
    }
  }
});
