import { momentsBefore } from "../../recover/backend/first-moment.js";
import { type Deployment, readDeployment } from "../../recover/state/deployment.js";
import { pendingWork } from "../../recover/state/pending-work.js";
import { framed } from "../../recover/state/planned.js";
import { type FoundCreate, withFound } from "../../recover/state/put-back.js";
import { howMany } from "../../text/words.js";
import { forgetBegun, sinceOfBegun } from "./begun-recovery.js";
import type { StaleLocks } from "./cancel-locks.js";
import { type Search, searchFor } from "./find-creates.js";
import { mendUnrecorded } from "./mend-unrecorded.js";
import { unrecordedSince } from "./past-runs.js";
import { agreed, type Recovery } from "./recovery-steps.js";
import { sayForeign, sayRepeated, tellOutcomes } from "./report/tell-operations.js";
import { exportState, importState } from "./state-exchange.js";

/** Finds what was created and not recorded, and puts it into the state. */
export async function mendState(
  recovery: Recovery,
  { locks, restoredFrom }: { readonly locks: StaleLocks; readonly restoredFrom: number | undefined },
): Promise<void> {
  const { terminal, wish, place } = recovery;
  const search = await searchFor(recovery);
  terminal.progress("reading the state");
  const state = readDeployment(await exportState(recovery, { withSecrets: true }));
  // Before the lock is gone: it is the only sign of a run that was killed.
  const recorded = (state.deployment.pending_operations ?? []).length > 0;
  const since =
    wish.since ??
    (await sinceOfBegun(place)) ??
    (await unrecordedSince(recovery, { locks, restoredFrom, recorded }));
  if (since !== undefined) {
    recovery.unrecordedSince = since;
  }
  await mendPending(recovery, { search, state, locks });
  if (since !== undefined) {
    await mendUnrecorded(recovery, { search, since, locks });
  }
  if (!wish.dryRun) {
    await forgetBegun(place);
  }
}

interface Work {
  readonly search: Search;
  readonly state: Deployment;
  readonly locks: StaleLocks;
}

async function mendPending(recovery: Recovery, { search, state, locks }: Work): Promise<void> {
  const { terminal, report, kinds } = recovery;
  const pending = state.deployment.pending_operations ?? [];
  if (pending.length === 0) {
    return;
  }
  const began = await beginnings(recovery, state, locks);
  const work = pendingWork(state, kinds, began);
  terminal.note(
    `${howMany(pending.length, "operation")} of a killed run ${pending.length === 1 ? "is" : "are"} pending.`,
  );
  const { found, outcomes } = await search.look(work.creates, state);
  report.operations.push(...outcomes, ...work.foreign.map(sayForeign), ...work.repeated.map(sayRepeated));
  tellOutcomes(report.operations, terminal);
  report.changed = true;
  if (await agreed(recovery, questionOf(found, pending.length))) {
    const frame = framed(state, [], found); // other runs may have taken away what a pending create stood on
    await importState(recovery, locks, withFound(frame.state, frame.found, new Date()));
  }
}

function questionOf(found: readonly FoundCreate[], pending: number): string {
  const put = found.length === 0 ? "" : `Put ${howMany(found.length, "object")} into the state, and drop`;
  return `${put === "" ? "Drop" : put} the ${howMany(pending, "pending operation")}?`;
}

/**
 * When operations began at the earliest. The engine does not say it: it is after the newest copy of the state that does not have
 * the operation, or else after the stack's first run.
 */
async function beginnings(
  { place }: Recovery,
  { deployment }: Deployment,
  locks: StaleLocks,
): Promise<(urn: string) => number> {
  const urns = (deployment.pending_operations ?? []).map(({ resource }) => resource.urn);
  const moments = place.files === undefined ? new Map() : await momentsBefore(urns, place.files);
  const root = (deployment.resources ?? []).find(({ type }) => type === "pulumi:pulumi:Stack");
  const made = Date.parse(root?.created ?? "");
  const first = Number.isNaN(made) ? (locks.since ?? 0) : made;
  return (urn) => moments.get(urn) ?? first;
}
