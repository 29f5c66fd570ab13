import type { Machine } from "../../doctor/machine.js";
import type { Terminal } from "../terminal.js";
import type { RecoverWish } from "./recover-options.js";
import type { RecoveryPlace } from "./recovery-place.js";

/** What is recovered, and who wants it. */
export interface Recovery {
  readonly wish: RecoverWish;
  readonly place: RecoveryPlace;
  readonly machine: Machine;
  readonly terminal: Terminal;
}

/** Nothing failed, but the rest cannot be done. The message is a sentence. */
export class Stopped extends Error {
  override readonly name = "Stopped";
}

/** Asks before something is done. */
export async function agree({ wish }: Recovery, question: string): Promise<void> {
  if (!(await wish.agrees(question))) {
    throw new Stopped("The rest was not done, because you said no.");
  }
}
