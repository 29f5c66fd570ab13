import { createInterface } from "node:readline/promises";
import { printable } from "pulumi-workspace-gateway/tools";
import type { SecretText } from "./stack/stack-state.js";
import { cutToCells } from "./text/table.js";

/** What a command runs in: its environment, and the person or program that reads its output. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly interactive: boolean;
  /** Standard output is a terminal: no program reads it. */
  readonly isShown?: boolean;
  /** Prints the result of the command to standard output. Nothing else is printed there. */
  out(line: string): void;
  /** Prints what a person should also know, to standard error. */
  note(line: string): void;
  /** Shows how far the work is, in one line. The next call overwrites this line, and so does all that is printed. */
  progress(line: string): void;
  /** Prints a line on a request that was sent, if somebody has asked for that. */
  readonly trace?: (line: string) => void;
  /** The secrets of the configs and states that this command has read. Nothing that it prints or writes may show them. */
  readonly secrets?: SecretText[];
  confirm(question: string): Promise<boolean>;
}

/** The command line is wrong: nothing was done, and the user must correct it. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/**
 * Everything works, but the answer is no. Its exit code says which: the guard refuses (3), a pin does not hold (4), the
 * gateway has drifted (the sum of 8, 16, 32 and 64).
 */
export class Refused extends Error {
  override readonly name = "Refused";

  constructor(
    message: string,
    readonly exitCode: number,
  ) {
    super(message);
  }
}

export function systemTerminal({ env, stdin, stdout, stderr }: NodeJS.Process): Terminal {
  let shown = "";
  const progress = (line: string) => {
    if (stderr.isTTY && (line !== "" || shown !== "")) {
      // Only the last row can be overwritten, so it must not run into a second one. A terminal may not say how wide it is.
      shown = cutToCells(printable(line), (stderr.columns || 80) - 1, "");
      stderr.write(`\r\x1b[K${shown}`);
    }
  };
  return {
    env,
    interactive: stdin.isTTY === true && stderr.isTTY === true,
    isShown: stdout.isTTY === true,
    out: (line) => {
      if (stdout.isTTY) {
        progress(""); // it is on the same screen
      }
      stdout.write(`${stdout.isTTY ? harmless(line) : line}\n`);
    },
    note: (line) => {
      progress("");
      stderr.write(`${harmless(line)}\n`);
    },
    progress,
    confirm: async (question) => {
      progress("");
      const reader = createInterface({ input: stdin, output: stderr });
      try {
        return /^y(es)?$/i.test((await reader.question(`${question} [y/N] `)).trim());
      } finally {
        reader.close();
      }
    },
  };
}

/** The lines without control characters: some lines have text that comes from the gateway. */
function harmless(lines: string): string {
  return lines.split("\n").map(printable).join("\n");
}
