import type { Values } from "pulumi-workspace-gateway/tools";
import type { Lock } from "../doctor/stack/locks.js";
import type { StateEntry } from "../stack/deployment.js";
import type { BrokenFile } from "./backend/broken-files.js";
import type { LeftoverProcess } from "./backend/leftover-processes.js";

/** A resource that was created and not recorded. It has secrets. */
export interface FoundCreate {
  /** What the engine knew of it when the create began. */
  readonly entry: StateEntry;
  /** What the create would have stored; secrets are in the engine's envelope. */
  readonly outputs: Values;
  /** Names of properties that are secrets of the program, though what it recorded does not show it. */
  readonly hidden?: readonly string[];
  /** A later try of the same create has its URN: the next `up` deletes the object. */
  readonly surplus: boolean;
}

/** A resource of the state. What it has replaced has the same URN, and another id. */
interface OfResource {
  readonly urn: string;
  readonly id: string;
}

/** One thing that a recovery does, or leaves to a person, with its message. */
export type RecoveryStep = { readonly says: string } & (
  | ({ readonly step: "end-process" } & LeftoverProcess)
  /** What `--json` prints has this name, so it stays. */
  | ({ readonly step: "mend-file" } & BrokenFile)
  | ({ readonly step: "unlock" } & Lock)
  /** What was created goes into the state. */
  | ({ readonly step: "record"; readonly made: FoundCreate } & OfResource)
  /** What is gone goes out of it. */
  | ({ readonly step: "forget" } & OfResource)
  /** An object that may differ from the state is marked: the next `up` sends all that is declared. */
  | ({ readonly step: "send-again" } & OfResource)
  /** Nothing is left to do for an operation that was begun. */
  | { readonly step: "drop"; readonly urn: string; readonly operation: string }
  /** The next `up` has to look first. */
  | { readonly step: "refresh"; readonly urn: string }
  /** A person has to look. */
  | { readonly step: "look"; readonly urn: string }
);

/** The steps of one sort. */
export function stepsOf<S extends RecoveryStep["step"]>(
  steps: readonly RecoveryStep[],
  wanted: S,
): Extract<RecoveryStep, { step: S }>[] {
  return steps.filter((each): each is Extract<RecoveryStep, { step: S }> => each.step === wanted);
}
