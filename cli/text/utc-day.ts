export const dayMs = 86_400_000;

const [dated, zoneless] = [/^\d{4}-\d\d-\d\d/, /[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/];

/** When an ISO 8601 text is: without a zone in UTC, wherever the reader is. Undefined if it is none. */
export function timeOf(value: unknown): number | undefined {
  const text = typeof value === "string" && dated.test(value) ? value : "";
  const at = Date.parse(zoneless.test(text) ? `${text}Z` : text);
  return Number.isNaN(at) ? undefined : at;
}

/** When the day of a time begins, in UTC. */
export function startOfDay(at: number): number {
  return Math.floor(at / dayMs) * dayMs;
}

/** The day of a time in UTC, `YYYY-MM-DD`. */
export function utcDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** How many days there are from one day to another: 0 on the day itself, below 0 after it. Undefined if one is no day. */
export function daysBetween(from: string, to: string): number | undefined {
  const [first, last] = [from, to].map((day) => Date.parse(`${day}T00:00:00Z`));
  const days = ((last ?? Number.NaN) - (first ?? Number.NaN)) / dayMs;
  return Number.isNaN(days) ? undefined : days;
}
