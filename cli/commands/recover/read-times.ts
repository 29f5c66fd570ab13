import { stat } from "node:fs/promises";
import { printable } from "pulumi-workspace-gateway/tools";
import { whyItFailed } from "../../doctor/machine.js";
import type { Lock } from "../../doctor/stack/locks.js";
import { momentsBefore, stateFileOf } from "../../recover/backend/stack-files.js";
import { earliest, type PastRun, type RunTimes, readRuns, runTimes } from "../../recover/run-times.js";
import type { Deployment } from "../../stack/deployment.js";
import { stackArguments } from "../stacks.js";
import { begunFile, readBegun } from "./begun-recovery.js";
import { ask, type Recovery } from "./recovery-place.js";

/** The traces of a killed run that were found before its state was read. */
export interface KillSigns {
  readonly locks: readonly Lock[];
  /** When the copy was written that took the place of a state that was cut short, in milliseconds. */
  readonly restored: number | undefined;
}

/** Reads when runs were under way that have not recorded what they did. */
export async function readTimes(
  recovery: Recovery,
  { deployment }: Deployment,
  { locks, restored }: KillSigns,
): Promise<RunTimes> {
  const { wish, place } = recovery;
  const pending = (deployment.pending_operations ?? []).map(({ resource }) => resource.urn);
  const state = place.files === undefined ? undefined : await stateFileOf(place.files);
  const root = (deployment.resources ?? []).find(({ type }) => type === "pulumi:pulumi:Stack");
  return runTimes({
    said: wish.since,
    runs: await pastRuns(recovery),
    lock: locks.length === 0 ? undefined : { since: earliest(...locks.map(({ since }) => timeIn(since))) },
    restored,
    begun: await readBegun(begunFile(place)),
    made: timeIn(root?.created),
    written: state === undefined ? undefined : (await stat(state)).mtimeMs,
    pending,
    before: place.files === undefined ? undefined : await momentsBefore(pending, place.files),
  });
}

function timeIn(text = ""): number | undefined {
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}

/** Pulumi gives only ten without a number. */
const mostRuns = 1000;

/** The runs of the stack, newest first. Undefined if the backend does not list them. */
export async function pastRuns({
  machine,
  place,
  terminal,
}: Pick<Recovery, "machine" | "place" | "terminal">): Promise<readonly PastRun[] | undefined> {
  const args = [
    "stack",
    "history",
    "--json",
    "--page-size",
    String(mostRuns),
    ...stackArguments(place.stack),
  ];
  const ran = await ask(machine, args);
  if (ran.code === 0) {
    return readRuns(ran.stdout);
  }
  terminal.note(
    `The history of the stack cannot be read: ${printable(whyItFailed(ran))}. If a run has failed since the last \`pulumi up\` ` +
      "that succeeded, give --since with the time at which it began.",
  );
  return undefined;
}
