import type { Io } from "../io/io.js";
import { describeBody } from "./checked.js";
import { asResult, type Exchange, type Failure, type Reply, RequestError, type Send } from "./exchange.js";
import type { Settings } from "./settings.js";

const shortestWait = 1000;
/** The longest wait if the gateway does not specify one. A window is rarely longer than a minute. */
const longestBackoff = 60_000;

/** Milliseconds after a cancellation in which requests may start, to record a new object's actual values. */
const graceTime = 1000;

interface Queued {
  start(): void;
  refuse(failure: Pick<Failure, "said" | "remedy" | "status">): void;
}

interface Refusal {
  readonly until: number;
  readonly said: string;
}

/**
 * One limiter per process and connection decides how many requests run, and when the next one may start.
 *
 * A request occupies a slot only until its response arrives, and never while it waits. Therefore, a task that
 * needs another request cannot block itself. Reads are sent before writes, because other work waits for them.
 * When the run is canceled, a request that was already sent continues, because its outcome matters.
 */
export class Limiter {
  private concurrency: number;
  private running = 0;
  private readonly reads = new Set<Queued>();
  private readonly writes = new Set<Queued>();
  private pausedUntil = 0;
  private waking = false;
  /** Milliseconds waited since the gateway's last response other than a 429 or 5xx. */
  private waitedInAll = 0;
  private refusal: Refusal | undefined;
  private readonly waits: Waits;
  private readonly allowance: Allowance;

  constructor(
    private readonly settings: Settings,
    private readonly io: Io,
    onWait?: (milliseconds: number) => void,
    /** Secrets in addition to the exchange's own: a token may have been obtained while it waited. */
    private readonly secrets: () => readonly string[] = () => [],
  ) {
    this.concurrency = settings.maxConcurrency;
    this.allowance = new Allowance(io);
    const { connection } = settings;
    this.waits = new Waits(io, connection === undefined ? "" : ` of the connection "${connection}"`, onWait);
    io.cancelled.addEventListener("abort", () => void this.giveUp([...this.reads, ...this.writes]));
  }

  wrap(send: Send): Send {
    return async (exchange) => {
      for (let tries = 1; ; tries++) {
        await this.turn(exchange);
        const startedAt = this.io.now();
        try {
          const answer = await send(exchange);
          // Adjusts the limits before the slot is released, because the next request must respect them.
          this.adjust(exchange, answer, startedAt, tries);
          if (answer.status !== 429) {
            return answer;
          }
        } catch (error) {
          this.allowance.unanswered();
          throw error;
        } finally {
          this.running--;
          this.startNext();
        }
        if (this.io.cancelled.aborted) {
          throw refusalOf(exchange, cancelled);
        }
      }
    };
  }

  private async turn(exchange: Exchange): Promise<void> {
    const queuedAt = this.io.now();
    await new Promise<void>((start, fail) => {
      const queued: Queued = { start, refuse: (failure) => fail(refusalOf(exchange, failure)) };
      (exchange.method === "GET" ? this.reads : this.writes).add(queued);
      if (this.io.cancelled.aborted) {
        void this.giveUp([queued]);
      }
      this.startNext();
    });
    exchange.waited?.(this.io.now() - queuedAt);
  }

  private startNext(): void {
    if (this.refusal !== undefined && this.io.now() < this.refusal.until) {
      this.refuseAll(this.refusal);
      return;
    }
    while (this.running < Math.floor(this.concurrency) && this.reads.size + this.writes.size > 0) {
      const wait = this.pausedUntil - this.io.now();
      if (wait > 0) {
        this.waits.begin(this.pausedUntil);
        this.wakeIn(wait);
        return;
      }
      this.waits.end();
      if (!this.allowance.allows(this.running)) {
        return; // the next response determines how many more requests may start
      }
      this.running++;
      this.allowance.start();
      const queue = this.reads.size > 0 ? this.reads : this.writes;
      const [next] = queue;
      if (next !== undefined) {
        queue.delete(next);
        next.start();
      }
    }
  }

  private refuseAll({ said }: Refusal): void {
    const remedy = `Try again later, or increase ${this.settings.named("maxWait")}.`;
    this.refuse([...this.reads, ...this.writes], { status: 429, said, remedy });
  }

  private async giveUp(waiting: readonly Queued[]): Promise<void> {
    await this.io.sleep(graceTime);
    this.refuse(waiting, cancelled);
  }

