import { GatewayError } from "./errors.js";
import type { Exchange, Reply, Send } from "./exchange.js";
import type { Io } from "./io.js";
import { quotaLeft, retryAfter } from "./limits.js";
import { Quota } from "./quota.js";
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
  private waking = false;
  private readonly quota: Quota;

  constructor(
    private readonly settings: Settings,
    private readonly io: Io,
    private readonly onWait: (milliseconds: number) => void = () => {},
  ) {
    this.concurrency = settings.maxConcurrency;
    this.quota = new Quota(io);
  }

  /** Adds slots, the shared cool-down and the answer to 429 to a chain. */
  wrap(send: Send): Send {
    return async (exchange) => {
      for (let tries = 1; ; tries++) {
        const reply = await this.slot(exchange.method === "GET", async () => {
          const answer = await send(exchange);
          this.learn(exchange, answer, tries); // before the slot is free: whoever gets it must know
          return answer;
        });
        if (reply.status !== 429) {
          return reply;
        }
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
      if (!this.quota.allows(this.running)) {
        return; // the next answer tells more
      }
      this.running++;
      this.quota.start();
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

  private learn(exchange: Exchange, reply: Reply, tries: number): void {
    const wait = this.quota.learn(reply, this.running - 1);
    if (reply.status === 429) {
      this.coolDown(exchange, reply, tries);
      return;
    }
    this.concurrency = Math.min(this.settings.maxConcurrency, this.concurrency + 1 / this.concurrency);
    if (wait > 0 && wait <= this.settings.maxWait) {
      this.pause(wait);
    }
  }

  private coolDown(exchange: Exchange, reply: Reply, tries: number): void {
    const backoff =
      Math.min(shortestWait * 2 ** (tries - 1), this.settings.maxWait) * (0.5 + this.io.random() / 2);
    const wait = retryAfter(reply, this.io) ?? quotaLeft(reply, this.io)?.resetsIn ?? backoff;
    if (wait > this.settings.maxWait) {
      throw tooLong(exchange, wait, this.settings);
    }
    if (this.io.now() >= this.pausedUntil) {
      this.concurrency = Math.max(1, this.concurrency / 2); // once for all that are refused together
    }
    this.pause(Math.max(wait, Math.min(backoff, shortestWait)));
  }

  private pause(wait: number): void {
    const now = this.io.now();
    const until = Math.max(this.pausedUntil, now + wait);
    this.onWait(until - Math.max(now, this.pausedUntil));
    this.pausedUntil = until;
    this.quota.pause();
  }
}

function tooLong({ method, path }: Exchange, wait: number, settings: Settings): GatewayError {
  const seconds = (milliseconds: number) => `${Math.ceil(milliseconds / 1000)} s`;
  return new GatewayError({
    method,
    path,
    status: 429,
    outcome: "rejected",
    said: `the rate limit asks for a wait of ${seconds(wait)}, longer than the ${seconds(settings.maxWait)} allowed`,
    remedy: `Run again later, or raise ${settings.named("maxWait")}.`,
  });
}
