import type { Exchange, Reply, Send } from "../../../provider/client/exchange.js";
import { Limiter } from "../../../provider/client/limits.js";
import type { Settings } from "../../../provider/client/settings.js";
import { reply, testSettings } from "./reply.ts";
import { VirtualIo } from "./virtual-io.ts";

/** What a gateway answers: one after the other and then 200 for ever, or as the test computes it. */
export type Answers = readonly Reply[] | ((index: number, exchange: Exchange) => Reply);

/** A wire that takes its time, and watches what is under way. */
export class Gauge {
  static readonly latency = 10;
  /** When each request was sent, in order. */
  readonly sentAt: number[] = [];
  readonly order: string[] = [];
  most = 0;
  private underWay = 0;

  constructor(
    private readonly io: VirtualIo,
    private readonly answers: Answers,
  ) {}

  readonly send: Send = async (exchange) => {
    const index = this.sentAt.length;
    this.sentAt.push(this.io.now());
    this.order.push(`${exchange.method} ${exchange.path}`);
    this.underWay++;
    this.most = Math.max(this.most, this.underWay);
    try {
      await this.io.sleep(Gauge.latency);
      return typeof this.answers === "function"
        ? this.answers(index, exchange)
        : (this.answers[index] ?? reply(200));
    } finally {
      this.underWay--;
    }
  };

  /** How long each request but the first was held back after the answer to the one before it. */
  get waits(): number[] {
    return this.sentAt.slice(1).map((at, index) => at - (this.sentAt[index] ?? 0) - Gauge.latency);
  }
}

export const read: Exchange = { method: "GET", path: "/models" };

export const limited = (seconds: number | string, body: unknown = {}): Reply =>
  reply(429, body, { "retry-after": String(seconds) });

/** What a gateway says of its quota in an answer. */
export const left = (remaining: number | string, reset: number | string) => ({
  "x-ratelimit-remaining": String(remaining),
  "x-ratelimit-reset": String(reset),
});

/** A limiter before a gateway that answers so. */
export function limiterOf(answers: Answers, over: Partial<Settings> = {}, random?: () => number) {
  const io = new VirtualIo(random);
  const gauge = new Gauge(io, answers);
  const measured: number[] = [];
  const limiter = new Limiter(testSettings(over), io, (wait) => measured.push(wait));
  const wrapped = limiter.wrap(gauge.send);
  const send = (exchange: Partial<Exchange> = {}) => wrapped({ ...read, ...exchange });
  const crowd = (count: number) => Promise.all(Array.from({ length: count }, () => send()));
  return { io, gauge, measured, send, crowd };
}
