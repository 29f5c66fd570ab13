import type { Send } from "./http/exchange.js";

/** What the work on a connection has cost so far. */
export class Cost {
  private requests = 0;
  private wanted = 0;
  private waited = 0;

  /** `advice` says how to pay less, if there is a way. */
  constructor(private readonly advice: () => string | undefined = () => undefined) {}

  /** Counts what is asked of the client. */
  outside(send: Send): Send {
    return (exchange) => {
      this.wanted++;
      return send(exchange);
    };
  }

  /** Counts what goes over the wire. */
  inside(send: Send): Send {
    return (exchange) => {
      this.requests++;
      return send(exchange);
    };
  }

  /** Adds time, in milliseconds, in which nothing could start because of a rate limit. */
  wait(milliseconds: number): void {
    this.waited += milliseconds;
  }

  /** One line for people; undefined if nothing was sent. */
  get line(): string | undefined {
    if (this.requests === 0) {
      return undefined;
    }
    const repeated = this.requests - this.wanted;
    const advice = this.advice();
    const paid = [
      `${this.requests} ${this.requests === 1 ? "request" : "requests"} to the gateway`,
      ...(repeated > 0 ? [`${repeated} of them repeated`] : []),
      ...(this.waited > 0 ? [`${Math.ceil(this.waited / 1000)} s waited for its rate limit`] : []),
    ].join(", ");
    return advice === undefined ? paid : `${paid}; ${advice}`;
  }
}
