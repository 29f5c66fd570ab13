import { createInterface } from "node:readline/promises";
import { printable } from "pulumi-workspace-gateway/tools";
import type { SecretText } from "./stack/stack-state.js";
import { cutToCells } from "./text/table.js";

export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly interactive: boolean;
  /** Whether standard output is a terminal. */
  readonly isShown?: boolean;
  readonly isColored?: boolean;
  /** Width of the terminal that shows the results. Undefined for a pipe or a file. */
  readonly width?: number | undefined;
  /** Prints the result to standard output. Nothing else is printed there. */
  out(line: string): void;
  /** Prints a message for the user to standard error. */
  note(line: string): void;
  /** Shows progress on one line, which the next output overwrites. */
  progress(line: string): void;
  /** Prints a line for each request. Only set with --debug. */
  readonly trace?: (line: string) => void;
  /** Secrets from the configs and states that were read. They must not appear in any output. */
  readonly secrets?: SecretText[];
  confirm(question: string): Promise<boolean>;
}

/** Thrown if the command line is invalid. Nothing was done. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/**
 * Thrown if nothing failed but the result is negative. Exit codes: 3 if the guard refuses, 4 if a pin does
 * not match, and the sum of 8, 16, 32 and 64 for drift.
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
      // Only the last row can be overwritten, so the text must not wrap. The width may be unknown.
      shown = cutToCells(printable(line), (stderr.columns || 80) - 1, "");
      stderr.write(`\r\x1b[K${shown}`);
    }
  };
  return {
    env,
    interactive: stdin.isTTY === true && stderr.isTTY === true,
    isShown: stdout.isTTY === true,
    isColored: hasColors(env, stdout.isTTY === true),
    width: stdout.isTTY ? stdout.columns : undefined,
    out: (line) => {
      progress("");
      stdout.write(`${stdout.isTTY ? lines(line, withColors) : line}\n`);
    },
    note: (line) => {
      progress("");
      stderr.write(`${lines(line, printable)}\n`);
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

/** See no-color.org and force-color.org. */
function hasColors({ NO_COLOR, FORCE_COLOR, TERM }: Terminal["env"], isShown: boolean): boolean {
  if (NO_COLOR) {
    return false;
  }
  return FORCE_COLOR ? FORCE_COLOR !== "0" : isShown && TERM !== "dumb";
}

/** The codes that `colorsOf` writes: bold, dim, the common colors, and their resets. */
const colorCodes = new RegExp(`(${String.fromCharCode(27)}\\[(?:[12]|22|3[1-6]|39)m)`);

/** Removes control characters from each line, because some text comes from the gateway. */
function lines(text: string, harmless: (line: string) => string): string {
  return text.split("\n").map(harmless).join("\n");
}

/** Used only for results, the only colored output. */
function withColors(line: string): string {
  return line
    .split(colorCodes)
    .map((part, at) => (at % 2 === 0 ? printable(part) : part))
    .join("");
}
