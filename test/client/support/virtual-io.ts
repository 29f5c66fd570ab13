import type { Io } from "../../../provider/io/io.js";

/** A world whose clock stands still until everybody in it sleeps, and then jumps to the next one who wakes. */
export class VirtualIo implements Io {
  readonly warnings: string[] = [];
  readonly progressed: string[] = [];
  private readonly cancellation = new AbortController();
  readonly cancelled = this.cancellation.signal;
  private time = Date.UTC(2026, 0, 1);
  private readonly sleepers: { readonly until: number; readonly wake: () => void }[] = [];
  private ticking = false;

  constructor(readonly random: () => number = () => 0.5) {}

  now(): number {
    return this.time;
  }

  sleep(milliseconds: number): Promise<void> {
    return new Promise((wake) => {
      this.sleepers.push({ until: this.time + milliseconds, wake });
      this.tick();
    });
  }

  warn(line: string): void {
    this.warnings.push(line);
  }

  progress(line: string): void {
    this.progressed.push(line);
  }

  async engineAlive(): Promise<void> {}

  /** The person presses Ctrl-C. */
  cancel(): void {
    this.cancellation.abort();
  }

  private tick(): void {
    if (this.ticking) {
      return;
    }
    this.ticking = true;
    // The event loop comes here only when every promise that could go on has gone on.
    setImmediate(() => {
      this.ticking = false;
      this.sleepers.sort((a, b) => a.until - b.until);
      const next = this.sleepers.shift();
      if (next !== undefined) {
        this.time = Math.max(this.time, next.until);
        next.wake();
        this.tick();
      }
    });
  }
}
