import { expect, test } from "vitest";
import { parse } from "yaml";
import { createProgram } from "../../cli/command-line.js";
import { colorsOf, resultText, tableText } from "../../cli/output.js";
import { leafCommands } from "./support/leaf-commands.ts";

const facts = () => ({ name: "tone", models: ["a", "b"], none: undefined });

test("facts are printed as JSON or YAML, and human-readable text is printed unchanged", () => {
  const text = (format: string) => `a ${format}`;
  expect(JSON.parse(resultText({ json: true }, facts, text))).toEqual({ name: "tone", models: ["a", "b"] });
  expect(resultText({ output: "json" }, facts, text)).toBe(resultText({ json: true }, facts, text));
  expect(parse(resultText({ output: "yaml" }, facts, text))).toEqual({ name: "tone", models: ["a", "b"] });
  expect(resultText({}, facts, text)).toBe("a table");
  expect(resultText({ output: "markdown" }, facts, text)).toBe("a markdown");
});

test("a table has a bold header in a color terminal, and its cells are escaped in Markdown", () => {
  const table = { head: ["name", "id"], rows: [["a|b", "<b>1</b>"]] };
  expect(tableText(table, colorsOf({}))).toBe("name  id\na|b   <b>1</b>");
  expect(tableText(table, colorsOf({ isColored: true }))).toContain("\u001b[1mname  id\u001b[22m\n");
  expect(tableText(table, colorsOf({}), "markdown")).toBe(
    "| name | id |\n| --- | --- |\n| a&#124;b | &#60;b&#62;1&#60;/b&#62; |",
  );
});

test("--output comes with --json, and --stack, --workspace, --yes, and --output have short options", () => {
  const short = { stack: "-s", workspace: "-w", yes: "-y", output: "-o" };
  const terminal = {
    env: {},
    interactive: false,
    out() {},
    note() {},
    progress() {},
    confirm: async () => false,
  };
  const without = leafCommands().flatMap((words) => {
    const found = words.reduce(
      (command, word) => command.commands.find((each) => each.name() === word) ?? command,
      createProgram(terminal, []),
    );
    const flags = new Map(found.options.map((option) => [option.attributeName(), option.short]));
    const bare = Object.entries(short).filter(([name, flag]) => flags.has(name) && flags.get(name) !== flag);
    return [
      ...bare.map(([name]) => `${words.join(" ")} --${name}`),
      ...(flags.has("json") === flags.has("output") ? [] : [words.join(" ")]),
    ];
  });
  expect(without).toEqual([]);
});
