import { type Command, InvalidArgumentError } from "commander";
import { dayMs } from "../../text/utc-day.js";
import { wholeNumber } from "../gateway-command.js";
import { UsageError } from "../terminal.js";

/** The options of a command that sets the traffic of late beside what it tells. */
export interface UsageOptions {
  /** How long before the gateway's time now, in milliseconds. */
  readonly usage?: number;
  readonly usageRows?: number;
  /** In milliseconds. */
  readonly usageTime?: number;
  /** False: neither read what is kept of days that have ended, nor keep any. */
  readonly cache?: false;
  /** Whether ids of keys may be shown. */
  readonly showKeys?: true;
}

export const usualUsageRows = 200_000;
export const usualUsageTime = 60_000;

export function withUsageOptions(command: Command): Command {
  return command
    .option(
      "--usage <time>",
      "also read what was requested in the last days or hours: 7d is 7 times 24 hours, 12h is 12",
      time,
    )
    .option(
      "--usage-rows <number>",
      `read so many rows of it at most (default: ${usualUsageRows})`,
      wholeNumber,
    )
    .option(
      "--usage-time <seconds>",
      `read it for so long at most, such as 60s (default: ${usualUsageTime / 1000}s)`,
      seconds,
    )
    .option("--no-cache", "read it anew, and keep nothing of it")
    .option("--show-keys", "name the keys that are hit by their ids");
}

/** Refuses options that mean nothing without --usage. */
export function assertUsage({ usage, usageRows, usageTime, cache, showKeys }: UsageOptions): void {
  const others = {
    "--usage-rows": usageRows,
    "--usage-time": usageTime,
    "--no-cache": cache === false || undefined,
    "--show-keys": showKeys,
  };
  const [lone] = Object.entries(others).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (usage === undefined && lone !== undefined) {
    throw new UsageError(`${lone} says how usage is read: give --usage, such as --usage 7d, too`);
  }
}

const hourMs = 3_600_000;
const mostDays = 92;

function time(text: string): number {
  const [, number = "", unit] = /^([1-9]\d{0,3})([dh])$/.exec(text) ?? [];
  const length = Number(number) * (unit === "d" ? dayMs : hourMs);
  if (unit === undefined || length > mostDays * dayMs) {
    throw new InvalidArgumentError(
      `It must be a number of days or hours, such as 7d or 12h, at most ${mostDays}d.`,
    );
  }
  return length;
}

function seconds(text: string): number {
  const [, number] = /^([1-9]\d{0,4})s?$/.exec(text) ?? [];
  if (number === undefined) {
    throw new InvalidArgumentError("It must be a number of seconds, such as 60s.");
  }
  return Number(number) * 1000;
}
