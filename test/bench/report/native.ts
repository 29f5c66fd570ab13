import { providerCpu, providerPeak, requests, seconds, stateBytes } from "../figures.ts";
import type { Results, Row } from "../results.ts";
import { withFigures } from "./in-page.ts";
import { markdown } from "./lines.ts";
import { placesOf, text } from "./table.ts";

/** The page about the plugin, with the figures of this run in the place that it has for them. */
export function withNativeFigures(page: string, results: Results): string {
  return withFigures(page, "npm run bench -- --page", nativeTable(results));
}

const figures: Readonly<Record<string, [figure: (row: Row) => number | undefined, digits: number]>> = {
  requests: [requests, 0],
  "time s": [seconds, 1],
  "CPU s of the provider": [providerCpu, 2],
  "memory MB of the provider": [(row) => inMegabytes(providerPeak(row)), 0],
  "state B of a resource": [stateBytes, 0],
};

/** Both ways beside each other: medians of the runs, dynamic / native. */
function nativeTable(results: Results): string {
  const places = placesOf(results.where({ contestant: "native", profile: "normal", mix: "a" }));
  const rows = places.map((place) => [
    text(place.size, 0),
    place.phase,
    ...Object.values(figures).map(([figure, digits]) =>
      (["ours", "native"] as const)
        .map((contestant) => text(results.median({ ...place, contestant }, figure), digits))
        .join(" / "),
    ),
  ]);
  return markdown([["objects", "phase", ...Object.keys(figures)], ...rows], 2);
}

function inMegabytes(bytes: number | undefined): number | undefined {
  return bytes === undefined ? undefined : bytes / 1e6;
}
