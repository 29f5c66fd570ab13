import type { Terminal } from "./terminal.js";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Lets long work end between two steps, and tell how far it came. The first signal asks it to, a second one ends the process
 * at once.
 */
export class Stopping {
  private readonly controller = new AbortController();
  private received: NodeJS.Signals | undefined;

  constructor(private readonly terminal: Pick<Terminal, "note">) {}

  /** Aborts when the work shall end. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** What has asked the work to end; undefined if nothing has. */
  get by(): NodeJS.Signals | undefined {
    return this.received;
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    const heed = (signal: NodeJS.Signals) => {
      ignore();
      this.received = signal;
      this.terminal.note("Stopping when what was sent is answered. Another Ctrl-C ends at once.");
      this.controller.abort();
    };
    const ignore = () => {
      for (const signal of signals) {
        process.off(signal, heed);
      }
    };
    for (const signal of signals) {
      process.on(signal, heed);
    }
    try {
      return await work();
    } finally {
      ignore();
    }
  }
}
