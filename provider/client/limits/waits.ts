import type { Io } from "../../io/io.js";

/** Shorter ones are over before anybody wonders. */
const worthTelling = 2000;

/** The times in which requests waited for a rate limit: told while they last, and measured when they are over. */
export class Waits {
  private began: number | undefined;
  /** When the first wait since the last answer began: many short ones are as long as one. */
  private firstBegan: number | undefined;
  private toldUntil = 0;

  constructor(
    private readonly io: Io,
    private readonly where: string,
    private readonly onWait: (milliseconds: number) => void,
  ) {}

  /** Somebody waits. */
  begin(until: number): void {
    const now = this.io.now();
    this.began ??= now;
    this.firstBegan ??= now;
    if (until - Math.max(this.firstBegan, this.toldUntil) >= worthTelling) {
      this.toldUntil = until;
      const clock = new Date(until).toTimeString().slice(0, 8);
      this.io.warn(
        `Waiting for the rate limit${this.where} until ${clock} (${Math.ceil((until - now) / 1000)} s).`,
      );
    }
  }

  /** Nobody waits any more. */
  end(): void {
    if (this.began !== undefined) {
      this.onWait(this.io.now() - this.began);
      this.began = undefined;
    }
  }

  /** The gateway has answered. */
  answered(): void {
    this.firstBegan = undefined;
  }
}
