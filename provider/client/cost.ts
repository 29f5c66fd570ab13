import type { Send } from "./http/exchange.js";

/** What the work on a connection has cost so far: requests, and time spent waiting for the rate limit. */
export class Cost {
  private sent = 0;
  private asked = 0;
  private waited = 0;

  /** `advice` says how to need fewer requests, if there is a way. */
  constructor(private readonly advice: () => string | undefined = () => undefined) {}

  /** Counts the requests that callers ask for. It goes around everything that may repeat them. */
  outside(send: Send): Send {
    return (exchange) => {
      this.asked++;
      return send(exchange);
    };
  }

  /** Counts the requests that are really sent. It goes around what sends them. */
  inside(send: Send): Send {
    return (exchange) => {
      this.sent++;
      return send(exchange);
    };
  }

  /** Adds milliseconds in which no request could start because of a rate limit. */
  wait(milliseconds: number): void {
    this.waited += milliseconds;
  }

  /** The cost in one line for the user; undefined if nothing was sent. */
  get line(): string | undefined {
    if (this.sent === 0) {
      return undefined;
    }
    const repeated = this.sent - this.asked;
    const advice = this.advice();
    const cost = [
      `${this.sent} ${this.sent === 1 ? "request" : "requests"} to the gateway`,
      ...(repeated > 0 ? [`${repeated} of them repeated`] : []),
      ...(this.waited > 0 ? [`${Math.ceil(this.waited / 1000)} s waited for its rate limit`] : []),
    ].join(", ");
    return advice === undefined ? cost : `${cost}; ${advice}`;
  }
}
