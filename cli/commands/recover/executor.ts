import type { Lock } from "../../doctor/stack/locks.js";
import { type BrokenFile, repairFile, restoredAt } from "../../recover/backend/broken-files.js";
import { endProcesses, type LeftoverProcess } from "../../recover/backend/leftover-processes.js";
import { type RecoveryStep, stepsOf } from "../../recover/recovery-step.js";
import { lineOf, questionFor } from "../../recover/recovery-words.js";
import type { Deployment } from "../../stack/deployment.js";
import { undisturbed } from "../signals.js";
import { begunFile, readBegun, rememberBegun } from "./begun-recovery.js";
import { agree, type Recovery } from "./recovery-place.js";
import { cancelLocks } from "./stale-locks.js";
import { importState, keepCopy, type ReadState, readState, refuseOtherState } from "./state-exchange.js";

/** Tells the steps of a recovery, asks for them, and carries them out. */
export class Executor {
  /** All steps that were planned so far. */
  readonly steps: RecoveryStep[] = [];
  /** Where the state from before is. */
  copy: string | undefined;
  /** Since when a run may have recorded nothing. Once its lock is gone, nothing else shows it. */
  since: number | undefined;
  private read: ReadState | undefined;

  constructor(private readonly recovery: Recovery) {}

  /** The state as it is now. Only that is replaced by another one. */
  async state(): Promise<Deployment> {
    this.recovery.terminal.progress("reading the state");
    this.read = await readState(this.recovery);
    return this.read.deployment;
  }

  /**
   * False in a dry run, in which nothing is done.
   *
   * @param next - the state that follows from the steps, if they change it
   */
  async carryOut(steps: readonly RecoveryStep[], next?: Deployment): Promise<boolean> {
    const { terminal, wish } = this.recovery;
    this.steps.push(...steps);
    for (const step of steps) {
      terminal.note(lineOf(step));
    }
    if (wish.dryRun) {
      return false;
    }
    const { pending_operations: pending } = this.read?.deployment.deployment ?? {};
    const question = questionFor(steps, next === undefined ? 0 : (pending?.length ?? 0));
    if (question !== undefined) {
      await agree(this.recovery, question);
    }
    await this.end(stepsOf(steps, "end-process"));
    await this.repair(stepsOf(steps, "mend-file"));
    await this.store(stepsOf(steps, "unlock"), next);
    return true;
  }

  private async end(processes: readonly LeftoverProcess[]): Promise<void> {
    if (processes.length > 0) {
      this.recovery.terminal.progress("ending processes");
      await endProcesses(processes);
      this.recovery.terminal.note(`Ended ${processes.map(({ pid }) => pid).join(", ")}.`);
    }
  }

  private async repair(files: readonly BrokenFile[]): Promise<void> {
    const { place, terminal } = this.recovery;
    const restored = restoredAt(files);
    if (restored !== undefined) {
      const file = begunFile(place);
      // A repaired file does not show that it was repaired.
      await rememberBegun(file, Math.min(restored, (await readBegun(file))?.since ?? restored), new Date());
    }
    await undisturbed(() => {
      for (const kept of files.map(repairFile).filter((name) => name !== undefined)) {
        terminal.note(`Restored. What was there is kept as ${kept}.`);
      }
    });
  }

  /** Pulumi takes no state while there is a lock. */
  private async store(locks: readonly Lock[], next: Deployment | undefined): Promise<void> {
    const { recovery, read, since } = this;
    if (next !== undefined && read !== undefined) {
      await refuseOtherState(recovery, read);
      this.copy ??= await keepCopy(recovery);
    }
    if (locks.length > 0) {
      if (since !== undefined) {
        await rememberBegun(begunFile(recovery.place), since, new Date());
      }
      await cancelLocks(recovery, locks);
    }
    if (next !== undefined) {
      await importState(recovery, next, this.copy ?? "");
    }
  }
}
