import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

/**
 * Ends every process that was started with that text in its environment. A killed CLI leaves its language host and
 * its provider running; they inherit its environment, which Linux shows below /proc. Elsewhere nothing is ended.
 */
export async function endLeftovers(mark: string): Promise<void> {
  for (const pid of await processIds()) {
    if (pid !== process.pid && (await environment(pid)).includes(mark)) end(pid);
  }
}

async function processIds(): Promise<number[]> {
  const entries = await readdir("/proc").catch(() => []);
  return entries.filter((entry) => /^\d+$/.test(entry)).map(Number);
}

/** Empty for a process of another person, and for one that ended meanwhile. */
async function environment(pid: number): Promise<string> {
  return readFile(path.join("/proc", String(pid), "environ"), "utf8").catch(() => "");
}

function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    const gone = error instanceof Error && "code" in error && error.code === "ESRCH";
    if (!gone) throw error;
  }
}
