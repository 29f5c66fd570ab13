import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

/**
 * Ends every process that was started with this text in its environment. A killed CLI leaves its language
 * host and its program running, and they have inherited its environment.
 */
export async function endLeftovers(mark: string): Promise<void> {
  for (const { pid } of await processesWith(mark)) end(pid);
}

/**
 * Ids of all other processes that were started with this text in their environment. Only Linux shows them, in
 * /proc.
 */
export async function processesWith(mark: string): Promise<{ pid: number; command: string }[]> {
  const ids = (await processIds()).filter((pid) => pid !== process.pid);
  const all = ids.map(async (pid) => ({
    pid,
    command: await ofProcess(pid, "cmdline"),
    environment: await ofProcess(pid, "environ"),
  }));
  return (await Promise.all(all)).filter(({ environment }) => environment.includes(mark));
}

async function processIds(): Promise<number[]> {
  const entries = await readdir("/proc").catch(() => []);
  return entries.filter((entry) => /^\d+$/.test(entry)).map(Number);
}

/** The environment of a process; empty if it belongs to another user or has just ended. */
async function ofProcess(pid: number, file: "cmdline" | "environ"): Promise<string> {
  return readFile(path.join("/proc", String(pid), file), "utf8").catch(() => "");
}

function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    const gone = error instanceof Error && "code" in error && error.code === "ESRCH";
    if (!gone) throw error;
  }
}
