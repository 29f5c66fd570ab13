import { type PreviewedStep, plannedSteps } from "../../recover/since/planned-steps.js";
import { unrecorded } from "../../recover/since/unrecorded.js";
import { type Deployment, readDeployment } from "../../recover/state/deployment.js";
import type { BegunCreate } from "../../recover/state/pending-work.js";
import { framed } from "../../recover/state/planned.js";
import { withFound } from "../../recover/state/put-back.js";
import { howMany, messageOf } from "../../text/words.js";
import { runPulumi } from "../pulumi.js";
import { stackArguments } from "../stacks.js";
import { UsageError } from "../terminal.js";
import type { StaleLocks } from "./cancel-locks.js";
import type { Search } from "./find-creates.js";
import { agreed, type Recovery } from "./recovery-steps.js";
import type { OperationOutcome } from "./report/recovery-report.js";
import { tellOutcomes } from "./report/tell-operations.js";
import type { SearchTimes } from "./search-times.js";
import { exportState } from "./state-exchange.js";

/** What both searches of a recovery work with. */
export interface Work {
  readonly search: Search;
  readonly times: SearchTimes;
  readonly locks: StaleLocks;
  /** Puts a state in the place of the stack's own. */
  store(state: Deployment): Promise<void>;
}

/** So often does a look show parents whose children can then be looked for; objects are not nested deeper. */
const mostLooks = 6;

/** What a preview that the user gives plans. Fails if it is of no use, before anything is changed. */
export function savedPreview({ wish, place }: Recovery, { runs }: SearchTimes): PreviewedStep[] | undefined {
  if (wish.preview === undefined) {
    return undefined;
  }
  if (runs.length === 0) {
    throw new UsageError(
      "--preview is only for what nobody recorded, and no run is known that did not record what it did: " +
        "give --since with the time at which it began, or leave --preview out",
    );
  }
  try {
    return plannedSteps(wish.preview, place.project.name, place.shortName);
  } catch (error) {
    throw new UsageError(`--preview: ${messageOf(error)}`);
  }
}

/**
 * Finds what a run has created that recorded nothing: what the program still plans to create, and is there. What belongs to an
 * object can be looked for only once that object is in the state, so this goes on until nothing more is found.
 */
export async function mendUnrecorded(
  recovery: Recovery,
  work: Work,
  saved: readonly PreviewedStep[] | undefined,
): Promise<void> {
  const { terminal, report } = recovery;
  const { runs } = work.times;
  const since = Math.min(...runs.map(({ from }) => from));
  const absent = new Set<string>();
  terminal.note(`Looking for what was created since ${new Date(since).toISOString()} and never recorded.`);
  for (let looks = 0; looks < mostLooks; looks++) {
    const steps = (looks === 0 ? saved : undefined) ?? (await stepsNow(recovery));
    const state = readDeployment(await exportState(recovery, { withSecrets: true }));
    const told = new Set(report.operations.filter(isTold).map(({ urn }) => urn));
    const creates = unrecorded(steps, recovery.kinds, runs).filter(
      (create) => !absent.has(keyOf(create)) && !told.has(create.lost.urn),
    );
    const { found, outcomes } = await work.search.look(creates, state, "unrecorded");
    for (const each of creates.filter(({ lost }) => !found.some(({ entry }) => entry.urn === lost.urn))) {
      absent.add(keyOf(each));
    }
    const news = outcomes.filter(({ outcome, why }) => outcome !== "dropped" || why !== undefined);
    report.operations.push(...news);
    tellOutcomes(news, terminal);
    if (found.length === 0) {
      return;
    }
    report.changed = true;
    if (!(await agreed(recovery, questionTo(work, toPut(found))))) {
      return;
    }
    const planned = steps.map(({ entry }) => entry);
    const frame = framed(state, planned, found);
    await work.store(withFound(frame.state, frame.found, new Date()));
  }
}

/** What is in the state by now, or would be if this were no dry run, and what a person was told to look for. */
function isTold({ outcome }: OperationOutcome): boolean {
  return outcome !== "dropped";
}

/** One question for all that is done at once: pulumi takes no state while there is a lock. */
export function questionTo({ locks }: Pick<Work, "locks">, ...deeds: readonly string[]): string {
  const asksForLock = locks.there && !locks.gone && locks.agreed !== true;
  const all = [...(asksForLock ? ["take the lock away (`pulumi cancel`)"] : []), ...deeds];
  const said = [all.slice(0, -1).join(", "), ...all.slice(-1)].filter((each) => each !== "").join(" and ");
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}?`;
}

export function toPut(found: readonly unknown[]): string {
  return `put ${howMany(found.length, "object")} into the state`;
}

function keyOf({ lost: { urn, inputs } }: BegunCreate): string {
  return JSON.stringify([urn, inputs]);
}

async function stepsNow({ terminal, place }: Recovery): Promise<PreviewedStep[]> {
  terminal.progress("running a preview");
  // A run that has read the gateway first has made again what was gone there, and the state may still have the old object.
  const wanted = ["--json", "--show-sames", "--refresh", "--non-interactive"];
  const args = ["preview", ...wanted, ...stackArguments(place.stack)];
  const { code, stdout } = await runPulumi(args, terminal);
  if (code !== 0) {
    throw new Error(
      "what was never recorded can be looked for only with a preview, and `pulumi preview` failed. " +
        "Mend what it says, or give an earlier one with --preview, and run this again.",
    );
  }
  return plannedSteps(stdout, place.project.name, place.shortName);
}
