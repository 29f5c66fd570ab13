import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";

const lookEvery = 250;
/** By the clock, which runs on while other work has the processor. */
const longestTest = 60_000;
/** Of the processor, which is much more than any test takes. */
const longestWork = 4_000;

const atFirst = process.getActiveResourcesInfo();

/** Nothing that the test says of the code: it was not told to its end. */
export class Hang extends Error {}

/**
 * Fails once the test that has just begun cannot end any more: nothing runs, and nothing that it began is awaited; or it
 * works for ever. Most mutants that hang are told by the first, which is much sooner than a time limit.
 */
export async function hang(ended: AbortSignal): Promise<never> {
  const began = work();
  let idle = 0;
  for (
    let waited = 0;
    idle < 2 && waited < longestTest && work() - began < longestWork;
    waited += lookEvery
  ) {
    idle = (await rests(lookEvery, ended)) && !awaits() ? idle + 1 : 0;
  }
  throw new Hang("the test does not end");
}

/** Waits until what still runs has ended; false if it goes on. */
export async function quiet(): Promise<boolean> {
  const began = work();
  while (work() - began < longestWork) {
    if (await rests(50)) {
      return true;
    }
  }
  return false;
}

async function rests(milliseconds: number, signal?: AbortSignal): Promise<boolean> {
  const before = performance.eventLoopUtilization();
  await sleep(milliseconds, undefined, signal && { signal });
  return performance.eventLoopUtilization(before).utilization < 0.2;
}

/** Milliseconds that this process has had of the processor. */
function work(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Whether there are timers, sockets or files that the process did not begin with. */
function awaits(): boolean {
  const left = [...atFirst];
  return process.getActiveResourcesInfo().some((resource) => {
    const at = left.indexOf(resource);
    left.splice(at, at < 0 ? 0 : 1);
    return at < 0;
  });
}
