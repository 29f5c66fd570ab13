import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import { RunningProcess } from "../process.ts";
import { cliFiles, cliVersion } from "./cli.ts";
import type { Host } from "./host.ts";

/** A machine for one test: its PATH and cache are empty, it has no network, and `sleep` moves its clock. */
export interface StandIn extends Host {
  /** The lines that were printed for the user. */
  said: string[];
  interrupt: AbortController;
  /** Puts a shell script onto PATH. */
  command(name: string, script: string): Promise<void>;
  /** Names of the files and folders in the cache. */
  cached(): Promise<string[]>;
}

export async function standIn(changes: Partial<Host> = {}): Promise<StandIn> {
  const root = await mkdtemp(path.join(os.tmpdir(), "find-cli-"));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const bin = path.join(root, "bin");
  const cache = path.join(root, "cache");
  const sdk = path.join(root, "sdk");
  await Promise.all([bin, sdk].map((directory) => mkdir(directory)));
  await executable(path.join(sdk, "pulumi-resource-pulumi-nodejs"), "exit 0");
  const interrupt = new AbortController();
  const said: string[] = [];
  let time = 0;
  return {
    env: { PATH: bin, GOCACHE: root, GOMODCACHE: root },
    signal: interrupt.signal,
    cache,
    sdk,
    progressEvery: 15_000,
    run: (command, args, options) =>
      new RunningProcess(command, args, { ...options, signal: interrupt.signal }).done,
    download: async () => {
      throw new Error("no such host");
    },
    freeBytes: async () => 100e9,
    isAlive: () => true,
    now: () => time,
    // The clock stands still while a process runs. Otherwise progress would depend on the speed of the machine.
    sleep: (ms, signal) => {
      time += ms;
      return signal === undefined ? Promise.resolve() : new Promise(() => {});
    },
    say: (line) => said.push(line),
    said,
    interrupt,
    command: (name, script) => executable(path.join(bin, name), script),
    cached: async () => (await readdir(cache)).sort(),
    ...changes,
  };
}

/** Puts all three files onto PATH. */
export async function pulumiOnPath(host: StandIn, version: string): Promise<void> {
  for (const file of cliFiles) await host.command(file, `echo ${version}`);
}

/** Puts a `go` onto PATH that records its arguments, and makes binaries that print the version. */
export async function goOnPath(
  host: StandIn,
  build = `printf '#!/bin/sh\\necho ${cliVersion}\\n' > "$output"`,
): Promise<void> {
  await host.command(
    "go",
    `if [ "$1" = env ]; then echo "$GOCACHE"; echo "$GOMODCACHE"; exit; fi
     while read -r line; do printf '%s\\n' "$line"; done < go.mod >> "$GOCACHE/calls"
     echo "go $*" >> "$GOCACHE/calls"
     while [ $# -gt 0 ]; do if [ "$1" = -o ]; then output=$2; fi; shift; done
     if [ -n "$output" ]; then ${build}; /bin/chmod 755 "$output"; fi`,
  );
}

/** The recorded calls of this `go`, with the go.mod that it found. */
export function goCalls(host: StandIn): Promise<string> {
  return readFile(path.join(host.env.GOCACHE ?? "", "calls"), "utf8");
}

/** Replaces Pulumi's installer: a script that makes the files below the given root. */
export const installerScript = `
  while [ $# -gt 0 ]; do
    case $1 in --install-root) root=$2;; --version) version=$2;; esac
    shift
  done
  /bin/mkdir "$root/bin"
  for file in ${cliFiles.join(" ")}; do
    printf '#!/bin/sh\\necho v%s\\n' "$version" > "$root/bin/$file"
    /bin/chmod 755 "$root/bin/$file"
  done`;

async function executable(file: string, script: string): Promise<void> {
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
}
