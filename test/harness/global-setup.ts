import path from "node:path";
import { chosenPlugin } from "./adapter.ts";
import { findCli } from "./cli/find.ts";
import { realHost } from "./cli/host.ts";
import { shareCompileCache } from "./compile-cache.ts";
import { interruptible } from "./interruptible.ts";
import { pluginArchive } from "./plugin-archive.ts";

/** Finds or builds the CLI once, before the workers start. They inherit the PATH, and find it there. */
export default async function setup(): Promise<void> {
  const { directory, version, source } = await interruptible((signal) => findCli(realHost(signal)));
  process.env.PATH = [directory, process.env.PATH].join(path.delimiter);
  process.stderr.write(`Pulumi ${version} (${source}): ${directory}\n`);
  await interruptible(shareCompileCache);
  if (chosenPlugin() === "archive") await interruptible(requireArchive);
}

async function requireArchive(signal: AbortSignal): Promise<void> {
  const made = await pluginArchive(realHost(signal));
  if ("missing" in made) throw new Error(made.missing);
}
