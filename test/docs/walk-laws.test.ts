import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { paths } from "../harness/paths.ts";
import { commandsOfReadme } from "../package/readme/walk.ts";
import { examplePages, pages } from "./support/pages.ts";
import { walksOfDocs } from "./walk/docs.ts";
import { elsewhere } from "./walk/elsewhere.ts";
import { walksOfExamples } from "./walk/examples.ts";
import { commandsIn, printedCommands } from "./walk/printed-commands.ts";

const walks = [...walksOfDocs, ...walksOfExamples, ...elsewhere];
const keysOf = (page: string) => printedCommands(page).map(({ key }) => key);

test.each(walks)("the walk of $page names only commands that the page has, each once", (walk) => {
  const known = [...Object.keys(walk.commands ?? {}), ...Object.keys(walk.left ?? {})];
  expect(keysOf(walk.page)).toEqual(expect.arrayContaining(known));
  expect(new Set(known).size).toBe(known.length);
});

test("every command that a walk leaves to another page is run there", () => {
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

test("every file that a reason names exists", () => {
  const reasons = walks.flatMap(({ left = {} }) => Object.values(left)).concat(Object.values(onlyInReadmes));
  const named = reasons.flatMap((reason) =>
    typeof reason === "string"
      ? (reason.match(/\b(?:test|examples|docs)\/[\w./-]*\w/g) ?? [])
      : [reason.page.replace(/#.*/, "")],
  );
  expect(named.filter((file) => !existsSync(path.join(paths.root, file)))).toEqual([]);
  expect(named.length).toBeGreaterThan(50);
});

// The reference is generated and has no commands.
const followed = [...pages, ...examplePages]
  .filter((page) => page !== "README.md" && !page.startsWith("docs/reference/"))
  .filter((page) => keysOf(page).length > 0);

test("every page of docs and examples that has commands is walked once", () => {
  const parts = walks.map(({ page }) => page);
  expect(new Set(parts).size).toBe(parts.length);
  expect([...new Set(parts.map((page) => page.replace(/#.*/, "")))].toSorted()).toEqual(followed.toSorted());
  // Of a page in parts, the section and the rest are followed.
  const sections = parts.filter((page) => /#[^!]/.test(page));
  expect(parts.filter((page) => page.includes("#!"))).toEqual(
    expect.arrayContaining(sections.map((page) => page.replace("#", "#!"))),
  );
  expect(parts.filter((page) => page.includes("#"))).toHaveLength(2 * sections.length);
});

/** What no page has that is followed, and why it need not. */
const onlyInReadmes: Readonly<Record<string, string>> = {
  "npm ci && npm start": "examples/quickstart/README.md is followed with it, and CI begins with it",
  "npm test": "it runs this test",
  "npx workspace-gateway export account":
    "test/package/templates.test.ts exports so in a folder that is empty",
};

test.each(["README.md", "provider/README.md", "cli/README.md"])(
  "every command in %s is a command of README's walk or of another walked page",
  (page) => {
    const known = [...commandsOfReadme(), ...Object.keys(onlyInReadmes), ...followed.flatMap(keysOf)];
    const others = printedCommands(page).filter(({ text }) => !known.includes(text));
    expect(others.map(({ text }) => text)).toEqual([]);
  },
);

test("lines joined by a quote or a backslash are one command, and comments are not commands", () => {
  const block = `# first\na --b 'one # two\nthree' # said\nc \\\n  d # e\n\nf "#"\n`;
  expect(commandsIn(block)).toEqual(["a --b 'one # two\nthree' # said", "c \\\n  d # e", 'f "#"']);
});
