import { GatewayError } from "./errors.js";
import type { Exchange, Reply, Send } from "./exchange.js";
import type { Io } from "./io.js";
import { quotaLeft, retryAfter } from "./limits.js";
import type { Settings } from "./settings.js";

const shortestWait = 1000;

/**
 * One limiter per process and connection: how many requests are under way, and when the next may start.
 *
 * A slot is held for a single HTTP exchange, never while waiting, so a task that needs another request cannot
 * block itself. Reads go before writes: what waits for a read cannot free its own slot.
 */
export class Limiter {
  private concurrency: number;
  private running = 0;
  private readonly reads: (() => void)[] = [];
  private readonly writes: (() => void)[] = [];
  private pausedUntil = 0;
  /** Requests that may still start before the quota is known to be empty. */
  private allowance = Number.POSITIVE_INFINITY;
  private waking = false;

  constructor(
    private readonly settings: Settings,
    private readonly io: Io,
  ) {
    this.concurrency = settings.maxConcurrency;
  }

  /** Adds slots, the shared cool-down and the answer to 429 to a chain. */
  wrap(send: Send): Send {
    return async (exchange) => {
      for (let tries = 1; ; tries++) {
        const reply = await this.slot(exchange.method === "GET", () => send(exchange));
        this.learn(reply);
        if (reply.status !== 429) {
          return reply;
        }
        this.coolDown(exchange, reply, tries);
      }
    };
  }

  private async slot<T>(read: boolean, task: () => Promise<T>): Promise<T> {
    await new Promise<void>((start) => {
      (read ? this.reads : this.writes).push(start);
      this.startNext();
    });
    try {
      return await task();
    } finally {
      this.running--;
      this.startNext();
    }
  }

  private startNext(): void {
    while (this.running < Math.floor(this.concurrency) && this.reads.length + this.writes.length > 0) {
      const wait = this.pausedUntil - this.io.now();
      if (wait > 0) {
        this.wakeIn(wait);
        return;
      }
      // Nothing new is heard of the quota while all that it allowed is under way: wait for the answers.
      if (this.allowance <= 0 && this.running > 0) {
        return;
      }
      this.running++;
      this.allowance--;
      (this.reads.shift() ?? this.writes.shift())?.();
    }
  }

  private wakeIn(wait: number): void {
    if (!this.waking) {
      this.waking = true;
      void this.io.sleep(wait).then(() => {
        this.waking = false;
        this.startNext();
      });
    }
  }

  private learn(reply: Reply): void {
    if (reply.status !== 429) {
      this.concurrency = Math.min(this.settings.maxConcurrency, this.concurrency + 1 / this.concurrency);
    }
    const quota = quotaLeft(reply, this.io);
    this.allowance = quota === undefined ? Number.POSITIVE_INFINITY : quota.remaining - this.running;
    if (quota !== undefined && quota.remaining <= 0 && quota.resetsIn <= this.settings.maxWait) {
      this.pause(quota.resetsIn);
    }
  }

  private coolDown(exchange: Exchange, reply: Reply, tries: number): void {
    const backoff =
      Math.min(shortestWait * 2 ** (tries - 1), this.settings.maxWait) * (0.5 + this.io.random() / 2);
    const wait = retryAfter(reply, this.io) ?? quotaLeft(reply, this.io)?.resetsIn ?? backoff;
    if (wait > this.settings.maxWait) {
      throw new GatewayError({
        method: exchange.method,
        path: exchange.path,
        status: 429,
        outcome: "rejected",
        said: `the rate limit asks for a wait of ${Math.ceil(wait / 1000)} s, longer than the ${this.settings.maxWait / 1000} s allowed`,
        remedy: `Run again later, or raise ${this.settings.named("maxWait")}.`,
      });
    }
    this.concurrency = Math.max(1, this.concurrency / 2);
    this.pause(Math.max(wait, Math.min(backoff, shortestWait)));
  }

  private pause(wait: number): void {
    this.pausedUntil = Math.max(this.pausedUntil, this.io.now() + wait);
    this.allowance = 1; // after the wait a single request asks how much there is, so that no crowd meets an empty quota
  }
}
