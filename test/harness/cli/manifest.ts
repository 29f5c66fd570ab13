import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { isDeepStrictEqual } from "node:util";

const file = "manifest.json";

/** Writes the checksums of all files of the folder into a manifest there. */
export async function writeManifest(directory: string): Promise<void> {
  const names = await readdir(directory);
  await writeFile(
    path.join(directory, file),
    `${JSON.stringify(await checksums(directory, names), null, 2)}\n`,
  );
}

/** Whether the files still have the checksums of the manifest, which has at least these. */
export async function matchesManifest(directory: string, names: readonly string[]): Promise<boolean> {
  try {
    const written: object = JSON.parse(await readFile(path.join(directory, file), "utf8"));
    const known = Object.keys(written);
    const found = await checksums(directory, known);
    return names.every((name) => known.includes(name)) && isDeepStrictEqual(written, found);
  } catch {
    // The manifest is missing or cut off, or a file is missing. In all cases the caller makes a new copy.
    return false;
  }
}

async function checksums(directory: string, names: readonly string[]): Promise<Record<string, string>> {
  const sums: Record<string, string> = {};
  for (const name of names) {
    const hash = createHash("sha256");
    await pipeline(createReadStream(path.join(directory, name)), hash);
    sums[name] = hash.digest("hex");
  }
  return sums;
}
