import { interruptible } from "./interruptible.ts";

/**
 * Runs the work of a program. Its result is the exit code.
 * An error prints one message, and an interrupt gives the exit code 130.
 */
export async function main(work: (signal: AbortSignal) => Promise<number>): Promise<void> {
  process.exitCode = await interruptible(async (signal) => {
    try {
      return await work(signal);
    } catch (error) {
      if (signal.aborted) return 130;
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      return 1;
    }
  });
}
