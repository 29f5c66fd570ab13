import { dayMs, startOfDay, utcDay } from "../text/utc-day.js";
import type { UsageSums } from "./usage.js";

/** Keeps what days add up to that have ended, so that nobody reads their rows again. A day is `2026-11-20`, in UTC. */
export interface UsageDays {
  /** Undefined if it is not kept, or cannot be read. */
  read(day: string): Promise<UsageSums | undefined>;
  write(day: string, sums: UsageSums): Promise<void>;
}

/** A part of the time that is asked for, within one day. Both ends in milliseconds since the epoch; the later one is outside. */
export interface DayPart {
  readonly day: string;
  readonly from: number;
  readonly until: number;
  /** Whether the day is whole and has ended: then it can be kept. */
  readonly isEnded: boolean;
}

/** A request is recorded when it has ended, and a gateway may be late: a day that has just ended may still get rows. */
const graceMs = 3_600_000;

/**
 * The days of a time, the newest first.
 *
 * @param keeping - `readsWhole`: whether the oldest begins at midnight, so that it can be kept; `over`: what surely is over, as one of
 * two clocks may be ahead
 */
export function daysOf(
  since: number,
  now: number,
  { readsWhole, over }: { readsWhole: boolean; over: number },
): DayPart[] {
  const parts: DayPart[] = [];
  for (let start = startOfDay(now); start + dayMs > since; start -= dayMs) {
    const end = start + dayMs;
    const from = readsWhole ? start : Math.max(since, start);
    parts.push({
      day: utcDay(start),
      from,
      until: Math.min(now, end),
      isEnded: from === start && end + graceMs <= over,
    });
  }
  return parts;
}
