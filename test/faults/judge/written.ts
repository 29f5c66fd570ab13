import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

/** What the program reads: it declares the keys, so they stand there. */
const ofProgram = new Set(["objects.json"]);

/**
 * The texts of all files in a project's folder: state, backups and history in its backend, pulumi's own folder, and the copies that
 * `recover` keeps beside the program.
 */
export async function written(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !ofProgram.has(entry.name));
  return Promise.all(files.map((entry) => readFile(path.join(entry.parentPath, entry.name), "utf8")));
}
