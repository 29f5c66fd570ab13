import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { filled, type Origin, originOf } from "../../review/pin/origin.js";
import type { Terminal } from "../terminal.js";

/** Who works here on which commit: by the pipeline's word, or by git's, if there is one. */
export async function originHere({ env }: Pick<Terminal, "env">): Promise<Origin> {
  const asked = async (...args: string[]) => {
    try {
      return (await promisify(execFile)("git", args, { env: { ...env } })).stdout.trim();
    } catch {
      return undefined; // no git, or no checkout: the pin says less
    }
  };
  const known = originOf(env);
  return {
    ...filled({
      by: known.by ?? (await asked("config", "user.name")),
      commit: known.commit ?? (await asked("rev-parse", "HEAD")),
      run: known.run,
    }),
  };
}
