import { readdir } from "node:fs/promises";
import path from "node:path";

/** What says exactly which packages a program is installed with. */
const lockFiles: ReadonlySet<string> = new Set([
  ...[
    "package-lock.json",
    "npm-shrinkwrap.json",
    "yarn.lock",
    "pnpm-lock.yaml",
    "bun.lock",
    "bun.lockb",
    "deno.lock",
  ],
  ...["uv.lock", "poetry.lock", "Pipfile.lock", "requirements.txt"],
  ...["go.sum", "packages.lock.json", "gradle.lockfile"],
]);

/** The lock files of the nearest folder that has one: of the program's own, or of the one that it is a part of. */
export async function lockFilesOf(folder: string): Promise<string[]> {
  const found = (await readdir(folder)).filter((name) => lockFiles.has(name));
  const above = path.dirname(folder);
  return found.length > 0 || above === folder
    ? found.map((name) => path.join(folder, name))
    : lockFilesOf(above);
}
