import type { Io } from "../../io/io.js";
import { GatewayError } from "./errors.js";
import type { Exchange, Send } from "./exchange.js";

/** What need not wait goes its way also after a cancellation: an object that was made is recorded as it is. */
const patience = 1000;

interface Waiting {
  underWay: boolean;
  giveUp(): void;
}

/** Ends what waits for the rate limit when the run is cancelled. What has left is waited for: its outcome counts. */
export class Patience {
  private readonly waiting = new Map<Exchange, Waiting>();

  constructor(private readonly io: Io) {
    io.cancelled.addEventListener("abort", () => {
      for (const exchange of this.waiting.keys()) {
        void this.endSoon(exchange);
      }
    });
  }

  /** Around what makes requests wait. */
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

  /** Around what sends them. */
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
    await this.io.sleep(patience);
    const waiting = this.waiting.get(exchange);
    if (waiting !== undefined && !waiting.underWay) {
      this.waiting.delete(exchange);
      waiting.giveUp();
    }
  }
}

function cancelled({ method, path }: Exchange): GatewayError {
  return new GatewayError({
    method,
    path,
    outcome: "rejected",
    said: "the run was cancelled while this waited to be sent",
    remedy: "Nothing was changed: the next run does it.",
  });
}
