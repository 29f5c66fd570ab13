import { InvalidArgumentError } from "commander";
import { chosen, commandLine, count, counts, type ResultOptions } from "../command-line.ts";
import { type PartName, parts } from "./rows.ts";

export interface FleetOptions extends ResultOptions {
  readonly only: readonly PartName[];
  readonly crowd: Size;
  readonly scale: Size;
  /** Of the stacks that are alone. */
  readonly sizes: readonly number[];
  readonly jobs: number;
}

interface Size {
  readonly stacks: number;
  readonly objects: number;
}

/** Prints the help, or what is wrong, and ends the process, if that is what the arguments ask for. */
export function readFleetOptions(args: readonly string[]): FleetOptions {
  return commandLine("bench:fleet", "docs/fleet.md and docs/benchmarks.md")
    .option("--only <parts>", parts.join(", "), chosen(parts), parts)
    .option("--crowd <size>", "stacks at once on one quota, and the objects of each", size, size("8x550"))
    .option("--scale <size>", "the same of a large account in many stacks", size, size("40x250"))
    .option("--sizes <numbers>", "of the stacks that are alone", counts, [250, 500, 1000, 2000])
    .option("--jobs <number>", "stacks at once for scale; a crowd runs all at once", count, 4)
    .parse(args, { from: "user" })
    .opts<FleetOptions>();
}

function size(text: string): Size {
  const [stacks = "", objects = "", ...more] = text.split("x");
  if (more.length > 0) throw new InvalidArgumentError("It has to be stacks and objects, such as 8x550.");
  return { stacks: count(stacks), objects: count(objects) };
}
