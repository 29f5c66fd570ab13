import type { Exchange, Reply, Send } from "../../../provider/client/http/exchange.js";
import type { VirtualIo } from "./virtual-io.ts";

/** A wire that takes its time, and watches what is under way. */
export class Gauge {
  /** When each request was sent, in order. */
  readonly sentAt: number[] = [];
  readonly order: string[] = [];
  underWay = 0;
  most = 0;

  constructor(
    private readonly io: VirtualIo,
    private readonly answer: (exchange: Exchange, index: number) => Reply,
    private readonly latency = 100,
  ) {}

  readonly send: Send = async (exchange) => {
    const index = this.sentAt.length;
    this.sentAt.push(this.io.now());
    this.order.push(`${exchange.method} ${exchange.path}`);
    this.underWay++;
    this.most = Math.max(this.most, this.underWay);
    try {
      await this.io.sleep(this.latency);
      return this.answer(exchange, index);
    } finally {
      this.underWay--;
    }
  };
}
