import type { End, Route } from "./setup.js";

/**
 * What becomes of a route. `lost`: it ended somewhere, and ends nowhere. `moved`: it ends elsewhere. `new`: nothing took
 * the name before.
 */
export type RouteChange = "lost" | "moved" | "new" | "kept";

/** The one answer to whether a route changes. */
export function routeChange({ moved, before, after }: Route): RouteChange {
  if (isAnswered(before) && (after === undefined || after.is === "nowhere")) {
    return "lost";
  }
  return before === undefined ? "new" : moved || after === undefined ? "moved" : "kept";
}

/** Whether requests that end so are answered. */
export function isAnswered(end: End | undefined): boolean {
  return end?.is === "model" || end?.is === "outside";
}
