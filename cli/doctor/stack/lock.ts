import { readFile } from "node:fs/promises";
import { hostname } from "node:os";
import { codeOf } from "pulumi-workspace-gateway/tools";

/** A claim to work on a stack. */
export interface Lock {
  /** Where the lock is, as people find it. */
  readonly file: string;
  readonly by: string;
  readonly since: string;
  /** The process that made it, on its machine; undefined if the lock does not say it. */
  readonly pid: number | undefined;
  /** Whether its process runs; undefined if it is on another machine. */
  readonly alive: boolean | undefined;
}

/** What a lock says. */
interface LockText {
  readonly pid: number;
  readonly username: string;
  readonly hostname: string;
  readonly timestamp: string;
}

export async function lockOf(
  file: string,
  { pid, username, hostname: host, timestamp }: LockText,
): Promise<Lock> {
  return {
    file,
    by: `${username}@${host} (process ${pid})`,
    since: timestamp,
    pid,
    alive: host === hostname() ? isAlive(pid) && !(await isYounger(pid, Date.parse(timestamp))) : undefined,
  };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === "EPERM"; // it is there, and somebody else's
  }
}

/** Seconds of inaccuracy: the kernel counts a process's start in ticks since the machine's. */
const slack = 5;

/** Whether a process began after a lock was made: then it is another process with the same id. */
async function isYounger(pid: number, madeAt: number): Promise<boolean> {
  const [stat, uptime] = await Promise.all(
    [`/proc/${pid}/stat`, "/proc/uptime"].map((file) => readFile(file, "utf8").catch(() => "")),
  );
  const ticks = Number(stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[19]);
  const age = Number(uptime?.split(" ")[0]) - ticks / ticksOfSecond;
  return Date.now() / 1000 - age > madeAt / 1000 + slack; // false for what is no number
}

/** Linux has this number on every machine that Node runs on. */
const ticksOfSecond = 100;
