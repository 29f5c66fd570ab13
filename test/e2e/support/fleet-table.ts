/** A line of the table with which a run of the driver of `examples/fleet` ends. */
export interface FleetLine {
  readonly stack: string;
  readonly result: string;
  readonly changes: string;
  readonly seconds: number;
}

/** The table at the end of what the driver has said; empty if there is none. */
export function fleetTable(said: string): FleetLine[] {
  const at = said.indexOf("\nstack  ");
  if (at < 0) return [];
  const [table = ""] = said.slice(at).trim().split("\n\n");
  return table
    .split("\n")
    .slice(1)
    .map((line) => {
      const [stack = "", result = "", changes = "", seconds = ""] = line.split(/ {2,}/);
      return { stack, result, changes, seconds: Number(seconds) };
    });
}
