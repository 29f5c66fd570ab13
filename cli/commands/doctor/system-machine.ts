import { execFile } from "node:child_process";
import type { Machine, Ran } from "../../doctor/machine.js";

/** Milliseconds: a backend that does not answer must not keep a person waiting. */
const longestCommand = 20_000;
const longestOutput = 256 * 1024 ** 2;

/** This machine, as a command that runs in a folder sees it. */
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
        const limits = { timeout: longest, killSignal: "SIGKILL", maxBuffer: longestOutput } as const;
        const child = execFile(command, args, { cwd, env: quiet, ...limits }, (error, stdout, stderr) => {
          const late = error?.killed === true;
          resolve({ code: codeOf(error), stdout, stderr, late });
        });
        child.stdin?.end(); // nobody answers a question
      }),
  };
}

/** Undefined if there is no such program. */
function codeOf(error: { code?: string | number | null | undefined } | null): number | undefined {
  if (error === null) {
    return 0;
  }
  return error.code === "ENOENT" ? undefined : typeof error.code === "number" ? error.code : 1;
}
