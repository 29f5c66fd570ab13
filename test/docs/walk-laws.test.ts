import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { paths } from "../harness/paths.ts";
import { commandsOfReadme } from "../package/readme/walk.ts";
import { examplePages, pages } from "./support/pages.ts";
import { commandsIn, printedCommands } from "./walk/printed-commands.ts";
import { walks } from "./walk/walks.ts";

const keysOf = (page: string) => printedCommands(page).map(({ key }) => key);

describe.each(walks)("what is known of the commands of $page", ({ page, commands = {}, left = {} }) => {
  const printed = keysOf(page);
  const known = [...Object.keys(commands), ...Object.keys(left)];

  test("is of commands that the page has", () => {
    expect(known.filter((key) => !printed.includes(key))).toEqual([]);
    expect(printed.length).toBeGreaterThan(0);
  });

  test("says of no command that it is left out and how it is run", () => {
    expect(Object.keys(commands).filter((key) => key in left)).toEqual([]);
  });
});

test("what is left to another page is run there", () => {
  const lost = walks.flatMap(({ page, left = {} }) =>
    Object.entries(left).flatMap(([key, reason]) => {
      if (typeof reason === "string") return [];
      const other = walks.find((each) => each.page === reason.page);
      const isRun = keysOf(reason.page).includes(key) && other?.left?.[key] === undefined;
      return other !== undefined && isRun ? [] : [`${page}: ${key}`];
    }),
  );
  expect(lost).toEqual([]);
});

test("every file that a reason names is there", () => {
  const reasons = walks.flatMap(({ left = {} }) => Object.values(left)).concat(Object.values(onlyInReadmes));
  const named = reasons.flatMap((reason) =>
    typeof reason === "string"
      ? (reason.match(/\b(?:test|examples|docs)\/[\w./-]*\w/g) ?? [])
      : [reason.page],
  );
  expect(named.filter((file) => !existsSync(path.join(paths.root, file)))).toEqual([]);
  expect(named.length).toBeGreaterThan(50);
});

// The reference is generated and has no commands.
const followed = [...pages, ...examplePages].filter(
  (page) => page !== "README.md" && !page.startsWith("docs/reference/"),
);

test("every page of docs and examples that has a command is followed, once", () => {
  const withCommands = followed.filter((page) => keysOf(page).length > 0);
  const ofWalks = walks.map(({ page }) => page);
  expect(ofWalks.toSorted()).toEqual(withCommands.toSorted());
});

/** What no page has that is followed, and why it need not. */
const onlyInReadmes: Readonly<Record<string, string>> = {
  "npm ci && npm start": "examples/quickstart/README.md is followed with it, and CI begins with it",
  "npm test": "it runs this test",
  "npx workspace-gateway export account":
    "test/package/templates.test.ts exports so in a folder that is empty",
};

test.each(["README.md", "provider/README.md", "cli/README.md"])(
  "every command of %s is one of README's way or of a page that is followed",
  (page) => {
    const known = [...commandsOfReadme(), ...Object.keys(onlyInReadmes), ...followed.flatMap(keysOf)];
    const others = printedCommands(page).filter(({ text }) => !known.includes(text));
    expect(others.map(({ text }) => text)).toEqual([]);
  },
);

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
