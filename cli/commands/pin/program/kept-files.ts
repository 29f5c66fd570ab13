import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

/**
 * The files of a folder, as absolute paths: those that git keeps, or where it keeps none, all but hidden ones and installed
 * packages. What a run writes there, such as a report, is then in no one's program.
 */
export async function keptFiles(folder: string): Promise<string[]> {
  const kept = await keptByGit(folder);
  return kept.length > 0 ? kept : walk(folder);
}

async function keptByGit(folder: string): Promise<string[]> {
  try {
    const options = { cwd: folder, maxBuffer: 2 ** 28 };
    const { stdout } = await promisify(execFile)("git", ["ls-files", "-z"], options);
    return stdout.split("\0").flatMap((file) => (file === "" ? [] : [path.join(folder, file)]));
  } catch {
    return []; // no git, or no checkout
  }
}

async function walk(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const seen = entries.filter(({ name }) => !name.startsWith(".") && name !== "node_modules");
  const found = seen.map(async (entry) => {
    const place = path.join(folder, entry.name);
    return entry.isDirectory() ? walk(place) : [place];
  });
  return (await Promise.all(found)).flat();
}
