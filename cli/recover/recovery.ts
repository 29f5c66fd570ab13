import { printable, shellWord } from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import { NotKnown } from "../doctor/facts.js";
import { type Lock, locksNamedBy, readLocks, updateInProgress } from "../doctor/leftovers.js";
import {
  askPulumi,
  backendOf,
  findProject,
  isHosted,
  type Machine,
  projectInName,
  stackWithoutOrganization,
  whyItFailed,
} from "../doctor/pulumi.js";
import { pulumiOutput } from "../pulumi.js";
import { stackArguments } from "../stacks.js";
import { Refused, type Terminal, UsageError } from "../terminal.js";

export interface Recovery {
  readonly place: Awaited<ReturnType<typeof findPlace>>;
  readonly machine: Machine;
  readonly terminal: Terminal;
  /** Milliseconds. Undefined if the user did not specify it. */
  readonly since: number | undefined;
  readonly dryRun: boolean;
  readonly yes: boolean;
}

export async function findPlace(machine: Machine, named: string | undefined) {
  const project = await findProject(machine.folder);
  if (project === undefined) {
    throw new UsageError(
      "there is no Pulumi.yaml in this folder or its parents: run this in the program's folder",
    );
  }
  const backend = backendOf(await askPulumi(machine, ["whoami", "--verbose", "--json"]), machine.folder);
  if (backend instanceof NotKnown) {
    const file = "it finds damaged files in the backend, and prints the commands that repair them";
    throw new Error(`${backend.message}. Run \`npx workspace-gateway doctor\`: ${file}.`);
  }
  const { url, folder } = backend;
  // A folder backend has one organization. In other backends, only a stack's full name is unique.
  const stack = folder !== undefined && named !== undefined ? named : await stackName(machine, named, folder);
  const other = projectInName(stack);
  if (other !== undefined && other !== project.name) {
    throw new UsageError(`${stack} is a stack of project ${other}, but this is project ${project.name}`);
  }
  return { project, stack, shortName: stackWithoutOrganization(stack), backend: { url, folder } };
}

async function stackName(machine: Machine, named: string | undefined, folder: string | undefined) {
  const whole = folder === undefined ? ["--fully-qualify-stack-names"] : [];
  const ran = await askPulumi(machine, ["stack", "--show-name", ...whole, ...stackArguments(named)]);
  const name = ran.stdout.trim();
  if (ran.code === 0 && name !== "") {
    return name;
  }
  const wrong =
    named === undefined
      ? "the current stack cannot be read. Pass --stack."
      : `the stack ${named} cannot be read.`;
  throw new UsageError(`${wrong} Pulumi reports: ${whyItFailed(ran)}`);
}

/** Thrown if the user declines. The message is a sentence. */
export class Stopped extends Error {
  override readonly name = "Stopped";
}

export async function agree({ dryRun, yes, terminal }: Recovery, question: string): Promise<void> {
  if (dryRun || !(yes || (await terminal.confirm(question)))) {
    throw new Stopped("You declined, so the remaining steps were skipped.");
  }
}

/** Milliseconds. Runs rarely take longer. */
const freshFor = 60 * 60 * 1000;

