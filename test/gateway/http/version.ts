import { ApiError } from "./api-error.ts";
import type { Exchange } from "./exchange.ts";

/** The version that a request is served with: the one it pins, else the latest (the API's section "Versioning"). */
export function servedVersion({ headers, shown }: Exchange): string {
  const pinned = headers.get("service-api-version");
  return pinned !== null && shown.versions.includes(pinned) ? pinned : (shown.versions.at(-1) ?? "");
}

/** Refuses a version that is not supported. */
export function checkVersion({ headers, shown }: Exchange): void {
  const pinned = headers.get("service-api-version");
  if (pinned !== null && !shown.versions.includes(pinned)) {
    const message = `The version ${pinned} is not supported; supported are ${shown.versions.join(", ")}`;
    throw new ApiError(400, message);
  }
}
