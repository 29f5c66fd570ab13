import { mkdir } from "node:fs/promises";
import { findCli } from "./cli/find.ts";
import { offlineEnvironment } from "./environment.ts";
import { paths } from "./paths.ts";

/**
 * The environment in which `pulumi` is the found CLI. Its state is in the checkout, unless the user has set
 * another.
 */
export async function localCli(): Promise<NodeJS.ProcessEnv> {
  const cli = await findCli();
  // This folder has tokens, keys and a state with an empty passphrase.
  await mkdir(paths.state, { recursive: true, mode: 0o700 });
  await mkdir(paths.backend, { recursive: true });
  await mkdir(paths.home, { recursive: true });
  return offlineEnvironment(process.env, {
    cli: cli.directory,
    bin: paths.bin,
    backend: paths.backend,
    home: paths.home,
  });
}