/** Undefined if reading the locks would change the backend. Throws if a run may still need a lock. */
export async function staleLocks(recovery: Recovery): Promise<readonly Lock[] | undefined> {
  const { place, terminal, dryRun, yes } = recovery;
  const locks = await heldLocks(recovery);
  // The lock shows when the killed run started. Without the lock, the next recovery needs that time.
  const byHand = ({ since }: Lock) => {
    const again = Number.isNaN(Date.parse(since)) ? "this again" : `this again with \`--since ${since}\``;
    return `run \`pulumi cancel --stack ${shellWord(place.stack)}\` and then ${again}`;
  };
  const alive = locks?.find((lock) => lock.alive === true);
  if (alive !== undefined) {
    throw new Error(
      `${alive.by} has been working on the stack ${place.stack} since ${alive.since}, and is still running on this machine. Nothing was changed. ` +
        `Wait until it ends, or stop it, and run this again. If process ${alive.pid} is now a different program with the same ` +
        `id, ${byHand(alive)}.`,
    );
  }
  const foreign = (locks ?? []).filter((lock) => lock.alive === undefined);
  if (foreign.length > 0 && !dryRun) {
    const fresh = foreign.find(({ since }) => !(Date.now() - Date.parse(since) >= freshFor));
    if (yes && fresh !== undefined) {
      throw new Refused(
        `${fresh.by} has held the lock on ${place.stack} since ${fresh.since} (less than an hour ago) and may still be running. ` +
          "--yes does not remove such a lock. Nothing was changed. Wait or, if you know that the run has ended, " +
          `${byHand(fresh)}.`,
        1,
      );
    }
    for (const { by, since } of foreign) {
      terminal.note(`${by} has held the lock on ${place.stack} since ${since}.`);
    }
    await agree(recovery, "Has that run ended, and should its lock be removed?");
  }
  return locks;
}

/** Throws if there are new locks, because `pulumi cancel` removes every lock. */
export async function cancelLocks(recovery: Recovery, known: readonly Lock[]): Promise<void> {
  const { place, terminal } = recovery;
  const now = (await heldLocks(recovery)) ?? [];
  const other = now.find(({ by, since }) => !known.some((lock) => lock.by === by && lock.since === since));
  if (other !== undefined) {
    throw new Refused(
      `${other.by} took the lock on ${place.stack} in the meantime, at ${other.since}. That lock was kept, and the state has not ` +
        "been changed since. Wait until that run ends, and run this again.",
      1,
    );
  }
  if (now.length > 0) {
    const args = ["cancel", "--yes", "--non-interactive", ...stackArguments(place.stack)];
    await pulumiOutput(args, terminal, { otherwise: ". The state has not been changed since." });
    terminal.note(`The lock on ${place.stack} was removed.`);
  }
}

async function heldLocks(recovery: Recovery): Promise<readonly Lock[] | undefined> {
  const { place, dryRun } = recovery;
  const { folder, url } = place.backend;
  const find = isHosted(url) ? lockOfService : dryRun ? undefined : locksInTheWay;
  const locks =
    folder === undefined
      ? await find?.(recovery)
      : await readLocks(folder, place.project.name, place.shortName);
  return locks?.map((lock) => ({ ...lock, by: printable(lock.by), since: printable(lock.since) }));
}

const runs = z.array(z.looseObject({ result: z.string(), startTime: z.string() }));

/** A hosted backend only reports that an update is in progress, and when its runs started. */
async function lockOfService({ machine, place }: Recovery): Promise<readonly Lock[]> {
  const list = await askPulumi(machine, ["stack", "ls", "--json", "--fully-qualify-stack-names"]);
  if (list.code !== 0) {
    throw new Error(`\`pulumi stack ls\` failed: ${printable(whyItFailed(list))}. Nothing was changed.`);
  }
  if (updateInProgress(list.stdout, place.stack) !== true) {
    return [];
  }
  const history = await askPulumi(machine, ["stack", "history", "--json", ...stackArguments(place.stack)]);
  const known = history.code === 0 ? runs.parse(JSON.parse(history.stdout)) : [];
  const since = known.find(({ result }) => result === "in-progress")?.startTime ?? "an unknown time";
  return [{ file: place.backend.url, by: "an update in progress", since, pid: undefined, alive: undefined }];
}

/** Pulumi lists the locks when it cannot take the lock. `stack init` does not recreate an existing stack. */
async function locksInTheWay({ machine, place }: Recovery): Promise<readonly Lock[]> {
  const tried = await askPulumi(machine, ["stack", "init", "--no-select", place.stack]);
  const locks = locksNamedBy(tried.stderr);
  if (locks.length === 0 && !/already exists/.test(tried.stderr)) {
    const said = printable(whyItFailed(tried));
    throw new Error(`could not determine whether ${place.stack} is in use: ${said}. Nothing was changed.`);
  }
  return locks;
}
