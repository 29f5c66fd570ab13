import { existsSync } from "node:fs";
import path from "node:path";
import type { Host } from "./host.ts";

const gigabyte = 1e9;
const needed = 5;

/** Refuses a build that would fill a disk. Go's caches and the cache folder can be on different disks. */
export async function requireFreeSpace(host: Host, go: string, what: string): Promise<void> {
  const { stdout } = await host.run(go, ["env", "GOCACHE", "GOMODCACHE"], { env: host.env });
  for (const directory of [host.cache, ...stdout.trim().split("\n")]) {
    const free = (await host.freeBytes(nearestExisting(directory))) / gigabyte;
    if (free >= needed) continue;
    throw new Error(
      `Building the ${what} needs about ${needed} GB, but only ${free.toFixed(1)} GB are free where ${directory} lies. ` +
        "Free some space, or move the folder (XDG_CACHE_HOME, GOCACHE, GOMODCACHE).",
    );
  }
}

function nearestExisting(directory: string): string {
  return existsSync(directory) ? directory : nearestExisting(path.dirname(directory));
}
