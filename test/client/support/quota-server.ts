import type { Send } from "../../../provider/client/exchange.js";
import { reply } from "./reply.ts";
import type { VirtualIo } from "./virtual-io.ts";

const windowLength = 10_000;

/** How a gateway may say when the next window begins: always in whole seconds. */
export type ResetForm = "delta" | "epoch";

/** Serves `quota` requests per window of ten seconds; every answer may be on its way for a different time. */
export class QuotaServer {
  refused = 0;
  /** Windows from the first request to the last, those without any included. */
  windows = 0;
  private first: number | undefined;
  private window = 0;
  private used = 0;

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
    this.used = window === this.window ? this.used + 1 : 1;
    this.window = window;
    const ends = (window + 1) * windowLength;
    const resetsIn = Math.ceil((ends - now) / 1000);
    const headers = {
      date: new Date(now).toUTCString(),
      "x-ratelimit-limit": String(this.quota),
      "x-ratelimit-remaining": String(Math.max(0, this.quota - this.used)),
      "x-ratelimit-reset": String(this.form === "delta" ? resetsIn : ends / 1000),
    };
    if (this.used <= this.quota) {
      return reply(200, {}, headers);
    }
    this.refused++;
    return reply(429, {}, { ...headers, "retry-after": String(resetsIn) });
  }
}
