import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Command } from "commander";
import { describe, expect, test } from "vitest";
import { createProgram } from "../cli/commands/command-line.js";
import { systemTerminal } from "../cli/commands/terminal.js";
import { createCommand } from "./gateway/cli/command.ts";
import { paths } from "./harness/paths.ts";

/** Who reads a published text has its package, and not the repository: it names no file that only the repository has. */

const tracked = execFileSync("git", ["ls-files"], { cwd: paths.root, encoding: "utf8" }).trim().split("\n");
const folders = new Set(tracked.flatMap((file) => foldersOf(file)));

/** Files that users have or that commands write, whatever the repository has of the same name. */
const ofUsers = [
  "Pulumi.yaml",
  "package.json",
  "README.md",
  "index.ts",
  "file.ts",
  "adopt.ts",
  "drift.md",
  "comment.md",
];

function foldersOf(file: string): string[] {
  const folder = path.posix.dirname(file);
  return folder.includes("/") ? [folder, ...foldersOf(folder)] : [folder];
}

/** What people read of a file: of declarations, the comments. */
function proseOf(file: string): string {
  const text = readFileSync(file, "utf8");
  return file.endsWith(".d.ts") ? (text.match(/\/\*\*[\s\S]*?\*\//g) ?? []).join("\n") : text;
}

/** The names in a text that lead to nothing for who has only the package; those of links to the web lead somewhere. */
function foreignNames(text: string, inPackage: (name: string) => boolean): string[] {
  const offline = text.replaceAll(/\[[^\]]*\]\(https:[^)]*\)/g, "").replaceAll(/\bhttps?:\/\/[^\s)]+/g, "");
  const names = offline.match(/[\w@./-]*\w/g) ?? [];
  return [...new Set(names)].filter((name) => isFile(name) && !ofUsers.includes(name) && !inPackage(name));
}

function isFile(name: string): boolean {
  const isPath = name.includes("/") && (tracked.includes(name) || folders.has(name));
  return isPath || tracked.includes(name) || /\w\.(md|mts|tsx?)$/.test(name);
}

const packages = {
  provider: [],
  cli: helpOf(createProgram(systemTerminal(process), [])),
  "test/gateway": helpOf(createCommand()),
};

/** The help of a command and of all below it. */
function helpOf(command: Command): string[] {
  const help: string[] = [];
  command.configureOutput({ writeOut: (text) => void help.push(text) }).outputHelp();
  return [help.join(""), ...command.commands.flatMap((each) => helpOf(each))];
}

describe.each(Object.entries(packages))("the package of %s", (folder, help) => {
  const cwd = path.join(paths.root, folder);
  const [packed] = JSON.parse(
    execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { cwd, encoding: "utf8" }),
  );
  const files: string[] = packed.files.map((file: { path: string }) => file.path);

  test("names no file outside of itself in its declarations, its schema, its README and its help", () => {
    const texts = files.filter((file) => /\.d\.ts$|^README\.md$|schema\.json$|^policy\//.test(file));
    const inPackage = (name: string) => files.some((file) => file === name || file.startsWith(`${name}/`));
    const foreign = [
      ...texts.map((file) => [file, proseOf(path.join(cwd, file))] as const),
      ...help.map((text) => [text.split("\n")[0], text] as const),
    ].flatMap(([where, text]) => foreignNames(text, inPackage).map((name) => `${where}: ${name}`));
    expect(foreign).toEqual([]);
    expect(texts).toContain("README.md");
  });
});

test("the reference names no file but its own pages, and the page of the lifecycle", () => {
  const folder = path.join(paths.root, "docs/reference");
  const pages = readdirSync(folder);
  const foreign = pages.flatMap((page) =>
    foreignNames(readFileSync(path.join(folder, page), "utf8"), (name) => pages.includes(name))
      .filter((name) => name !== "../lifecycle.md")
      .map((name) => `${page}: ${name}`),
  );
  expect(foreign).toEqual([]);
  expect(pages.length).toBeGreaterThan(20);
});

test("a name of a document, of a source and of a folder is found, and one on the web or of a user's is not", () => {
  const text =
    "as api.md says, see `provider/kinds/prompt.ts`, examples/team and CHANGELOG.md, [docs/rules.md](https://example.com/docs/rules.md), " +
    "https://example.com/SECURITY.md, Pulumi.yaml, drift.md, requests.csv and bundle.json";
  expect(foreignNames(text, () => false)).toEqual([
    "api.md",
    "provider/kinds/prompt.ts",
    "examples/team",
    "CHANGELOG.md",
  ]);
  expect(foreignNames("see CHANGELOG.md", (name) => name === "CHANGELOG.md")).toEqual([]);
});
