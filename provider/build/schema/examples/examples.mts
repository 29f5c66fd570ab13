import type { Declared } from "../../reference/declared.mts";
import { csharp } from "./csharp.mts";
import { go } from "./go.mts";
import { java } from "./java.mts";
import { python } from "./python.mts";
import { readProgram } from "./read-program.mts";
import { type Schema, Shapes } from "./shapes.mts";
import { yaml } from "./yaml.mts";

/** Puts an example in each language into the descriptions of all resources and functions: the one of its comment, translated. */
export function withExamples(schema: Schema, declared: readonly Declared[]): Schema {
  const shapes = new Shapes(schema);
  const described = <T extends { readonly description: string }>(spec: T, name: string): T => {
    const example = declared.find((each) => each.name === name)?.comment.example ?? "";
    const code = example.replace(/^```ts\n|\n```$/g, "");
    if (code === "") {
      throw new Error(`${name} has no @example in its comment, so the schema has none for it`);
    }
    return { ...spec, description: `${spec.description}\n\n${usage(inEachLanguage(code, schema, shapes))}` };
  };
  const all = <T extends { readonly description: string }>(specs: Readonly<Record<string, T>>) =>
    Object.fromEntries(
      Object.entries(specs).map(([token, spec]) => [token, described(spec, token.split(":").at(-1) ?? "")]),
    );
  return {
    ...schema,
    provider: described(schema.provider, "Provider"),
    resources: all(schema.resources),
    functions: all(schema.functions),
  };
}

/** By what a fence calls the language. The TypeScript is that of the package, whose lists are arrays. */
function inEachLanguage(typescript: string, { language }: Schema, shapes: Shapes): Record<string, string> {
  const program = readProgram(typescript, shapes);
  return {
    typescript,
    python: python(program),
    go: go(program, language.go.importBasePath, (name) => shapes.isKind(name)),
    csharp: csharp(program),
    java: java(program, language.java.basePackage),
    yaml: yaml(program),
  };
}

/** In the form from which Pulumi makes the choice of a language, and leaves out what is not of an SDK's language. */
function usage(languages: Readonly<Record<string, string>>): string {
  const fences = Object.entries(languages).map(([name, code]) => `\`\`\`${name}\n${code}\n\`\`\``);
  return [
    "{{% examples %}}",
    "## Example Usage",
    "{{% example %}}",
    ...fences,
    "{{% /example %}}",
    "{{% /examples %}}",
  ].join("\n\n");
}
