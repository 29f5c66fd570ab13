import { execFile } from "node:child_process";

/** How a command of another program ended. */
export interface Ran {
  /** Undefined if there is no such program. */
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  /** Whether it was ended because it took too long. */
  readonly late: boolean;
}

/** The environment, the folder, and the programs that can be run there. */
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

/** Milliseconds: a backend that does not answer must not keep a person waiting. */
const longestCommand = 20_000;

export function systemMachine(env: Machine["env"], folder: string): Machine {
  // A streaming preview prints secrets in plain text (docs/secrets.md).
  const { PULUMI_ENABLE_STREAMING_JSON_PREVIEW: _, ...safe } = env;
  const quiet = { ...safe, PULUMI_SKIP_UPDATE_CHECK: "true" };
  return {
    env,
    folder,
    node: process.versions.node,
    run: (command, args, cwd, longest = longestCommand) =>
      new Promise<Ran>((resolve) => {
        const limits = { timeout: longest, killSignal: "SIGKILL", maxBuffer: 256 * 1024 ** 2 } as const;
        const child = execFile(command, args, { cwd, env: quiet, ...limits }, (error, stdout, stderr) => {
          const failed =
            error?.code === "ENOENT" ? undefined : typeof error?.code === "number" ? error.code : 1;
          resolve({ code: error === null ? 0 : failed, stdout, stderr, late: error?.killed === true });
        });
        child.stdin?.end(); // nobody answers a question
      }),
  };
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
