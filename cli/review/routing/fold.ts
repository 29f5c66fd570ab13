import type { MappingReading } from "./mapping-reading.js";

/** A name as it is compared. */
export function fold(name: string, { ignoresCase }: Pick<MappingReading, "ignoresCase">): string {
  return ignoresCase ? name.toLowerCase() : name;
}
