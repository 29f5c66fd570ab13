import type { Io } from "../../io/io.js";

/** Shorter waits are over before anybody notices them. */
const worthTelling = 2000;

/** The waits for a rate limit: the user is told while a long one lasts, and each is measured when it ends. */
export class Waits {
  private began: number | undefined;
  /** When the first wait since the last answer began: several short waits count as one long wait. */
  private firstBegan: number | undefined;
  private toldUntil = 0;

  constructor(
    private readonly io: Io,
    private readonly where: string,
    private readonly onWait: (milliseconds: number) => void = () => {},
  ) {}

  /** A request waits until this time. */
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

  /** No request waits any longer. */
  end(): void {
    if (this.began !== undefined) {
      this.onWait(this.io.now() - this.began);
      this.began = undefined;
    }
  }

  /** The gateway has answered: the next wait is a new first one. */
  answered(): void {
    this.firstBegan = undefined;
  }
}
