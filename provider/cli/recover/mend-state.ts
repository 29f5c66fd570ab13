import { type Deployment, readDeployment } from "../../recover/state/deployment.js";
import { pendingWork } from "../../recover/state/pending-work.js";
import { framed } from "../../recover/state/planned.js";
import { withFound } from "../../recover/state/put-back.js";
import { withUnclearUpdates } from "../../recover/state/unclear-updates.js";
import { howMany } from "../../text/words.js";
import { cancelLocks } from "./cancel-locks.js";
import { searchFor } from "./find-creates.js";
import { mendUnrecorded, questionTo, savedPreview, toPut, type Work } from "./mend-unrecorded.js";
import { agreed, type Recovery } from "./recovery-steps.js";
import { sayForeign, sayRepeated, tellOutcomes } from "./report/tell-operations.js";
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
  await mendPending(recovery, work, state);
  await cancelLocks(recovery, signs.locks); // the preview may fail, and must not keep the lock there
  if (times.runs.length > 0) {
    await mendUnrecorded(recovery, work, saved);
  }
  if (!wish.dryRun) {
    await times.forget();
  }
}

async function mendPending(recovery: Recovery, work: Work, state: Deployment): Promise<void> {
  const { terminal, report, kinds } = recovery;
  const pending = state.deployment.pending_operations ?? [];
  if (pending.length === 0) {
    return;
  }
  const { creates, foreign, repeated } = pendingWork(state, kinds, work.times.began);
  terminal.note(
    `${howMany(pending.length, "operation")} of a killed run ${pending.length === 1 ? "is" : "are"} pending.`,
  );
  const { found, outcomes } = await work.search.look(creates, state);
  const told = [...outcomes, ...foreign.map(sayForeign), ...repeated.map((each) => sayRepeated(each, kinds))];
  report.operations.push(...told);
  tellOutcomes(told, terminal);
  report.changed = true;
  const drop = `drop the ${howMany(pending.length, "pending operation")}`;
  if (await agreed(recovery, questionTo(work, ...(found.length === 0 ? [] : [toPut(found)]), drop))) {
    const frame = framed(withUnclearUpdates(state, kinds), [], found); // other runs may have taken away what a pending create stood on
    await work.store(withFound(frame.state, frame.found, new Date()));
  }
}
