import { subscribe, unsubscribe } from "node:diagnostics_channel";

/** The requests that this process has sent and that have not ended. */
export class InFlight {
  private readonly open = new Set<unknown>();
  private waiting: (() => void)[] = [];
  private readonly begin = (message: unknown) => {
    this.open.add(requestOf(message));
  };
  private readonly end = (message: unknown) => {
    this.open.delete(requestOf(message));
    if (this.open.size > 0) return;
    for (const go of this.waiting.splice(0)) go();
  };

  constructor() {
    subscribe("undici:request:create", this.begin);
    for (const channel of ends) subscribe(channel, this.end);
  }

  /** Settles when none is left: what a killed process had sent has come to its end. */
  async none(): Promise<void> {
    if (this.open.size > 0) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  [Symbol.dispose](): void {
    unsubscribe("undici:request:create", this.begin);
    for (const channel of ends) unsubscribe(channel, this.end);
  }
}

const ends = ["undici:request:trailers", "undici:request:error"];

function requestOf(message: unknown): unknown {
  return Object(message).request;
}
