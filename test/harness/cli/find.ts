import path from "node:path";
import { cachedCli, keepCli } from "./cache.ts";
import { type Cli, cliVersion } from "./cli.ts";
import { buildCli } from "./go-build.ts";
import type { Host } from "./host.ts";
import { installCli } from "./installer.ts";
import { withLock } from "./lock.ts";
import { cliOnPath } from "./on-path.ts";
import { which } from "./which.ts";

/** The Pulumi CLI, which no npm package brings: on PATH, else cached, else installed, else built with Go. */
export async function findCli(host: Host): Promise<Cli> {
  const found = (await cliOnPath(host)) ?? (await cachedCli(host));
  if (found !== undefined) return found;
  return withLock(host, path.join(host.cache, `pulumi-${cliVersion}.lock`), async () => {
    // Whoever held the lock before us may have made it.
    return (await cachedCli(host)) ?? (await makeCli(host));
  });
}

async function makeCli(host: Host): Promise<Cli> {
  const directory = path.join(host.cache, `pulumi-${cliVersion}`);
  try {
    await keepCli(host, (empty) => installCli(host, empty));
    return { directory, version: cliVersion, source: "installer" };
  } catch (error) {
    host.signal.throwIfAborted();
    const problem = error instanceof Error ? error.message : String(error);
    const go = await which("go", host.env);
    if (go === undefined) throw new Error(nothingLeft(problem), { cause: error });
    host.say(`Pulumi's installer is of no use here: ${problem}.`);
    await keepCli(host, (empty) => buildCli(host, go, empty));
    return { directory, version: cliVersion, source: "Go" };
  }
}

function nothingLeft(problem: string): string {
  return [
    "There is no Pulumi CLI, and no way to get one:",
    "- no usable `pulumi` with its Node.js plugins is on PATH,",
    `- Pulumi's installer did not work: ${problem},`,
    "- no `go` to build it with is on PATH.",
    "Install Pulumi (https://www.pulumi.com/docs/install/) or Go 1.25 or newer (https://go.dev/dl/), then try again.",
  ].join("\n");
}
