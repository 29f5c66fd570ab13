import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { projectFolder, sharedStack, teamStacks, teamsFolder } from "./stacks.mts";

/** What runs the stacks, and is no part of what they declare. */
const driver = ["changed.mts", "deploy", "driver", "fleet.mts"];

const lockFiles = ["package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock"];

/**
 * What a stack is declared by, as one short text: every file of this folder that is not of the driver, of another stack or
 * hidden, and the lock file of the packages, wherever it lies above. The config of `shared` counts for all: the teams get
 * out of it what they read.
 */
export function declarationOf(stack: string): string {
  const digest = createHash("sha256");
  for (const file of [...filesFor(stack), ...lockFileAbove()]) {
    const content = readFileSync(path.join(projectFolder, file));
    digest.update(`${file} ${content.length}\n`).update(content);
  }
  return `declared ${digest.digest("hex").slice(0, 16)}`;
}

function filesFor(stack: string): string[] {
  const others = [sharedStack, ...teamStacks()].filter((name) => name !== stack);
  const left = new Set([
    ...driver,
    ...others.map((name) => path.join(teamsFolder, `${name}.ts`)),
    ...others.filter((name) => name !== sharedStack).map((name) => `Pulumi.${name}.yaml`),
  ]);
  const isLeft = (file: string, name: string) =>
    left.has(file) || name.startsWith(".") || name === "node_modules";
  const below = (folder: string): string[] =>
    readdirSync(path.join(projectFolder, folder), { withFileTypes: true }).flatMap((entry) => {
      const file = path.join(folder, entry.name);
      if (isLeft(file, entry.name)) return [];
      if (entry.isDirectory()) return below(file);
      const isFile = statSync(path.join(projectFolder, file), { throwIfNoEntry: false })?.isFile();
      return isFile === true ? [file] : [];
    });
  return below("").toSorted();
}

/** In a monorepo, the packages are locked in a folder above. */
function lockFileAbove(): string[] {
  for (let folder = path.dirname(projectFolder); ; folder = path.dirname(folder)) {
    const found = lockFiles.map((name) => path.join(folder, name)).filter(existsSync);
    if (found.length > 0 || folder === path.dirname(folder)) {
      return found.map((file) => path.relative(projectFolder, file));
    }
  }
}
