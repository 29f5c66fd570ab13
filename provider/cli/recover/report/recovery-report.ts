/** What became of an operation whose end nobody recorded. */
export interface OperationOutcome {
  readonly urn: string;
  /** `creating`, `updating`, …; `unrecorded` if the engine did not write down that it began. */
  readonly operation: string;
  /**
   * `recovered`: it was found and is in the state. `gone`: it is no more on the gateway, and out of the state. `unfinished`: the
   * next `up` sends all that is declared. `dropped`: nothing is left to do. `doubtful`: a person has to look.
   */
  readonly outcome: "recovered" | "gone" | "unfinished" | "dropped" | "doubtful";
  readonly id?: string;
  /** What a person should know, in sentences. */
  readonly why?: string;
  readonly look?: string;
}

/** What a recovery found and did, for programs. In a dry run it is what it would have done. */
export interface RecoveryReport {
  readonly stack: string;
  readonly dryRun: boolean;
  /** Whether something was done, or in a dry run would be. */
  changed: boolean;
  /** Whether a person said no to a step, so that the rest was not done. */
  stopped: boolean;
  /** Null where the kernel does not show processes. */
  processes: readonly { readonly pid: number; readonly what: string }[] | null;
  files: { readonly file: string; readonly restoredFrom?: string; readonly kept?: string }[];
  locks: readonly { readonly by: string; readonly since: string }[];
  operations: OperationOutcome[];
  /** Where the state from before is. */
  copy?: string;
}

export function emptyReport(stack: string, dryRun: boolean): RecoveryReport {
  return {
    stack,
    dryRun,
    changed: false,
    stopped: false,
    processes: [],
    files: [],
    locks: [],
    operations: [],
  };
}
