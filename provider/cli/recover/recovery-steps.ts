import type { Machine } from "../../doctor/machine.js";
import type { Kind } from "../../spec/kind.js";
import type { Terminal } from "../terminal.js";
import type { RecoverWish } from "./recover-options.js";
import type { RecoveryPlace } from "./recovery-place.js";
import type { RecoveryReport } from "./report/recovery-report.js";

/** What all steps of one recovery share. */
export interface Recovery {
  readonly wish: RecoverWish;
  readonly place: RecoveryPlace;
  readonly machine: Machine;
  readonly terminal: Terminal;
  readonly kinds: readonly Kind[];
  readonly report: RecoveryReport;
  /** Keeps for the next recovery since when this one looks, before the lock goes that tells it. */
  remember?: () => Promise<void>;
  /** The digest of the state as it was last read. */
  stateRead?: string;
}

/** Nothing failed, but the rest cannot be done. The message is a sentence. */
export class Stopped extends Error {
  override readonly name = "Stopped";
}

/** Asks for what was just told; in a dry run nothing is asked, and nothing done. */
export async function agreed({ wish }: Recovery, question: string): Promise<boolean> {
  if (wish.dryRun) {
    return false;
  }
  if (!(await wish.agrees(question))) {
    throw new Stopped("The rest was not done, because you said no.");
  }
  return true;
}
