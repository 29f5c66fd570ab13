import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { createProgram } from "../../../../cli/commands/command-line.js";
import { completedCommands } from "../../../../cli/commands/completion/completed-command.js";
import { systemTerminal } from "../../../../cli/commands/terminal.js";
import { CommandRun } from "../support/command-run.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "completion-"));
afterAll(() => rmSync(folder, { recursive: true }));
const here = path.join(folder, "here");
mkdirSync(here);
writeFileSync(path.join(here, "preview.json"), "");

const commands = completedCommands(createProgram(systemTerminal(process), []));

/** What is typed, and what a shell has to make of its last word. */
interface Question {
  readonly typed: string;
  readonly word: string;
}

/** Every command by its first letters, every option by its name but the last letter, and every value. */
const questions: Question[] = commands.flatMap((each) => {
  const at = each.path === "" ? "" : `${each.path} `;
  return [
    ...each.commands.map(({ word }) => ({ typed: at + word.slice(0, -1), word })),
    ...each.options.map(({ word }) => ({ typed: at + word.slice(0, -1), word })),
    ...each.options.flatMap(({ word, value }) =>
      typeof value === "object"
        ? value.words.map((one) => ({ typed: `${at}${word} ${one.slice(0, 1)}`, word: one }))
        : [],
    ),
  ];
});

const shells = ["bash", "zsh", "fish"] as const;
type Shell = (typeof shells)[number];

/** What a shell offers for each line; undefined if there is no such shell. */
async function offersOf(shell: Shell, lines: readonly string[]): Promise<string[][] | undefined> {
  if (spawnSync(shell, ["-c", "exit 0"]).status !== 0) return undefined;
  const { code, stdout, stderr } = await new CommandRun(["completion", shell]).done;
  expect([code, stderr]).toEqual([0, ""]);
  const script = path.join(folder, `script.${shell}`);
  writeFileSync(script, stdout);
  const ask = path.join(import.meta.dirname, `shells/ask.${shell}`);
  // Fish takes a line as it is typed; the others need an empty word for one that is still to be typed.
  const input = lines.map((line) => (shell !== "fish" && line.endsWith(" ") ? `${line}''` : line)).join("\n");
  const said = execFileSync(shell, [ask, script], { cwd: here, input: `${input}\n`, encoding: "utf8" });
  return said.split("\n").map((line) => line.trim().split(" "));
}

test.for(shells)("%s offers every command, every option and every value", async (shell, { skip }) => {
  expect(questions.length).toBeGreaterThan(200);
  const lines = questions.map(({ typed }) => typed);
  const offers = await offersOf(shell, lines);
  if (offers === undefined) return skip(`there is no ${shell}`);
  expect(questions.filter(({ word }, at) => !offers[at]?.includes(word))).toEqual([]);
});

test.for(shells)(
  "%s offers nothing behind `--`, nor for a text, and files where one is meant",
  async (shell, { skip }) => {
    const lines = ["review -- --st", "metrics sum --start-date ", "review ", "review --html "];
    const offers = await offersOf(shell, lines);
    if (offers === undefined) return skip(`there is no ${shell}`);
    const files = { bash: [""], zsh: ["*"], fish: ["preview.json"] }[shell]; // bash does it by itself
    expect(offers.slice(0, 4)).toEqual([[""], [""], files, files]);
  },
);

test("a shell that is not known is refused, with those that are", async () => {
  const { code, stderr } = await new CommandRun(["completion", "tcsh"]).done;
  expect(code).toBe(2);
  expect(stderr).toContain("bash, zsh, fish");
});
