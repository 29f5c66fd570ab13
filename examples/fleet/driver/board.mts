import { type Changes, inWords, type Result } from "./result.mts";

/** The output stream for the progress. */
export interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** The progress of a running stack. */
export interface Shown {
  readonly stack: string;
  readonly changes: Changes;
  readonly seconds: number;
}

/**
 * Shows the progress of all stacks. On a terminal, running stacks are the last lines and are redrawn
 * continuously, with finished stacks above them. Otherwise, each start and each end is one line.
 */
export class Board {
  private readonly running = new Set<Shown>();
  private drawn = 0;
  private readonly screen: Screen;
  private readonly clock: NodeJS.Timeout | undefined;

  constructor(screen: Screen) {
    this.screen = screen;
    this.clock = screen.isTTY === true ? setInterval(() => this.draw(), 250).unref() : undefined;
  }

  started(shown: Shown): void {
    this.running.add(shown);
    if (this.screen.isTTY === true) this.draw();
    else this.screen.write(`${shown.stack}: started\n`);
  }

  ended(shown: Shown, result: Result): void {
    this.running.delete(shown);
    this.say(row(result, result.outcome));
  }

  /** Writes a permanent line. */
  say(line: string): void {
    this.screen.write(`${this.erased()}${line}\n`);
    this.draw();
  }

  private draw(): void {
    if (this.screen.isTTY !== true) return;
    const width = (this.screen.columns || 80) - 1;
    const lines = [...this.running].map((shown) => row(shown, "running").slice(0, width));
    this.screen.write(this.erased() + lines.map((line) => `${line}\n`).join(""));
    this.drawn = lines.length;
  }

  end(): void {
    clearInterval(this.clock);
    this.screen.write(this.erased());
  }

  /** The escape sequence that moves up to the first drawn line and clears everything below. */
  private erased(): string {
    const { drawn } = this;
    this.drawn = 0;
    return drawn === 0 ? "" : `\x1b[${drawn}A\x1b[J`;
  }
}

function row({ stack, changes, seconds }: Shown, state: string): string {
  return `${stack.padEnd(24)} ${state.padEnd(10)} ${String(seconds).padStart(4)} s  ${inWords(changes)}`;
}
