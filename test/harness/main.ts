import { interruptible } from "./interruptible.ts";

/** Runs a program's work; its number is the exit code, an error is one message, an interrupt is 130. */
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
