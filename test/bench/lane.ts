import type { BenchObject } from "./mixes.ts";
import type { Phase, Profile } from "./profiles.ts";
import type { Usage } from "./usage.ts";

/** What one phase took. */
export interface Sample {
  readonly seconds: number;
  /** Where there are processes to look at. */
  readonly usage?: Usage;
  /** Resident memory of all processes together, when it was most; what they share is counted for each. */
  readonly peakBytes?: number;
  /** Of the whole state, after the phase. */
  readonly stateBytes?: number;
  /** What went wrong: the end of what was printed. */
  readonly failure?: string;
}

/** One of those that are compared, at work on a gateway of its own. */
export interface Lane {
  run(phase: Phase): Promise<Sample>;
  dispose(): Promise<void>;
}

/** What a lane is to do, and where. */
export interface Task {
  readonly objects: readonly BenchObject[];
  readonly profile: Profile;
  readonly gateway: { readonly baseUrl: string; readonly token: string };
}
