import path from "node:path";
import { buildCli } from "./build-cli.ts";
import { cached, keep, whileMaking } from "./cache.ts";
import { type Cli, cliFiles, cliKit, cliVersion, isAtLeast, oldestVersion } from "./cli.ts";
import type { Host } from "./host.ts";
import { installCli } from "./installer.ts";
import { which } from "./which.ts";

/**
 * Finds the Pulumi CLI, which is in no npm package: on PATH, else in the cache, else installed, else built
 * with Go.
 */
export async function findCli(host: Host): Promise<Cli> {
  return (await cliOnPath(host)) ?? cliOf(host, cliVersion);
}

/** The `pulumi` that the user has installed, if it is new enough and has its Node.js plugins. */
async function cliOnPath(host: Host): Promise<Cli | undefined> {
  const [pulumi, ...plugins] = await Promise.all(cliFiles.map((file) => which(file, host.env)));
  if (pulumi === undefined) return undefined;

  const missing = cliFiles.filter((_, index) => index > 0 && plugins[index - 1] === undefined);
  if (missing.length > 0) {
    host.say(`${pulumi} is not used: ${missing.join(" and ")} is not on PATH.`);
    return undefined;
  }
  const { code, stdout } = await host.run(pulumi, ["version"], { env: host.env });
  const version = stdout.trim();
  if (code !== 0 || !isAtLeast(version, oldestVersion)) {
    host.say(`${pulumi} is not used: it is ${version || "broken"}, but ${oldestVersion} or newer is needed.`);
    return undefined;
  }
  return { directory: path.dirname(pulumi), version, source: "PATH" };
}

/** Finds the Pulumi CLI of exactly this version: in the cache, else installed, else built with Go. */
export async function cliOf(host: Host, version: string): Promise<Cli> {
  const kept = () => cachedCli(host, version);
  // Another process may have made it while we waited for the lock.
  const make = async () => (await kept()) ?? makeCli(host, version);
  return (await kept()) ?? whileMaking(host, cliKit(version), make);
}

async function cachedCli(host: Host, version: string): Promise<Cli | undefined> {
  const directory = await cached(host, cliKit(version));
  return directory === undefined ? undefined : { directory, version, source: "cache" };
}

async function makeCli(host: Host, version: string): Promise<Cli> {
  const kit = cliKit(version);
  try {
    const directory = await keep(host, kit, (empty) => installCli(host, version, empty));
    return { directory, version, source: "installer" };
  } catch (error) {
    host.signal.throwIfAborted();
    const problem = error instanceof Error ? error.message : String(error);
    const go = await which("go", host.env);
    if (go === undefined) throw new Error(nothingLeft(problem), { cause: error });
    host.say(`Pulumi's installer did not work: ${problem}.`);
    const directory = await keep(host, kit, (empty) => buildCli(host, go, version, empty));
    return { directory, version, source: "Go" };
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
