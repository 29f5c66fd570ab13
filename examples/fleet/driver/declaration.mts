import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { projectFolder, sharedStack, teamStacks, teamsFolder } from "./stacks.mts";

/** The files that run the stacks. They are not part of the declaration. */
const driver = ["changed.mts", "deploy", "driver", "fleet.mts"];

const lockFiles = ["package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock"];

/**
 * A short digest of a stack's declaration. It covers every file in this folder, except hidden files and those
 * of the driver or of other stacks, and the packages' lock file, here or in a parent folder. The config of
 * `shared` counts for all stacks, because it contains values that the teams read.
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

/** In a monorepo, the lock file is in a parent folder. */
function lockFileAbove(): string[] {
  for (let folder = path.dirname(projectFolder); ; folder = path.dirname(folder)) {
    const found = lockFiles.map((name) => path.join(folder, name)).filter(existsSync);
    if (found.length > 0 || folder === path.dirname(folder)) {
      return found.map((file) => path.relative(projectFolder, file));
    }
  }
}
