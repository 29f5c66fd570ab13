import type { Requests } from "./gateway.ts";
import type { Sample } from "./lane.ts";
import type { MixName } from "./mixes.ts";
import type { Phase, ProfileName } from "./profiles.ts";

/** Those that need nothing that is not here. */
export const regulars = ["ours", "native", "textbook", "constant", "bare", "floor"] as const;
/** Has to be built first. */
export const rival = "opentofu";
export const contestants = [...regulars, rival] as const;
export type Contestant = (typeof contestants)[number];

/** What is measured as one: the same work, at the same time, for all contestants. */
export interface Case {
  readonly profile: ProfileName;
  readonly mix: MixName;
  readonly size: number;
}

/** One phase of one contestant in one run of a case. */
export interface Row extends Case, Sample {
  readonly run: number;
  readonly phase: Phase;
  readonly contestant: Contestant;
  readonly requests: Requests;
}

export type Where = Partial<Pick<Row, "profile" | "mix" | "size" | "phase" | "contestant" | "run">>;

/** All rows of a benchmark, and what is asked of them. */
export class Results {
  readonly rows: readonly Row[];

  constructor(rows: readonly Row[]) {
    this.rows = rows;
  }

  where(where: Where): Row[] {
    const wanted = Object.entries(where);
    return this.rows.filter((row) => wanted.every(([key, value]) => row[key as keyof Where] === value));
  }

  /** The median over the runs of what succeeded; undefined if nothing did. */
  median(where: Where, figure: (row: Row) => number | undefined): number | undefined {
    return median(this.where(where).filter(succeeded).map(figure));
  }

  /** The median of the ratios within each run, as machines are not equally fast in all. `other` is in what the rival differs. */
  ratio(
    where: Where,
    other: Contestant | Where,
    figure: (row: Row) => number | undefined,
  ): number | undefined {
    const against = typeof other === "string" ? { contestant: other } : other;
    const ratios = this.where({ contestant: "ours", ...where }).map((row) => {
      const { profile, mix, size, phase, run } = row;
      const [rival] = this.where({ profile, mix, size, phase, run, ...against });
      const [over, under] = [row, rival].map((one) =>
        one !== undefined && succeeded(one) ? figure(one) : undefined,
      );
      return over === undefined || under === undefined || under === 0 ? undefined : over / under;
    });
    return median(ratios);
  }
}

function succeeded({ failure }: Row): boolean {
  return failure === undefined;
}

export function median(figures: readonly (number | undefined)[]): number | undefined {
  const sorted = figures.filter((figure) => figure !== undefined).sort((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}
