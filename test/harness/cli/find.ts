import { buildCli } from "./build-cli.ts";
import { cached, keep, whileMaking } from "./cache.ts";
import { type Cli, cliKit, cliVersion } from "./cli.ts";
import type { Host } from "./host.ts";
import { installCli } from "./installer.ts";
import { cliOnPath } from "./on-path.ts";
import { which } from "./which.ts";

/**
 * Finds the Pulumi CLI, which is in no npm package: on PATH, else in the cache, else installed, else built
 * with Go.
 */
export async function findCli(host: Host): Promise<Cli> {
  const found = (await cliOnPath(host)) ?? (await cachedCli(host));
  if (found !== undefined) return found;
  // Another process may have made it while we waited for the lock.
  return whileMaking(host, cliKit, async () => (await cachedCli(host)) ?? (await makeCli(host)));
}

async function cachedCli(host: Host): Promise<Cli | undefined> {
  const directory = await cached(host, cliKit);
  return directory === undefined ? undefined : { directory, version: cliVersion, source: "cache" };
}

async function makeCli(host: Host): Promise<Cli> {
  try {
    const directory = await keep(host, cliKit, (empty) => installCli(host, empty));
    return { directory, version: cliVersion, source: "installer" };
  } catch (error) {
    host.signal.throwIfAborted();
    const problem = error instanceof Error ? error.message : String(error);
    const go = await which("go", host.env);
    if (go === undefined) throw new Error(nothingLeft(problem), { cause: error });
    host.say(`Pulumi's installer did not work: ${problem}.`);
    const directory = await keep(host, cliKit, (empty) => buildCli(host, go, empty));
    return { directory, version: cliVersion, source: "Go" };
  }
}

function nothingLeft(problem: string): string {
  return [
    "There is no Pulumi CLI, and it could not be installed or built:",
    "- no usable `pulumi` with its Node.js plugins is on PATH,",
    `- Pulumi's installer did not work: ${problem},`,
    "- no `go` to build it with is on PATH.",
    "Install Pulumi (https://www.pulumi.com/docs/install/) or Go 1.25 or newer (https://go.dev/dl/), then try again.",
  ].join("\n");
}
