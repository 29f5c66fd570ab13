import { type Command, InvalidArgumentError } from "commander";
import { dayMs } from "../../text/utc-day.js";
import { UsageError } from "../terminal.js";

/** The options of a command that also reads usage. */
export interface UsageOptions {
  /** How long before the gateway's current time, in milliseconds. */
  readonly usage?: number;
  /** In milliseconds. */
  readonly usageTime?: number;
  readonly showKeys?: true;
}

export const usualUsageTime = 60_000;

export function withUsageOptions(command: Command): Command {
  return command
    .option(
      "--usage <time>",
      "also read the requests of the last days or hours: 7d is 7 times 24 hours, 12h is 12",
      time,
    )
    .option(
      "--usage-time <seconds>",
      `the longest time that reading them takes, such as 60s (default: ${usualUsageTime / 1000}s)`,
      seconds,
    )
    .option("--show-keys", "show the ids of affected keys");
}

/** Refuses options that have no effect without --usage. */
export function assertUsage({ usage, usageTime, showKeys }: UsageOptions): void {
  const lone = usageTime !== undefined ? "--usage-time" : showKeys ? "--show-keys" : undefined;
  if (usage === undefined && lone !== undefined) {
    throw new UsageError(`${lone} has no effect without --usage: add --usage, such as --usage 7d`);
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
