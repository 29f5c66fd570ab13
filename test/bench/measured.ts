import type { RunningProcess } from "../harness/process.ts";
import type { Sample } from "./lane.ts";
import { UsageMeter } from "./usage.ts";

const longestPhase = 30 * 60_000;

/** What a process takes from its start to its end. */
export async function measured(begin: () => RunningProcess): Promise<Sample> {
  const start = performance.now();
  const running = begin();
  const meter = new UsageMeter(running.pid ?? process.pid);
  const limit = setTimeout(() => running.kill("SIGINT"), longestPhase);
  const { code, output } = await running.done;
  const seconds = (performance.now() - start) / 1000;
  clearTimeout(limit);
  const failure = code === 0 ? {} : { failure: `exit code ${code}: ${output.trim().slice(-600)}` };
  return { seconds, usage: meter.stop(), peakBytes: meter.peakBytes, ...failure };
}
