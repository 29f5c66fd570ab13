import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { paths } from "../../harness/paths.ts";
import { leafCommands } from "./support/leaf-commands.ts";

/** Where a command has to be named besides its own folder; each law says what is missing, and where it goes. */

const leaves = leafCommands().map((words) => ({ words, name: words.join(" ") }));

function textOf(file: string): string {
  return readFileSync(path.join(paths.root, file), "utf8");
}

test("docs/commands.md shows every command", () => {
  const page = textOf("docs/commands.md");
  const missing = leaves
    .filter(({ name }) => !new RegExp(`^npx workspace-gateway ${name}( |$)`, "m").test(page))
    .map(
      ({ name }) =>
        `docs/commands.md does not show ${name}: add a line \`npx workspace-gateway ${name}\` to a block of commands`,
    );
  expect(missing).toEqual([]);
});

test("CHANGELOG tells of every command", () => {
  const changelog = textOf("CHANGELOG.md");
  const missing = leaves
    .filter(({ name }) => !new RegExp(`\`(workspace-gateway )?${name}( [^\`\n]*)?\``).test(changelog))
    .map(
      ({ name }) =>
        `CHANGELOG.md does not tell of ${name}: add a line with \`workspace-gateway ${name}\` under "Unreleased"`,
    );
  expect(missing).toEqual([]);
});

test("a test beside those of its command runs every command by its words", () => {
  const missing = leaves
    .filter(
      ({ words: [first = ""], words }) =>
        !runsOf(`test/cli/commands/${first}`).some((run) => begins(run, words)),
    )
    .map(
      ({ words, name }) =>
        `no test of test/cli/commands/${words[0]} runs ${name}: add one to test/cli/commands/${words[0]}/command.test.ts, with \`run([${words.map((word) => `"${word}"`).join(", ")}])\` of openPerson`,
    );
  expect(missing).toEqual([]);
});

/** Whether a command line begins with these words; what runs it may stand before them. */
function begins(line: readonly (string | undefined)[], words: readonly string[]): boolean {
  const start = line.findIndex((word) => word !== undefined);
  return words.every((word, at) => line[start + at] === word);
}

/** The command lines in the tests of a folder: undefined stands for a word that is not written there. */
function runsOf(folder: string): (string | undefined)[][] {
  const at = path.join(paths.root, folder);
  const files = existsSync(at) ? readdirSync(at).filter((file) => file.endsWith(".test.ts")) : [];
  return files.flatMap((file) => runsIn(textOf(`${folder}/${file}`)));
}

function runsIn(text: string): (string | undefined)[][] {
  const found: (string | undefined)[][] = [];
  const visit = (node: ts.Node) => {
    if (ts.isArrayLiteralExpression(node) && isGiven(node)) {
      found.push(node.elements.map((each) => (ts.isStringLiteral(each) ? each.text : undefined)));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("a.test.ts", text, ts.ScriptTarget.Latest, true));
  return found;
}

/** Whether it is what a function is called with, by itself or by a name. */
function isGiven({ parent }: ts.Node): boolean {
  return ts.isCallExpression(parent) || ts.isNewExpression(parent) || ts.isVariableDeclaration(parent);
}
