import type { Command } from "commander";
import { expect, test } from "vitest";
import { createProgram } from "../../cli/commands/command-line.js";
import { systemTerminal } from "../../cli/commands/terminal.js";
import { blocksOf, pages } from "./support/pages.ts";

/** Each line of the reference that calls the command, with its words. The commands of all other pages are run: `walks.test.ts`, `example-walks.test.ts`. */
const lines = pages
  .filter((page) => page.startsWith("docs/reference/"))
  .flatMap((page) =>
    blocksOf(page, "sh").flatMap(({ line, text }) =>
      [...text.matchAll(/^npx workspace-gateway (.*)$/gm)].map(([, words = ""]) => ({
        at: `${page}:${line}`,
        words: wordsOf(words),
      })),
    ),
  );

function wordsOf(text: string): string[] {
  return [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, one, two, three]) => one ?? two ?? three ?? "",
  );
}

/** What is wrong with a command line for the command that it calls. Nothing is run. */
function wrongIn(words: readonly string[]): string | undefined {
  let command: Command = createProgram(systemTerminal(process), []);
  let rest = [...words];
  for (;;) {
    const next = command.commands.find((each) => each.name() === rest[0]);
    if (next === undefined) break;
    [command, rest] = [next, rest.slice(1)];
  }
  if (command.parent === null) return `there is no command ${words[0]}`;
  const dashes = rest.indexOf("--");
  const { operands, unknown } = command.parseOptions(dashes < 0 ? rest : rest.slice(0, dashes));
  const isOpen = command.registeredArguments.some(({ variadic }) => variadic);
  if (unknown.length > 0) return `${command.name()} has no ${unknown[0]}`;
  if (!isOpen && operands.length > command.registeredArguments.length)
    return `too many words: ${operands.at(-1)}`;
  return undefined;
}

test("every command of the reference is one of the command line, with options that it has", () => {
  const wrong = lines.flatMap(({ at, words }) => {
    const problem = wrongIn(words);
    return problem === undefined ? [] : [`${at}: ${words.join(" ")}: ${problem}`];
  });
  expect(wrong).toEqual([]);
  expect(lines.length).toBeGreaterThan(8);
});

test("a command that does not exist, and an option that one does not have, are found", () => {
  expect(wrongIn(["marvel"])).toContain("no command");
  expect(wrongIn(["drift", "--marvel"])).toContain("--marvel");
  expect(wrongIn(["whoami", "more", "words"])).toContain("too many");
});
