import { readdir, readFile, stat } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { codeOf, jsonIn, shellWord, unless } from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import { inSentence, recoverCommand, stackWithoutOrganization } from "./backend.js";
import { type Checking, capital, type Diagnosis } from "./table.js";

/** A claim to work on a stack. */
export interface Lock {
  readonly file: string;
  readonly by: string;
  /** When the run began that holds it, as ISO 8601 text, if it is known. */
  readonly since: string;
  /** The process that made it, on its machine; undefined if the lock does not say it. */
  readonly pid: number | undefined;
  /** Whether a process with this id runs here; undefined if the lock is of another machine. */
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
  const names = (await readdir(folder).catch(unless("ENOENT"))) ?? [];
  const locks = names
    .filter((name) => name.endsWith(".json"))
    .map((name) => lockIn(path.join(folder, name)).catch(unless("ENOENT")));
  return (await Promise.all(locks)).filter((lock) => lock !== undefined);
}

async function lockIn(file: string): Promise<Lock> {
  const read = format.safeParse(jsonIn(await readFile(file, "utf8")));
  if (read.success) {
    return lockOf(file, read.data);
  }
  const since = (await stat(file)).mtime.toISOString();
  return { file, by: "an unknown process", since, pid: undefined, alive: undefined };
}

function lockOf(file: string, { pid, username, hostname: host, timestamp }: z.infer<typeof format>): Lock {
  const by = `${username}@${host} (process ${pid})`;
  return { file, by, since: timestamp, pid, alive: host === hostname() ? isAlive(pid) : undefined };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === "EPERM"; // it runs as another user
  }
}

/** What pulumi says of each lock when it refuses to make one. */
const told = /^\s*(\S.*): created by (.*)@([^@]*) \(pid (\d+)\) at (\S+)$/;

/** The locks that pulumi names when it does not get one; empty if it was refused for another reason. */
export function locksToldBy(refusal: string): Lock[] {
  const isLocked = /currently locked by \d+ lock/.test(refusal);
  const texts = isLocked ? refusal.split("\n").map((line) => told.exec(line.trimEnd())) : [];
  return texts
    .filter((text) => text !== null)
    .map(([, file = "", username = "", hostname = "", pid = "", timestamp = ""]) =>
      lockOf(file, { pid: Number(pid), username, hostname, timestamp }),
    );
}

/** Judges the locks of a stack in a file backend. */
export function judgeLocks(locks: readonly Lock[], stack: string, check: Checking): readonly Diagnosis[] {
  if (locks.length === 0) {
    return [check.ok({ found: "The stack is not locked." })];
  }
  const means = "`up`, `refresh` and `destroy` are refused";
  return locks.map(({ file, by, since, pid, alive }) => {
    const begun = Date.parse(since);
    // Once the lock is gone, `recover` does not know any more when the run began.
    const commands =
      alive === false
        ? [recoverCommand(stack)]
        : [
            `pulumi cancel --stack ${shellWord(stack)}`,
            recoverCommand(stack, Number.isNaN(begun) ? undefined : begun),
          ];
    const found = `${by} holds the lock of the stack since ${since}`;
    const run = `run ${inSentence(commands)}.`;
    const facts = { file, by, since, alive: alive ?? null, commands };
    if (alive === false) {
      return check.problem({
        found: `${found}, and has ended.`,
        means: `It was killed, and left the lock: ${means}.`,
        remedy: capital(run),
        facts,
      });
    }
    return check.problem({
      found: alive ? `${found}, and is running.` : `${found}.`,
      means: `While it runs, ${means}.`,
      remedy: alive
        ? `Wait until it has ended. If process ${pid} is another program that got the same id, ${run}`
        : `If that run has ended, ${run}`,
      facts,
    });
  });
}

const listing = z.array(z.looseObject({ name: z.string(), updateInProgress: z.boolean().optional() }));

/**
 * What `pulumi stack ls --json` printed of whether somebody works on a stack: a hosted backend says it itself. Undefined
 * if the backend does not, or if stacks of several organizations may be meant.
 */
export function updateInProgress(printed: string, stack: string): boolean | undefined {
  const stacks = listing.parse(JSON.parse(printed));
  const own = stackWithoutOrganization(stack);
  const alike = stacks.filter(({ name }) => stackWithoutOrganization(name) === own);
  const meant = alike.find(({ name }) => name === stack) ?? (alike.length === 1 ? alike[0] : undefined);
  return meant?.updateInProgress;
}
