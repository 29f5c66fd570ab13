import { requests, seconds } from "../figures.ts";
import { type Results, rivals } from "../results.ts";
import { placesOf, text } from "./table.ts";

export const rivalColumns = [
  "profile",
  "mix",
  "objects",
  "phase",
  "ours, s",
  `${rivals}, s`,
  "time ÷",
  "ours, requests",
  `${rivals}, requests`,
  "requests ÷",
] as const;

/** Us beside a rival, phase by phase: medians, and the medians of the ratios within each run. */
export function rivalRows(results: Results): string[][] {
  return rivals.flatMap((rival) =>
    placesOf(results.where({ contestant: rival })).map((place) => {
      const { profile, mix, size, phase } = place;
      const ours = { ...place, contestant: "ours" } as const;
      const theirs = { ...place, contestant: rival };
      return [
        profile,
        mix,
        String(size),
        phase,
        text(results.median(ours, seconds), 1),
        text(results.median(theirs, seconds), 1),
        text(results.ratio(place, rival, seconds), 2),
        text(results.median(ours, requests), 0),
        text(results.median(theirs, requests), 0),
        text(results.ratio(place, rival, requests), 2),
      ];
    }),
  );
}
