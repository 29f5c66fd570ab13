import { unrecorded } from "../../recover/since/unrecorded.js";
import { plannedEntries, readDeployment } from "../../recover/state/deployment.js";
import type { BegunCreate } from "../../recover/state/pending-work.js";
import { asRecorded, framed } from "../../recover/state/planned.js";
import { withFound } from "../../recover/state/put-back.js";
import { howMany } from "../../text/words.js";
import { runPulumi } from "../pulumi.js";
import { stackArguments } from "../stacks.js";
import type { StaleLocks } from "./cancel-locks.js";
import type { Search } from "./find-creates.js";
import { agreed, type Recovery } from "./recovery-steps.js";
import { tellOutcomes } from "./report/tell-operations.js";
import { exportState, importState } from "./state-exchange.js";

interface Unrecorded {
  readonly search: Search;
  readonly since: number;
  readonly locks: StaleLocks;
}

/** So often does a look show parents whose children can then be looked for; objects are not nested deeper. */
const mostLooks = 6;

/**
 * Finds what a run has created that recorded nothing: what the program still plans to create, and is there. What belongs to an
 * object can be looked for only once that object is in the state, so this goes on until nothing more is found.
 */
export async function mendUnrecorded(recovery: Recovery, work: Unrecorded): Promise<void> {
  const { terminal, kinds, wish, report } = recovery;
  const absent = new Set<string>();
  terminal.note(
    `Looking for what was created since ${new Date(work.since).toISOString()} and never recorded.`,
  );
  for (let looks = 0; looks < mostLooks; looks++) {
    const preview = (looks === 0 ? wish.preview : undefined) ?? (await previewNow(recovery));
    const state = readDeployment(await exportState(recovery, { withSecrets: true }));
    const planned = new Map(plannedEntries(preview).map((entry) => [entry.urn, entry]));
    const creates = unrecorded(preview, kinds, work.since).flatMap((lost): BegunCreate[] => {
      const entry = planned.get(lost.urn);
      return entry === undefined || absent.has(keyOf({ lost }))
        ? []
        : [{ lost, entry: asRecorded(entry, lost) }];
    });
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
    if (looks === 0 && !(await agreed(recovery, `Put ${howMany(found.length, "object")} into the state?`))) {
      return;
    }
    const frame = framed(state, [...planned.values()], found);
    await importState(recovery, work.locks, withFound(frame.state, frame.found, new Date()));
  }
}

function keyOf({ lost: { urn, inputs } }: Pick<BegunCreate, "lost">): string {
  return JSON.stringify([urn, inputs]);
}

async function previewNow({ terminal, place }: Recovery): Promise<string> {
  terminal.progress("running a preview");
  const args = ["preview", "--json", "--show-sames", "--non-interactive", ...stackArguments(place.stack)];
  const { code, stdout } = await runPulumi(args, terminal);
  if (code !== 0) {
    throw new Error(
      "what was never recorded can be looked for only with a preview, and `pulumi preview` failed. " +
        "Mend what it says, or give an earlier one with --preview, and run this again.",
    );
  }
  return stdout;
}
