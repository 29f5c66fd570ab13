import type { ProcessOptions, ProcessResult } from "../process.ts";
import type { Host } from "./host.ts";

/** Runs a long command. From time to time it prints how long the command has run, and its last line. */
export async function runWithProgress(
  host: Host,
  label: string,
  command: string,
  args: readonly string[],
  options: ProcessOptions,
): Promise<ProcessResult> {
  const begun = host.now();
  let latest = "";
  const onOutput = (text: string) => {
    latest = text.trim().split("\n").at(-1) ?? latest;
  };
  host.say(`${label} …`);
  const running = host.run(command, args, { ...options, onOutput });
  const ended = new AbortController();
  const done = running.then(() => true);
  const tick = () => host.sleep(host.progressEvery, ended.signal).then(() => false);
  try {
    while (!(await Promise.race([done, tick()]))) {
      host.say(`${label}, ${Math.round((host.now() - begun) / 1_000)} s: ${latest.slice(0, 90)}`);
    }
  } finally {
    // Also after an abort we wait for the end: the caller cleans up next, and the process must no longer write.
    await running;
    ended.abort();
  }
  return running;
}
