import type { Io } from "../../io/io.js";
import { RequestError } from "./errors.js";
import type { Exchange, Send } from "./exchange.js";

/**
 * After a cancellation, a request has this many milliseconds to start. Requests that need not wait are thus
 * still sent, so that a new object is recorded as it is.
 */
const graceTime = 1000;

interface Waiting {
  underWay: boolean;
  giveUp(): void;
}

/**
 * When the run is cancelled, ends the requests that wait for the rate limit. A request that was already sent
 * goes on, because its outcome counts.
 */
export class Patience {
  private readonly waiting = new Map<Exchange, Waiting>();

  constructor(private readonly io: Io) {
    io.cancelled.addEventListener("abort", () => {
      for (const exchange of this.waiting.keys()) {
        void this.endSoon(exchange);
      }
    });
  }

  /** Goes around the limiter, which makes requests wait. */
  outside(send: Send): Send {
    return (exchange) => {
      const own = { ...exchange };
      return new Promise((resolve, reject) => {
        this.waiting.set(own, { underWay: false, giveUp: () => reject(cancelled(own)) });
        if (this.io.cancelled.aborted) {
          void this.endSoon(own);
        }
        void send(own)
          .then(resolve, reject)
          .finally(() => this.waiting.delete(own));
      });
    };
  }

  /** Goes inside the limiter, around what sends the requests. */
  inside(send: Send): Send {
    return async (exchange) => {
      const waiting = this.waiting.get(exchange);
      if (waiting === undefined) {
        throw cancelled(exchange);
      }
      waiting.underWay = true;
      const reply = await send(exchange);
      waiting.underWay = false;
      if (reply.status === 429 && this.io.cancelled.aborted) {
        throw cancelled(exchange);
      }
      return reply;
    };
  }

  private async endSoon(exchange: Exchange): Promise<void> {
    await this.io.sleep(graceTime);
    const waiting = this.waiting.get(exchange);
    if (waiting !== undefined && !waiting.underWay) {
      this.waiting.delete(exchange);
      waiting.giveUp();
    }
  }
}

function cancelled({ method, path }: Exchange): RequestError {
  return new RequestError({
    method,
    path,
    outcome: "rejected",
    said: "the run was cancelled while this waited to be sent",
    remedy: "Nothing was changed: the next run does it.",
  });
}
