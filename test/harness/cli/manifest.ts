import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";

const file = "manifest.json";

/** Writes the checksums of the files into a manifest in the same folder. */
export async function writeManifest(directory: string, names: readonly string[]): Promise<void> {
  await writeFile(
    path.join(directory, file),
    `${JSON.stringify(await checksums(directory, names), null, 2)}\n`,
  );
}

/** Whether the files still have the checksums of the manifest. */
export async function matchesManifest(directory: string, names: readonly string[]): Promise<boolean> {
  try {
    const written: unknown = JSON.parse(await readFile(path.join(directory, file), "utf8"));
    return JSON.stringify(written) === JSON.stringify(await checksums(directory, names));
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
