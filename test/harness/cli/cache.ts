import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { isDeepStrictEqual } from "node:util";
import type { Host } from "./host.ts";
import type { Kit } from "./kit.ts";
import { withLock } from "./lock.ts";

/** The folder of the copy that an earlier run kept, if the copy is complete. */
export async function cached(host: Host, kit: Kit): Promise<string | undefined> {
  const directory = path.join(host.cache, kit.folder);
  if (!existsSync(directory)) return undefined;
  return (await fault(host, kit, directory)) === undefined ? directory : undefined;
}

/** The folder of the copy: that of an earlier run, else the one that `make` makes. */
export async function cachedOr(host: Host, kit: Kit, make: () => Promise<string>): Promise<string> {
  const kept = () => cached(host, kit);
  return (await kept()) ?? whileMaking(host, kit, async () => (await kept()) ?? make());
}

/** Runs `work`, which makes the copy. No other process makes one at the same time. */
export function whileMaking<T>(host: Host, kit: Kit, work: () => Promise<T>): Promise<T> {
  return withLock(host, path.join(host.cache, `${kit.folder}.lock`), kit.title, work);
}

/**
 * Keeps what `make` puts into an empty folder, and gives the folder. The copy gets its name only when it is
 * complete and checked. Only the holder of the lock calls this: so a copy that is half made was left by a
 * process that is gone, and is removed.
 */
export async function keep(
  host: Host,
  kit: Kit,
  make: (directory: string) => Promise<void>,
): Promise<string> {
  const final = path.join(host.cache, kit.folder);
  const making = `${kit.folder}.making-`;
  for (const entry of await readdir(host.cache)) {
    if (entry.startsWith(making)) await rm(path.join(host.cache, entry), { recursive: true, force: true });
  }
  if (existsSync(final)) host.say(`The ${kit.title} in ${final} is damaged and will be replaced.`);
  const work = await mkdtemp(path.join(host.cache, making));
  try {
    const directory = path.join(work, "bin");
    await mkdir(directory);
    await make(directory);
    await writeManifest(directory);
    const problem = await fault(host, kit, directory);
    if (problem !== undefined) throw new Error(`The new ${kit.title} cannot be used: ${problem}.`);
    await rm(final, { recursive: true, force: true });
    await rename(directory, final);
    return final;
  } finally {
    // It tries again, because an aborted compiler may still be writing.
    await rm(work, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function fault(host: Host, kit: Kit, directory: string): Promise<string | undefined> {
  if (!(await matchesManifest(directory, kit.files))) return "its files do not match their checksums";
  const { files, ask = "version", prints } = kit;
  const { stdout } = await host.run(path.join(directory, files[0]), [ask], { env: host.env });
  const [first = ""] = stdout.trim().split("\n");
  return first === prints ? undefined : `\`${files[0]} ${ask}\` does not print ${prints}`;
}

const manifest = "manifest.json";

/** Writes the checksums of all files of the folder into a manifest there. */
async function writeManifest(directory: string): Promise<void> {
  const names = await readdir(directory);
  await writeFile(
    path.join(directory, manifest),
    `${JSON.stringify(await checksums(directory, names), null, 2)}\n`,
  );
}

/** Whether the files still have the checksums of the manifest, which has at least these. */
async function matchesManifest(directory: string, names: readonly string[]): Promise<boolean> {
  try {
    const written: object = JSON.parse(await readFile(path.join(directory, manifest), "utf8"));
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
