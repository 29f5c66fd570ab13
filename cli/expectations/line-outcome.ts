import { type Assumption, settling } from "../routing/assumptions.js";
import type { ExpectationStatus } from "./expectation-result.js";

/** What is so under one reading. */
export interface SeenUnder {
  /** Whether the expectation is met; undefined if nobody can know. */
  readonly isMet: boolean | undefined;
  readonly found: string;
  /** What is open about it; undefined for what is taken for true. */
  readonly open?: string | undefined;
  readonly urn?: string | undefined;
  readonly name?: string | undefined;
}

/** What is made of all that may be so. */
export interface LineOutcome {
  readonly status: ExpectationStatus;
  readonly found: string;
  readonly depends: readonly string[];
  readonly settledBy: readonly Assumption[];
  readonly urn?: string | undefined;
  readonly name?: string | undefined;
}

/** Judges what is taken for true, and what else may be so. */
export function judge(taken: SeenUnder, others: readonly SeenUnder[] = []): LineOutcome {
  const { isMet, found, urn, name } = taken;
  const about = { found, urn, name, depends: [], settledBy: [] };
  const odd = others.filter((other) => other.isMet !== isMet);
  if (isMet === undefined) {
    return { ...about, status: "unknown" };
  }
  const blind = odd.find((other) => other.isMet === undefined && other.open === undefined);
  if (isMet && blind !== undefined) {
    return { ...about, status: "unknown", found: `${found}, unless ${blind.found}` };
  }
  const isMetSomewhere = isMet || odd.some((other) => other.isMet === true);
  if (!isMetSomewhere) {
    return { ...about, status: "broken" };
  }
  const [first] = odd;
  if (first === undefined) {
    return { ...about, status: "held" };
  }
  const depends = [...new Set(odd.flatMap(({ open }) => open ?? []))];
  return {
    ...about,
    status: "depends",
    found: `${found}; otherwise ${first.found}`,
    depends,
    settledBy: [...new Set(depends.flatMap(settling))],
  };
}

const severity: readonly ExpectationStatus[] = ["held", "depends", "unknown", "broken"];

/** Of several that all have to be held, the worst; the first of these. */
export function worst(judgements: readonly LineOutcome[]): LineOutcome | undefined {
  return judgements.reduce<LineOutcome | undefined>(
    (found, each) =>
      found === undefined || severity.indexOf(each.status) > severity.indexOf(found.status) ? each : found,
    undefined,
  );
}
