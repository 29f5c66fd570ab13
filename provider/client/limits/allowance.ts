import type { Io } from "../../io/io.js";
import type { Reply } from "../http/exchange.js";
import { allowanceLeft } from "./rate-headers.js";

/** Ends of windows closer together than this are one: they are told in whole seconds, and answers take their time. */
const blur = 2000;

/**
 * What the gateway has said of its allowance (api.md, "Limits"): how many requests may still start.
 *
 * Answers come out of order, so within a window only the lowest figure counts. What is under way may not have been
 * counted yet, so it is taken off. Until the first answer, and after every pause, a single request asks.
 */
export class Allowance {
  /** Requests that may start before anything new is heard. */
  private free = 1;
  private lowest = Number.POSITIVE_INFINITY;
  private windowEnds = 0;

  constructor(private readonly io: Io) {}

  allows(running: number): boolean {
    return this.free > 0 || running === 0;
  }

  start(): void {
    this.free--;
  }

  /** Learns from an answer while `others` are under way; returns how long nothing may start. */
  learn(reply: Reply, others: number): number {
    const said = allowanceLeft(reply, this.io);
    if (said === undefined) {
      this.free = Number.POSITIVE_INFINITY;
      return 0;
    }
    const now = this.io.now();
    const ends = now + said.resetsIn;
    const sameWindow = now < this.windowEnds && ends < this.windowEnds + blur;
    this.windowEnds = sameWindow ? this.windowEnds : ends;
    this.lowest = sameWindow ? Math.min(this.lowest, said.remaining) : said.remaining;
    this.free = this.lowest - others;
    return this.lowest <= 0 ? said.resetsIn : 0;
  }

  /** No answer came, so nothing is learned; where no allowance is known, the others need not wait for one that asks. */
  unanswered(): void {
    if (this.io.now() >= this.windowEnds) {
      this.free = Number.POSITIVE_INFINITY;
    }
  }

  pause(): void {
    this.free = 1; // so that no crowd meets an empty allowance
  }
}
