import { readdir, readFile } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { z } from "zod";
import { about, type Diagnosis } from "../diagnosis.js";

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
              alive: read.data.hostname === hostname() ? isAlive(read.data.pid) : undefined,
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

const check = about("lock");

export function judgeLocks(locks: readonly Lock[], stack: string): readonly Diagnosis[] {
  if (locks.length === 0) {
    return [check.ok({ found: "Nobody holds the lock of the stack." })];
  }
  return locks.map(({ file, by, since, alive }) => {
    const cancel = `\`pulumi cancel --yes --stack ${stack}\``;
    return check.problem({
      found: `${by} holds the lock of the stack since ${since}${alive === true ? ", and is running" : alive === false ? ", and has ended" : ""}.`,
      means:
        alive === false
          ? "It was killed, and left the lock: `up`, `refresh` and `destroy` are refused."
          : "While it runs, `up`, `refresh` and `destroy` are refused.",
      remedy: alive === true ? "Wait until it has ended." : `If nobody works on the stack, run ${cancel}.`,
      facts: { file, by, since, alive: alive ?? null },
    });
  });
}

/** A hosted backend says itself that somebody works on a stack. */
export function judgeUpdateInProgress(inProgress: boolean, stack: string): Diagnosis {
  return inProgress
    ? check.problem({
        found: "An update of the stack is in progress.",
        means: "`up`, `refresh` and `destroy` are refused until it ends.",
        remedy: `Wait for it. If it was killed, run \`pulumi cancel --yes --stack ${stack}\`.`,
      })
    : check.ok({ found: "No update of the stack is in progress." });
}
