import { statfs } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { paths } from "../paths.ts";
import { type ProcessOptions, type ProcessResult, RunningProcess } from "../process.ts";

/** All of the machine that is used to find or build the CLI. Tests replace it. */
export interface Host {
  env: NodeJS.ProcessEnv;
  /** Aborted when the user wants the work to end. Then running processes are ended, and waits reject. */
  signal: AbortSignal;
  /** The cache folder. It has a folder for each version of the CLI. */
  cache: string;
  /** The installed npm package `@pulumi/pulumi`. */
  sdk: string;
  /** Milliseconds between two lines of progress. */
  progressEvery: number;
  run(command: string, args: readonly string[], options?: ProcessOptions): Promise<ProcessResult>;
  download(url: string): Promise<string>;
  freeBytes(directory: string): Promise<number>;
  isAlive(pid: number): boolean;
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  say(line: string): void;
}

/** The machine that we run on. */
export function realHost(signal: AbortSignal): Host {
  return {
    env: process.env,
    signal,
    cache: path.join(cacheHome(process.env), "pulumi-workspace-gateway"),
    sdk: paths.sdk,
    progressEvery: process.stderr.isTTY ? 4_000 : 15_000,
    run: (command, args, options) =>
      new RunningProcess(command, args, {
        ...options,
        signal: options?.signal ? AbortSignal.any([signal, options.signal]) : signal,
      }).done,
    download: async (url) => {
      const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]) });
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      return response.text();
    },
    freeBytes: async (directory) => {
      const { bavail, bsize } = await statfs(directory);
      return bavail * bsize;
    },
    isAlive,
    now: Date.now,
    sleep: (ms, also) => delay(ms, undefined, { signal: also ? AbortSignal.any([signal, also]) : signal }),
    // On stderr, so that the output of `pulumi` can go into a pipe.
    say: (line) => process.stderr.write(`${line}\n`),
  };
}

function cacheHome(env: NodeJS.ProcessEnv): string {
  return env.XDG_CACHE_HOME || path.join(os.homedir(), ".cache");
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process is alive, but belongs to another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
