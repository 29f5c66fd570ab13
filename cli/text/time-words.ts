import { howMany } from "pulumi-workspace-gateway/tools";

const minute = 60_000;
const units = [
  [24 * 60 * minute, "day"],
  [60 * minute, "hour"],
  [minute, "minute"],
] as const;

/** How long a time is, in the largest unit that fits twice, or exactly once: `7 days`, `36 hours`, `1 hour`. */
export function durationWords(from: string, to: string): string {
  const length = Date.parse(to) - Date.parse(from);
  const [size, noun] = units.find(([size]) => length >= 2 * size || length === size) ?? [minute, "minute"];
  return howMany(Math.round(length / size), noun);
}
