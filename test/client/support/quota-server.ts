import type { Send } from "../../../provider/client/exchange.js";
import { reply } from "./reply.ts";
import type { VirtualIo } from "./virtual-io.ts";

const windowLength = 10_000;

/** Serves `quota` requests per window of ten seconds; every answer may be on its way for a different time. */
export class QuotaServer {
  refused = 0;
  private window = 0;
  private used = 0;

  constructor(
    private readonly io: VirtualIo,
    private readonly quota: number,
    private readonly delay: () => number,
  ) {}

  readonly send: Send = async () => {
    await this.io.sleep(this.delay());
    const answer = this.handle();
    await this.io.sleep(this.delay());
    return answer;
  };

  private handle() {
    const window = Math.floor(this.io.now() / windowLength);
    this.used = window === this.window ? this.used + 1 : 1;
    this.window = window;
    const resetsIn = Math.ceil(((window + 1) * windowLength - this.io.now()) / 1000);
    const headers = {
      "x-ratelimit-limit": String(this.quota),
      "x-ratelimit-remaining": String(Math.max(0, this.quota - this.used)),
      "x-ratelimit-reset": String(resetsIn),
    };
    if (this.used <= this.quota) {
      return reply(200, {}, headers);
    }
    this.refused++;
    return reply(429, {}, { ...headers, "retry-after": String(resetsIn) });
  }
}
