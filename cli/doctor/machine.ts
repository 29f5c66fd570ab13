/** How a command of another program ended. */
export interface Ran {
  /** Undefined if there is no such program. */
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  /** True if it had no end in time, and was ended. */
  readonly late: boolean;
}

/** Where the doctor looks: the environment, the folder, and what other programs say there. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  /** The version of the Node that runs this. */
  readonly node: string;
  /**
   * Runs another program in a folder, and never throws.
   *
   * @param longest - the milliseconds after which it is ended; a short time, if it is left out
   */
  run(command: string, args: readonly string[], folder: string, longest?: number): Promise<Ran>;
}

/** What went wrong, in a line: the first error that a program names. */
export function whyItFailed({ code, stderr, late }: Ran): string {
  if (late) {
    return "it did not end in time";
  }
  const lines = stderr.split("\n").map((line) => line.trim());
  const error = lines.find((line) => line.startsWith("error: "))?.slice("error: ".length);
  return (error ?? lines.find((line) => line !== "") ?? `exit code ${code}`).replace(/\.$/, "");
}
