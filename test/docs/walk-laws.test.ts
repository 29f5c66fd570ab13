import { describe, expect, test } from "vitest";
import { commandsIn, printedCommands } from "./walk/printed-commands.ts";
import { walks } from "./walk/walks.ts";

describe.each(walks)("what is known of the commands of $page", ({ page, commands = {}, left = {} }) => {
  const printed = printedCommands(page).map(({ key }) => key);
  const known = [...Object.keys(commands), ...Object.keys(left)];

  test("is of commands that the page has", () => {
    expect(known.filter((key) => !printed.includes(key))).toEqual([]);
    expect(printed.length).toBeGreaterThan(0);
  });

  test("says of no command that it is left out and how it is run", () => {
    expect(Object.keys(commands).filter((key) => key in left)).toEqual([]);
  });
});

test("lines that a quote or a backslash joins are one command, and comments are none", () => {
  const block = `# first
a --b 'one # two
three' # said
c \\
  d # e

f "#"
`;
  expect(commandsIn(block)).toEqual(["a --b 'one # two\nthree' # said", "c \\\n  d # e", 'f "#"']);
});
