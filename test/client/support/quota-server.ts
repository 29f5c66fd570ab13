import type { Send } from "../../../provider/client/exchange.js";
import { reply } from "./reply.ts";
import type { VirtualIo } from "./virtual-io.ts";

const windowLength = 10_000;

/** How a gateway may tell when there is more: seconds from now, the time, or when the oldest of a rolling window leaves. */
export type ResetForm = "delta" | "epoch" | "rolling";

/** Serves `quota` requests in ten seconds; every answer may be on its way for a different time. */
export class QuotaServer {
  refused = 0;
  /** Windows from the first request to the last, those without any included. */
  windows = 0;
  private first: number | undefined;
  private counted: number[] = [];

  constructor(
    private readonly io: VirtualIo,
    private readonly quota: number,
    private readonly delay: () => number,
    private readonly form: ResetForm = "delta",
  ) {}

  readonly send: Send = async () => {
    await this.io.sleep(this.delay());
    const answer = this.handle();
    await this.io.sleep(this.delay());
    return answer;
  };

  private handle() {
    const now = this.io.now();
    const window = Math.floor(now / windowLength);
    this.first ??= window;
    this.windows = window - this.first + 1;
    this.counted = this.counted.filter((at) => this.counts(at));
    const taken = this.counted.length < this.quota;
    if (taken) this.counted.push(now);
    const ends =
      this.form === "rolling" ? (this.counted[0] ?? now) + windowLength : (window + 1) * windowLength;
    const resetsIn = Math.ceil((ends - now) / 1000);
    const headers = {
      date: new Date(now).toUTCString(),
      "x-ratelimit-limit": String(this.quota),
      "x-ratelimit-remaining": String(this.quota - this.counted.length),
      "x-ratelimit-reset": String(this.form === "epoch" ? Math.ceil(ends / 1000) : resetsIn),
    };
    if (taken) return reply(200, {}, headers);
    this.refused++;
    return reply(429, {}, { ...headers, "retry-after": String(resetsIn) });
  }

  /** Whether a request of that time still counts. */
  private counts(at: number): boolean {
    const now = this.io.now();
    return this.form === "rolling"
      ? now - at < windowLength
      : Math.floor(at / windowLength) === Math.floor(now / windowLength);
  }
}
