import { readdir, readFile } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { z } from "zod";
import { about, type Diagnosis } from "../diagnosis.js";
import { stackWithoutOrganization } from "./checkpoints.js";
import { recoverCommandFor } from "./recover-remedy.js";

/** Who says that he works on a stack. */
export interface Lock {
  readonly file: string;
  readonly by: string;
  readonly since: string;
  /** Whether its process runs; undefined if it is on another machine. */
  readonly alive: boolean | undefined;
}

const format = z.looseObject({
  pid: z.number(),
  username: z.string(),
  hostname: z.string(),
  timestamp: z.string(),
});

/** The locks of a stack in a file backend. An unreadable one is still a lock. */
export async function readLocks(backend: string, project: string, stack: string): Promise<Lock[]> {
  const folder = path.join(backend, ".pulumi/locks/organization", project, stack);
  const files = await readdir(folder).catch(() => []);
  return Promise.all(
    files
      .filter((file) => file.endsWith(".json"))
      .map(async (name) => {
        const file = path.join(folder, name);
        const read = format.safeParse(parsed(await readFile(file, "utf8").catch(() => "")));
        return read.success
          ? {
              file,
              by: `${read.data.username}@${read.data.hostname} (process ${read.data.pid})`,
              since: read.data.timestamp,
              alive:
                read.data.hostname === hostname()
                  ? isAlive(read.data.pid) &&
                    !(await isYounger(read.data.pid, Date.parse(read.data.timestamp)))
                  : undefined,
            }
          : { file, by: "an unknown process", since: "an unknown time", alive: undefined };
      }),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"; // it is there, and somebody else's
  }
}

/** Seconds of inaccuracy: the kernel counts a process's start in ticks since the machine's. */
const slack = 5;

/** Whether a process began only after a lock was made: then it is another one, to which the id was given again. */
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

const check = about("lock");

export function judgeLocks(locks: readonly Lock[], stack: string): readonly Diagnosis[] {
  if (locks.length === 0) {
    return [check.ok({ found: "Nobody holds the lock of the stack." })];
  }
  return locks.map(({ file, by, since, alive }) => {
    return check.problem({
      found: `${by} holds the lock of the stack since ${since}${alive === true ? ", and is running" : alive === false ? ", and has ended" : ""}.`,
      means:
        alive === false
          ? "It was killed, and left the lock: `up`, `refresh` and `destroy` are refused."
          : "While it runs, `up`, `refresh` and `destroy` are refused.",
      remedy:
        alive === true
          ? "Wait until it has ended."
          : `If nobody works on the stack, run ${recoverCommandFor(stack)}.`,
      facts: { file, by, since, alive: alive ?? null },
    });
  });
}

const listing = z.array(z.looseObject({ name: z.string(), updateInProgress: z.boolean().optional() }));

/**
 * What `pulumi stack ls --json` printed of whether somebody works on a stack: a hosted backend says it itself. Undefined
 * if the backend does not.
 */
export function updateInProgress(printed: string, stack: string): boolean | undefined {
  const own = stackWithoutOrganization(stack);
  const stacks = listing.parse(JSON.parse(printed));
  return stacks.find(({ name }) => stackWithoutOrganization(name) === own)?.updateInProgress;
}

export function judgeUpdateInProgress(inProgress: boolean, stack: string): Diagnosis {
  return inProgress
    ? check.problem({
        found: "An update of the stack is in progress.",
        means: "`up`, `refresh` and `destroy` are refused until it ends.",
        remedy: `Wait for it. If it was killed, run ${recoverCommandFor(stack)}.`,
      })
    : check.ok({ found: "No update of the stack is in progress." });
}
