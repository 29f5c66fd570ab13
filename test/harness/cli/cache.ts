import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { type Cli, cliVersion } from "./cli.ts";
import type { Host } from "./host.ts";
import { matchesManifest, writeManifest } from "./manifest.ts";

const name = `pulumi-${cliVersion}`;

/** The copy kept by an earlier run, if it is whole. */
export async function cachedCli(host: Host): Promise<Cli | undefined> {
  const directory = path.join(host.cache, name);
  if (!existsSync(directory)) return undefined;
  const problem = await fault(host, directory);
  return problem === undefined ? { directory, version: cliVersion, source: "cache" } : undefined;
}

/**
 * Keeps what `make` puts into an empty folder. The copy appears under its name whole and verified, or not at all;
 * only the holder of the lock calls this, so whatever else lies half made was left by a process that is gone.
 */
export async function keepCli(host: Host, make: (directory: string) => Promise<void>): Promise<void> {
  const final = path.join(host.cache, name);
  const making = `${name}.making-`;
  for (const entry of await readdir(host.cache)) {
    if (entry.startsWith(making)) await rm(path.join(host.cache, entry), { recursive: true, force: true });
  }
  if (existsSync(final)) host.say(`The Pulumi CLI in ${final} is damaged and will be replaced.`);
  const work = await mkdtemp(path.join(host.cache, making));
  try {
    const directory = path.join(work, "bin");
    await mkdir(directory);
    await make(directory);
    await writeManifest(directory);
    const problem = await fault(host, directory);
    if (problem !== undefined) throw new Error(`The new Pulumi CLI is unfit: ${problem}.`);
    await rm(final, { recursive: true, force: true });
    await rename(directory, final);
  } finally {
    // Retried, because an aborted compiler may still be writing.
    await rm(work, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function fault(host: Host, directory: string): Promise<string | undefined> {
  if (!(await matchesManifest(directory))) return "its files do not match their checksums";
  const { stdout } = await host.run(path.join(directory, "pulumi"), ["version"], { env: host.env });
  return stdout.trim() === cliVersion ? undefined : `\`pulumi version\` does not print ${cliVersion}`;
}
