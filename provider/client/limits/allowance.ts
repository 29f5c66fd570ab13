import type { Io } from "../../io/io.js";
import type { Reply } from "../http/exchange.js";
import { allowanceLeft } from "./rate-headers.js";

/**
 * Two reset times that differ by less than this mean the same window: the gateway gives them in whole
 * seconds, and answers take time to arrive.
 */
const windowTolerance = 2000;

/**
 * How many requests may still start, by what the gateway has said about its limit (the API's section
 * "Limits").
 *
 * Answers arrive out of order, so within a window only the lowest number counts. The gateway may not have
 * counted the running requests yet, so they are subtracted. Until the first answer, and after every pause,
 * only one request runs: its answer gives a new number.
 */
export class Allowance {
  /** How many requests may start before the next answer. */
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

  /** Learns from an answer while `othersRunning` others run. Returns for how many ms nothing may start. */
  learn(reply: Reply, othersRunning: number): number {
    const left = allowanceLeft(reply, this.io);
    if (left === undefined) {
      this.free = Number.POSITIVE_INFINITY;
      return 0;
    }
    const now = this.io.now();
    const ends = now + left.resetsIn;
    const sameWindow = now < this.windowEnds && ends < this.windowEnds + windowTolerance;
    this.windowEnds = sameWindow ? this.windowEnds : ends;
    this.lowest = sameWindow ? Math.min(this.lowest, left.remaining) : left.remaining;
    this.free = this.lowest - othersRunning;
    return this.lowest <= 0 ? left.resetsIn : 0;
  }

  /**
   * A request got no answer, so nothing is learned. If no allowance is known, the other requests need not
   * wait until one of them gets an answer.
   */
  unanswered(): void {
    if (this.io.now() >= this.windowEnds) {
      this.free = Number.POSITIVE_INFINITY;
    }
  }

  pause(): void {
    this.free = 1; // one request goes first: the allowance may still be empty
  }
}
