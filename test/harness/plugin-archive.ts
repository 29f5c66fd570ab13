import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { digestsOf, parts } from "../../provider/build/sources.mts";
import type { Had } from "./cli/kits.ts";
import { withLock } from "./cli/lock.ts";
import { paths } from "./paths.ts";
import { RunningProcess } from "./process.ts";

const folder = path.join(paths.state, "archive");

/** Where the plugin is that was made for this machine, when it has been unpacked. */
export const unpackedPlugin = path.join(folder, "plugin");

/** The plugin's archive for this machine: that of an earlier run, if nothing has changed since, else a new one. */
export async function pluginArchive(): Promise<Had<{ file: string }>> {
  const digest = digestOfSources();
  const stamp = path.join(folder, "sources");
  await mkdir(paths.state, { recursive: true });
  return withLock(path.join(paths.state, "archive.lock"), "plugin's archive", async () => {
    const isMade = existsSync(stamp) && (await readFile(stamp, "utf8")) === digest;
    if (!isMade) {
      const problem = await make();
      if (problem !== undefined) return { missing: `the plugin's archive was not made: ${problem}` };
      await writeFile(stamp, digest);
    }
    const [name = ""] = (await readdir(folder)).filter((each) => each.endsWith(".tar.gz"));
    return { file: path.join(folder, name) };
  });
}

async function make(): Promise<string | undefined> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(unpackedPlugin, { recursive: true });
  const builder = path.join(paths.root, "provider/build/archive.mts");
  const built = await new RunningProcess(process.execPath, [builder, folder]).done;
  if (built.code !== 0) return built.output.trim();
  const unpacked = await new RunningProcess("tar", ["-xzf", built.stdout.trim(), "-C", unpackedPlugin]).done;
  return unpacked.code === 0 ? undefined : unpacked.output.trim();
}

function digestOfSources(): string {
  const provider = parts.filter(({ name }) => name === "provider");
  return createHash("sha256")
    .update(JSON.stringify(provider.map(digestsOf)))
    .digest("hex");
}
