import path from "node:path";
import { chosenPlugin } from "./adapter.ts";
import { findCli } from "./cli/find.ts";
import { shareCompileCache } from "./compile-cache.ts";
import { interruptible } from "./interruptible.ts";
import { pluginArchive } from "./plugin-archive.ts";

/** Finds or builds the CLI once, before the workers start. They inherit the PATH, and find it there. */
export default async function setup(): Promise<void> {
  const { directory, version } = await findCli();
  process.env.PATH = [directory, process.env.PATH].join(path.delimiter);
  process.stderr.write(`Pulumi ${version}: ${directory}\n`);
  await interruptible(shareCompileCache);
  if (chosenPlugin() !== "archive") return;
  const made = await pluginArchive();
  if ("missing" in made) throw new Error(made.missing);
}
