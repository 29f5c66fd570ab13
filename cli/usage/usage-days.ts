import type { UsageSums } from "./usage.js";

/** Keeps what days add up to that have ended, so that nobody reads their rows again. A day is `2026-11-20`, in UTC. */
export interface UsageDays {
  /** Undefined if it is not kept, or cannot be read. */
  read(day: string): Promise<UsageSums | undefined>;
  write(day: string, sums: UsageSums): Promise<void>;
}

export const dayMs = 86_400_000;

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

/** The days of a time, the newest first. */
export function daysOf(since: number, now: number): DayPart[] {
  const parts: DayPart[] = [];
  for (let start = Math.floor(now / dayMs) * dayMs; start + dayMs > since; start -= dayMs) {
    const end = start + dayMs;
    parts.push({
      day: new Date(start).toISOString().slice(0, 10),
      from: Math.max(since, start),
      until: Math.min(now, end),
      isEnded: start >= since && end + graceMs <= now,
    });
  }
  return parts;
}
