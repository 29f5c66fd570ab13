import { expect, test } from "vitest";
import { createProgram } from "../../cli/command-line.js";
import { systemTerminal } from "../../cli/terminal.js";
import { examplePages, pages, textOf } from "./support/pages.ts";

const program = createProgram(systemTerminal(process), []);
// The reference is generated and has no commands.
const written = [...pages, ...examplePages].filter((page) => !page.startsWith("docs/reference/"));

/** Every `npx workspace-gateway …` of a page, in a block or in a sentence, without what goes to another program. */
function commandLines(page: string): string[] {
  return [...textOf(page).matchAll(/npx workspace-gateway +((?!…)[^`\n#|>;&]+)/g)].map(
    ([, line = ""]) => line.split(/ -- |'?$/)[0] ?? "",
  );
}

/** What a line has that the command line does not know. */
function unknownIn(line: string): string[] {
  let command = program;
  const options: string[] = [];
  for (const word of line.match(/"[^"]*"|\S+/g) ?? []) {
    const next = command.commands.find((each) => each.name() === word);
    if (next !== undefined) command = next as typeof program;
    else if (command === program && !word.startsWith("-")) return [word];
    else if (word.startsWith("-") && word !== "-") options.push(word);
  }
  const known = [...program.options, ...command.options].flatMap(({ long, short }) => [long, short]);
  return options.filter((option) => !known.includes(option));
}

test("every printed command of ours exists, with its options", () => {
  const lines = written.flatMap((page) => commandLines(page).map((line) => ({ page, line })));
  expect(lines.filter(({ line }) => unknownIn(line).length > 0)).toEqual([]);
  expect(lines.length).toBeGreaterThan(50);
});
