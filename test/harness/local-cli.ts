import { mkdir } from "node:fs/promises";
import { findCli } from "./cli/find.ts";
import { realHost } from "./cli/host.ts";
import { offlineEnvironment } from "./environment.ts";
import { paths } from "./paths.ts";

/** The environment in which `pulumi` is the found CLI with its state in the checkout, unless the person says otherwise. */
export async function localCli(signal: AbortSignal): Promise<NodeJS.ProcessEnv> {
  const cli = await findCli(realHost(signal));
  // Tokens, keys and a state under an empty passphrase lie in there.
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
