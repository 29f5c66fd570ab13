import type { Machine } from "../../doctor/machine.js";
import { kinds } from "../../every-kind.js";
import type { Terminal } from "../terminal.js";
import { findLocks } from "./cancel-locks.js";
import { mendMachine } from "./mend-machine.js";
import { mendState } from "./mend-state.js";
import { type RecoverOptions, readWish } from "./recover-options.js";
import { findPlace } from "./recovery-place.js";
import { type Recovery, Stopped } from "./recovery-steps.js";
import { emptyReport } from "./report/recovery-report.js";
import { tellEnd } from "./report/tell-end.js";

/** Mends what a killed run has left, step by step. Each step is told, then agreed to, then done. */
export async function recoverStack(
  options: RecoverOptions,
  terminal: Terminal,
  machine: Machine,
): Promise<void> {
  const wish = readWish(options, terminal);
  terminal.progress("looking at the stack");
  const place = await findPlace(machine, wish.stack);
  const report = emptyReport(place.stack, wish.dryRun);
  const recovery: Recovery = { wish, place, machine, terminal, kinds, report };
  try {
    const locks = await findLocks(recovery);
    const restoredFrom = await mendMachine(recovery);
    await mendState(recovery, { locks, restoredFrom });
  } catch (error) {
    if (!(error instanceof Stopped)) {
      throw error;
    }
    terminal.note(error.message);
    report.stopped = !wish.dryRun;
  } finally {
    terminal.progress("");
  }
  tellEnd(recovery, options.json === true);
}
