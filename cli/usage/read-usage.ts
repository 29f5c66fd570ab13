import {
  type Client,
  defined,
  howMany,
  type JsonObject,
  messageOf,
  metricRow,
  metricRows,
  resultReader,
  unlessAnswer,
} from "pulumi-workspace-gateway/tools";
import { dayMs, timeOf } from "../text/utc-day.js";
import { TimeBound } from "./time-bound.js";
import type { LastSeen, Usage, UsageCut, UsageSums } from "./usage.js";
import { type DayPart, daysOf, type UsageDays } from "./usage-days.js";
import { minuteMs, UsageSum } from "./usage-sum.js";

/** How much of what was recorded is read. */
export interface UsageReading {
  /** How long before the gateway's time now it begins, in milliseconds. */
  readonly time: number;
  /** The most rows, and the longest time in milliseconds. */
  readonly mostRows: number;
  readonly mostTime: number;
  /** Where days are kept that have ended. */
  readonly days?: UsageDays | undefined;
  /** Gets the number of rows that have been read. */
  told?(rows: number): void;
}

const toResult = resultReader(metricRow);

/**
 * What the account has used, by its recorded requests: each of them once, whatever shifts the pages meanwhile. The newest day is
 * read first: what is beyond the bounds, or is lost by an error, is older. Fails if nothing could be read.
 */
export async function readUsage(client: Client, reading: UsageReading): Promise<Usage> {
  await client.account().catch(unlessAnswer); // any answer tells the gateway's time
  const own = client.io.now();
  const now = Math.floor(client.serverTime(own));
  const since = Math.floor((now - reading.time) / minuteMs) * minuteMs;
  const run = new UsageRun(client, reading);
  const readsWhole = reading.days !== undefined && reading.time >= dayMs;
  const cut = await run.readAll(daysOf(since, now, { readsWhole, over: Math.min(now, own) }));
  const times = { since: new Date(since).toISOString(), until: new Date(now).toISOString() };
  return { ...times, ...joined(run.days, since), ...defined({ cut: cut ?? run.undated }) };
}

class UsageRun {
  /** The newest first. */
  readonly days: UsageSums[] = [];
  undated: UsageCut | undefined;
  private rows = 0;
  private readonly time: TimeBound;

  constructor(
    private readonly client: Client,
    private readonly reading: UsageReading,
  ) {
    this.time = new TimeBound(client, reading.mostTime);
  }

  /** Says what was cut off, if anything was. */
  async readAll(parts: readonly DayPart[]): Promise<UsageCut | undefined> {
    for (const [at, part] of parts.entries()) {
      try {
        if (!(await this.readDay(part))) {
          return this.cutAt(part);
        }
      } catch (error) {
        if (at === 0) {
          throw error;
        }
        return { why: `It is not whole before ${dayAfter(part)}: ${messageOf(error)}` };
      }
    }
    return undefined;
  }

  /** False if a bound has cut it. */
  private async readDay(part: DayPart): Promise<boolean> {
    const { days } = this.reading;
    const kept = part.isEnded ? await days?.read(part.day) : undefined;
    if (kept !== undefined) {
      this.days.push(kept);
      return true;
    }
    const sum = new UsageSum();
    const isWhole = await this.readRows(part, sum);
    const { sums } = sum;
    this.days.push(sums);
    if (isWhole && part.isEnded && this.undated === undefined) {
      await days?.write(part.day, sums);
    }
    return isWhole;
  }

  private async readRows({ from, until }: DayPart, sum: UsageSum): Promise<boolean> {
    const { mostRows, told } = this.reading;
    const filter = { startDate: new Date(from).toISOString(), endDate: new Date(until).toISOString() };
    const rows = metricRows(this.client, filter, { told: () => told?.(this.rows) });
    for (;;) {
      const next = await this.time.before(() => rows.next());
      if (next?.done) {
        return true;
      }
      if (next === undefined || this.rows >= mostRows) {
        return false;
      }
      this.rows++;
      this.addRow(next.value, { from, until }, sum);
    }
  }

  /** The gateway takes both ends for inside, and may know no filter: what belongs to another day is counted there. */
  private addRow(row: JsonObject, { from, until }: Pick<DayPart, "from" | "until">, sum: UsageSum): void {
    const created = timeOf(row.created_at);
    if (created === undefined) {
      this.undated = { why: "Rows that do not say when they were recorded are not counted." };
    } else if (created >= from && created < until) {
      sum.addRow(toResult(row), created);
    }
  }

  private cutAt(part: DayPart): UsageCut {
    const { mostRows, mostTime } = this.reading;
    const bound =
      this.rows >= mostRows
        ? `${howMany(mostRows, "row")} were read (--usage-rows)`
        : `${Math.round(mostTime / 1000)} seconds were over (--usage-time)`;
    return { why: `It is not whole before ${dayAfter(part)}: ${bound}.` };
  }
}

function dayAfter({ until }: DayPart): string {
  return new Date(until).toISOString().slice(0, 16).replace("T", " ").concat(" UTC");
}

/** Days have no minute in common. The oldest may begin before the time that is meant, to be kept. */
function joined(days: readonly UsageSums[], since: number): UsageSums {
  const inOrder = days.toReversed();
  const seen = (of: keyof LastSeen) => inOrder.flatMap(({ lastSeen }) => [...lastSeen[of]]);
  const last = (of: keyof LastSeen) => new Map(seen(of).filter(([, time]) => Date.parse(time) >= since));
  return {
    cells: inOrder.flatMap(({ cells }) => cells.filter(({ minute }) => minute * minuteMs >= since)),
    lastSeen: { model: last("model"), provider: last("provider"), key: last("key") },
  };
}
