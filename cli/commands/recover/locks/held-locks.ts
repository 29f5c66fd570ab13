import { printable } from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import { whyItFailed } from "../../../doctor/machine.js";
import { isHosted } from "../../../doctor/stack/backend.js";
import type { Lock } from "../../../doctor/stack/lock.js";
import { locksToldBy, readLocks, updateInProgress } from "../../../doctor/stack/locks.js";
import { stackArguments } from "../../stacks.js";
import type { Recovery } from "../recovery.js";
import { ask } from "../recovery-place.js";

/** Who says now that he works on the stack. Undefined if that cannot be seen without a change of the backend. */
export async function heldLocks(recovery: Recovery): Promise<readonly Lock[] | undefined> {
  const { files, backend } = recovery.place;
  if (files !== undefined) {
    return readLocks(files.backend, files.project, files.stack);
  }
  if (isHosted(backend.url)) {
    return lockOfService(recovery);
  }
  return recovery.wish.dryRun ? undefined : locksInTheWay(recovery);
}

const runs = z.array(z.looseObject({ result: z.string(), startTime: z.string() }));

/** A service only says that somebody works on the stack, and when its runs began. */
async function lockOfService({ machine, place }: Recovery): Promise<readonly Lock[]> {
  const list = await ask(machine, ["stack", "ls", "--json", "--fully-qualify-stack-names"]);
  if (list.code !== 0) {
    throw new Error(`\`pulumi stack ls\` failed: ${printable(whyItFailed(list))}. Nothing was changed.`);
  }
  if (updateInProgress(list.stdout, place.stack) !== true) {
    return [];
  }
  const history = await ask(machine, ["stack", "history", "--json", ...stackArguments(place.stack)]);
  const known = history.code === 0 ? runs.parse(JSON.parse(history.stdout)) : [];
  const current = known.find(({ result }) => result === "in-progress");
  const since = current?.startTime ?? "an unknown time";
  return [{ file: place.backend.url, by: "an update in progress", since, pid: undefined, alive: undefined }];
}

/**
 * The locks of a backend whose files are not here. Pulumi names them to whoever wants one, and a stack that is there already
 * is not made again: it takes the lock, sees that, gives the lock back, and has changed nothing.
 */
async function locksInTheWay({ machine, place }: Recovery): Promise<readonly Lock[]> {
  const tried = await ask(machine, ["stack", "init", "--no-select", place.stack]);
  const locks = await locksToldBy(tried.stderr);
  if (locks.length === 0 && !/already exists/.test(tried.stderr)) {
    const said = printable(whyItFailed(tried));
    throw new Error(`whether somebody works on ${place.stack} is not known: ${said}. Nothing was changed.`);
  }
  return locks;
}
