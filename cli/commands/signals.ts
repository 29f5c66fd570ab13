import type { Terminal } from "./terminal.js";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Calls `heed` for each signal that would end the process, until the function that it gives back is called. */
function heeding(heed: (signal: NodeJS.Signals) => void): () => void {
  for (const signal of signals) {
    process.on(signal, heed);
  }
  return () => {
    for (const signal of signals) {
      process.off(signal, heed);
    }
  };
}

/**
 * Lets long work end between two steps, and tell how far it came. The first signal asks it to, a second one ends the process
 * at once.
 */
export class Stopping {
  private readonly controller = new AbortController();
  private received: NodeJS.Signals | undefined;

  /** Aborts when the work shall end. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** What has asked the work to end; undefined if nothing has. */
  get by(): NodeJS.Signals | undefined {
    return this.received;
  }

  async during<T>(work: () => Promise<T>, { note }: Pick<Terminal, "note">): Promise<T> {
    const ignore = heeding((signal) => {
      ignore();
      this.received = signal;
      note("Stopping once the requests that were sent are answered. Another Ctrl-C ends at once.");
      this.controller.abort();
    });
    try {
      return await work();
    } finally {
      ignore();
    }
  }
}

/** Does what must be done whole or not at all. A signal waits until it is done, so the work must take moments only. */
export async function undisturbed(work: () => void): Promise<void> {
  let received: NodeJS.Signals | undefined;
  const ignore = heeding((signal) => {
    received ??= signal;
  });
  try {
    work();
    await signalsSeen();
  } finally {
    ignore();
  }
  if (received !== undefined) {
    process.kill(process.pid, received);
    await signalsSeen();
  }
}

/** Node delivers a signal when it polls for events the next time. */
async function signalsSeen(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
}
