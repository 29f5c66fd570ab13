import { UsageError } from "./terminal.js";

interface PlaceOptions {
  /** Whether to ask the gateway as it is. */
  readonly live?: true;
  readonly offline?: true;
  readonly connection?: string;
  readonly baseUrl?: string;
}

/** Refuses options that say nothing of the place that is asked: the gateway, a preview, or something else. */
export function assertFitPlace(
  { live, offline, connection, baseUrl }: PlaceOptions,
  isPreview: boolean,
): void {
  if (offline && !isPreview) {
    throw new UsageError("--offline is for a preview");
  }
  if (live === undefined && (connection ?? baseUrl) !== undefined) {
    throw new UsageError("--connection and --base-url say which gateway --live asks");
  }
}
