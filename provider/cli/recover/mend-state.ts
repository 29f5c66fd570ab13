import { type Deployment, readDeployment } from "../../recover/state/deployment.js";
import { doubtedObjects } from "../../recover/state/doubted-objects.js";
import { withFindings } from "../../recover/state/gone.js";
import { pendingWork } from "../../recover/state/pending-work.js";
import { framed } from "../../recover/state/planned.js";
import { withFound } from "../../recover/state/put-back.js";
import { withUnclearUpdates } from "../../recover/state/unclear-updates.js";
import { howMany } from "../../text/words.js";
import { cancelLocks } from "./cancel-locks.js";
import { searchFor } from "./find-creates.js";
import { mendUnrecorded, questionTo, savedPreview, toPut, type Work } from "./mend-unrecorded.js";
import { agreed, type Recovery } from "./recovery-steps.js";
import { sayForeign, sayRepeated, saySeen, tellOutcomes } from "./report/tell-operations.js";
import { type KillSigns, searchTimes } from "./search-times.js";
import { exportState, importState } from "./state-exchange.js";

/** Finds what was created and not recorded, and puts it into the state. */
export async function mendState(recovery: Recovery, signs: KillSigns): Promise<void> {
  const { terminal, wish } = recovery;
  const search = await searchFor(recovery);
  terminal.progress("reading the state");
  const state = readDeployment(await exportState(recovery, { withSecrets: true }));
  const times = await searchTimes(recovery, state, signs);
  recovery.remember = times.remember;
  const saved = savedPreview(recovery, times);
  const work: Work = {
    search,
    times,
    locks: signs.locks,
    store: (next) => importState(recovery, signs.locks, next),
  };
  await mendRecorded(recovery, work, state);
  await cancelLocks(recovery, signs.locks); // the preview may fail, and must not keep the lock there
  if (times.runs.length > 0) {
    await mendUnrecorded(recovery, work, saved);
  }
  if (!wish.dryRun) {
    await times.forget();
  }
}

/** What the state says of operations that began, and of objects that may be gone or changed by now. */
async function mendRecorded(recovery: Recovery, work: Work, state: Deployment): Promise<void> {
  const { terminal, report, kinds } = recovery;
  const { began, writes } = work.times;
  const pending = state.deployment.pending_operations ?? [];
  if (pending.length > 0) {
    terminal.note(
      `${howMany(pending.length, "operation")} of a killed run ${pending.length === 1 ? "is" : "are"} pending.`,
    );
  }
  const objects = doubtedObjects(state, kinds, writes.length > 0);
  const { creates, foreign, repeated } = pendingWork(state, kinds, began);
  const [{ found, outcomes }, seen] = await Promise.all([
    work.search.look(creates, state),
    work.search.lookAt(objects, writes),
  ]);
  const seenUrns = new Set(objects.map(({ urn }) => urn));
  const told = [
    ...outcomes,
    ...foreign.map(sayForeign),
    ...repeated
      .filter(({ type, resource }) => type !== "deleting" || !seenUrns.has(resource.urn))
      .map((each) => sayRepeated(each, kinds)),
    ...seen.flatMap(saySeen),
  ];
  report.operations.push(...told);
  tellOutcomes(told, terminal);
  const gone = seen.filter(({ is }) => is === "gone").length;
  const written = seen.filter(({ is }) => is === "written").length;
  const deeds = [
    ...(found.length === 0 ? [] : [toPut(found)]),
    ...(gone === 0 ? [] : [`take ${howMany(gone, "object")} out of it`]),
    ...(written === 0 ? [] : [`mark ${howMany(written, "object")} to be sent again`]),
    ...(pending.length === 0 ? [] : [`drop the ${howMany(pending.length, "pending operation")}`]),
  ];
  if (deeds.length === 0) {
    return;
  }
  report.changed = true;
  if (await agreed(recovery, questionTo(work, ...deeds))) {
    // Other runs may have taken away what a pending create stood on.
    const frame = framed(withFindings(withUnclearUpdates(state, kinds), seen), [], found);
    await work.store(withFound(frame.state, frame.found, new Date()));
  }
}
