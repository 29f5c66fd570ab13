import type { UsageCell } from "../../usage.js";

/** How long a window is, and whether it slides (the API's section "Quota"). */
export interface QuotaWindow {
  readonly minutes: number;
  /** Fixed windows are taken to begin at multiples of their length since the epoch, in UTC: the API does not say. */
  readonly isFixed: boolean;
}

/** The most requests that fell into one window. */
export function busiestWindow(cells: readonly UsageCell[], { minutes, isFixed }: QuotaWindow): number {
  const byMinute = Map.groupBy(cells, ({ minute }) => (isFixed ? Math.floor(minute / minutes) : minute));
  const counts = [...byMinute]
    .map(([at, some]) => ({ at, count: some.reduce((all, { requests }) => all + requests, 0) }))
    .toSorted((a, b) => a.at - b.at);
  const length = isFixed ? 1 : minutes;
  let [first, inside, most] = [0, 0, 0];
  for (const { at, count } of counts) {
    inside += count;
    while ((counts[first]?.at ?? at) <= at - length) {
      inside -= counts[first]?.count ?? 0;
      first++;
    }
    most = Math.max(most, inside);
  }
  return most;
}