  private refuse(waiting: readonly Queued[], failure: Parameters<Queued["refuse"]>[0]): void {
    for (const queued of waiting) {
      if (this.reads.delete(queued) || this.writes.delete(queued)) {
        queued.refuse(failure);
      }
    }
    if (this.reads.size + this.writes.size === 0) {
      this.waits.end();
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

  private adjust(exchange: Exchange, reply: Reply, startedAt: number, tries: number): void {
    const wait = this.allowance.pauseAfter(reply, this.running - 1, startedAt);
    if (reply.status === 429) {
      this.coolDown(exchange, reply, tries);
      return;
    }
    if (reply.status < 500) {
      this.waitedInAll = 0;
      this.waits.answered();
    }
    this.concurrency = Math.min(this.settings.maxConcurrency, this.concurrency + 1 / this.concurrency);
    if (wait > 0 && wait <= this.settings.maxWait) {
      this.pause(wait);
    }
  }

  private coolDown({ secrets = [] }: Exchange, reply: Reply, tries: number): void {
    const { maxWait } = this.settings;
    const now = this.io.now();
    const backoff =
      Math.min(shortestWait * 2 ** (tries - 1), longestBackoff, maxWait) * (0.5 + this.io.random() / 2);
    const asked = retryAfter(reply, this.io) ?? this.untilReset(reply) ?? backoff;
    const wait = Math.max(asked, Math.min(backoff, shortestWait));
    const more = Math.max(0, now + wait - Math.max(now, this.pausedUntil));
    if (asked > maxWait || this.waitedInAll + more > maxWait) {
      const explanation = describeBody(reply.body, [...secrets, ...this.secrets()]);
      const said = [explanation, tooLong(asked, this.waitedInAll, maxWait)];
      this.refusal = { until: now + wait, said: said.filter((part) => part !== "").join("; ") };
      this.allowance.pause();
      return;
    }
    this.waitedInAll += more;
    if (now >= this.pausedUntil) {
      this.concurrency = Math.max(1, this.concurrency / 2); // halved only once for all simultaneous 429 responses
    }
    this.pause(wait);
  }

  /** A new window helps only if this one is used up. Otherwise, a different limit caused the 429. */
  private untilReset(reply: Reply): number | undefined {
    const left = allowanceLeft(reply, this.io);
    return left === undefined || left.remaining > 0 ? undefined : left.resetsIn;
  }

  private pause(wait: number): void {
    this.pausedUntil = Math.max(this.pausedUntil, this.io.now() + wait);
    this.allowance.pause();
  }
}

const cancelled = {
  said: "the run was canceled while this request was queued",
  remedy: "Nothing was changed. The next run sends the request.",
};

function refusalOf({ method, path }: Exchange, failure: Parameters<Queued["refuse"]>[0]): RequestError {
  return new RequestError({ method, path, outcome: "rejected", ...failure });
}

function tooLong(asked: number, waitedInAll: number, maxWait: number): string {
  const seconds = (milliseconds: number) => `${Math.ceil(milliseconds / 1000)} s`;
  const before = waitedInAll === 0 ? "" : ` after ${seconds(waitedInAll)} of waiting without success`;
  return `the rate limit requires a wait of ${seconds(asked)}${before}, but the total may not exceed ${seconds(maxWait)}`;
}

/** Milliseconds. The gateway sends reset times in whole seconds, and responses take time to arrive. */
const windowTolerance = 2000;

/**
 * How many requests may still start, according to the limit headers (API document, section "Limits").
 *
 * Responses arrive out of order, so only the lowest number within a window counts. The gateway may not have
 * counted the running requests yet, so they are subtracted. After every pause, only one request runs.
 */
export class Allowance {
  private free = 1;
  private lowest = Number.POSITIVE_INFINITY;
  private windowEnds = 0;

  constructor(private readonly io: Io) {}

  allows(running: number): boolean {
    return this.free > 0 || running === 0;
  }

  start(): void {
    this.free--;
  }

  /** Returns milliseconds to pause. A late response may refer to the window in which its request started. */
  pauseAfter(reply: Reply, othersRunning: number, startedAt = this.io.now()): number {
    const left = allowanceLeft(reply, this.io);
    if (left === undefined) {
      this.free = Number.POSITIVE_INFINITY;
      return 0;
    }
    const now = this.io.now();
    const ends = now + left.resetsIn;
    const sameWindow = startedAt < this.windowEnds && ends < this.windowEnds + windowTolerance;
    this.windowEnds = sameWindow ? this.windowEnds : ends;
    this.lowest = sameWindow ? Math.min(this.lowest, left.remaining) : left.remaining;
    this.free = this.lowest - othersRunning;
    return this.lowest <= 0 ? left.resetsIn : 0;
  }

  /** If no allowance is known, the other requests may start without one. */
  unanswered(): void {
    if (this.io.now() >= this.windowEnds) {
      this.free = Number.POSITIVE_INFINITY;
    }
  }

  pause(): void {
    this.free = 1; // only one request starts, because the allowance may still be used up
  }
}

const worthTelling = 2000;

class Waits {
  private began: number | undefined;
  /** When the first wait since the last response began. Several short waits count as one long wait. */
  private firstBegan: number | undefined;
  private toldUntil = 0;

  constructor(
    private readonly io: Io,
    private readonly where: string,
    private readonly onWait: (milliseconds: number) => void = () => {},
  ) {}

  begin(until: number): void {
    const now = this.io.now();
    this.began ??= now;
    this.firstBegan ??= now;
    if (until - Math.max(this.firstBegan, this.toldUntil) >= worthTelling) {
      this.toldUntil = until;
      const clock = new Date(until).toTimeString().slice(0, 8);
      this.io.warn(
        `Waiting for the rate limit${this.where} until ${clock} (${Math.ceil((until - now) / 1000)} s).`,
      );
    }
  }

  end(): void {
    if (this.began !== undefined) {
      this.onWait(this.io.now() - this.began);
      this.began = undefined;
    }
  }

  answered(): void {
    this.firstBegan = undefined;
  }
}

/** In milliseconds. The header has seconds or a date on the server's clock (API document, "Limits", 2). */
export function retryAfter({ headers }: Reply, io: Io): number | undefined {
  const value = headers["retry-after"];
  if (value === undefined) {
    return undefined;
  }
  const wait = /^\d+(\.\d+)?$/.test(value)
    ? Number(value) * 1000
    : Date.parse(value) - serverNow(headers, io);
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

/** From the `X-RateLimit-*` headers: the requests left, and the milliseconds until the limit resets. */
export function allowanceLeft(
  { headers }: Reply,
  io: Io,
): { remaining: number; resetsIn: number } | undefined {
  const remaining = number(headers["x-ratelimit-remaining"]);
  const reset = number(headers["x-ratelimit-reset"]);
  if (Number.isNaN(remaining) || Number.isNaN(reset)) {
    return undefined;
  }
  return { remaining, resetsIn: Math.max(0, untilReset(reset, serverNow(headers, io))) };
}

/** The API does not define the reset value: epoch milliseconds, epoch seconds or seconds from now. */
function untilReset(reset: number, now: number): number {
  if (reset > 1e11) {
    return reset - now;
  }
  return reset > 1e8 ? reset * 1000 - now : reset * 1000;
}

/** The time on the server's clock, to which its dates refer, or on ours if the response has no date. */
export function serverNow(headers: Reply["headers"], io: Io): number {
  const date = Date.parse(headers.date ?? "");
  return Number.isNaN(date) ? io.now() : date;
}

/** `Number` would convert an empty header to 0. */
function number(header: string | undefined): number {
  return header === undefined || header.trim() === "" ? Number.NaN : Number(header);
}

const shortestDelay = 20;
const firstDelay = 200;
const longestDelay = 8000;

/** A POST is repeated only if it was never sent, because a second POST could create a second object. */
export function retried(send: Send, settings: Settings, io: Io): Send {
  return async (exchange) => {
    let deadline = io.now() + settings.retryBudget;
    const counted: Exchange = {
      ...exchange,
      waited: (milliseconds) => {
        deadline += milliseconds; // time in the queue does not count
      },
    };
    for (let tries = 0; ; tries++) {
      const result = await send(counted).catch(asResult);
      const delay = Math.max(shortestDelay, io.random() * Math.min(longestDelay, firstDelay * 2 ** tries));
      if (!mayRepeat(exchange, result) || io.now() + delay > deadline) {
        return result instanceof RequestError ? Promise.reject(result) : result;
      }
      await io.sleep(delay);
    }
  };
}

function mayRepeat(
  { method, once = false, repeatable = method !== "POST" }: Exchange,
  result: Reply | RequestError,
): boolean {
  if (once) {
    return false;
  }
  if (!(result instanceof RequestError)) {
    return repeatable && result.status >= 500 && result.status !== 501;
  }
  if (result.failure.signIn === true) {
    return false; // the token request was already repeated
  }
  // A retry would get the same unreadable response.
  const isAnswered = result.status !== undefined;
  return result.outcome === "not-sent" || (result.outcome === "unknown" && repeatable && !isAnswered);
}
