import type { Route } from "./setup.js";

/**
 * What becomes of a route. `lost`: it ended somewhere, and ends nowhere. `moved`: it ends elsewhere. `new`: nothing took
 * the name before.
 */
export type RouteChange = "lost" | "moved" | "new" | "kept";

/** The one answer to whether a route changes. */
export function routeChange({ moved, before, after }: Route): RouteChange {
  const ended = before?.is === "model" || before?.is === "outside";
  if (ended && (after === undefined || after.is === "nowhere")) {
    return "lost";
  }
  return before === undefined ? "new" : moved || after === undefined ? "moved" : "kept";
}
