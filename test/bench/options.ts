import { InvalidArgumentError } from "commander";
import { chosen, commandLine, count, counts, type ResultOptions } from "./command-line.ts";
import { type MixName, mixes } from "./mixes.ts";
import { type Phase, type ProfileName, phases, profiles } from "./profiles.ts";
import { type Contestant, regulars, rival } from "./results.ts";

export interface Options extends ResultOptions {
  readonly sizes: readonly number[];
  readonly latency: number;
  readonly profiles: readonly ProfileName[];
  /** Of those that a profile has. */
  readonly phases: readonly Phase[];
  readonly mix: readonly MixName[];
  readonly only: readonly Contestant[];
  readonly rivals: boolean;
  /** Undefined: three of each case, one of the largest. */
  readonly runs?: number;
}

/** Prints the help, or what is wrong, and ends the process, if that is what the arguments ask for. */
export function readOptions(args: readonly string[]): Options {
  const names = { profiles: keysOf(profiles), mix: keysOf(mixes) };
  const options = commandLine("bench", "docs/performance.md, its .svg and docs/benchmarks.md")
    .option("--sizes <numbers>", "numbers of objects", counts, [3, 30, 180, 550, 2000])
    .option("--latency <ms>", "milliseconds that the gateway adds to a request", count, 80)
    .option(
      "--profiles <names>",
      `${names.profiles} (normal; with --rivals also fast)`,
      chosen(names.profiles),
    )
    .option("--phases <names>", "of those that a profile has; create makes their objects", withCreate, phases)
    .option("--mix <names>", String(names.mix), chosen(names.mix), ["a"])
    .option("--only <names>", "who takes part", chosen(regulars), regulars)
    .option(
      "--rivals",
      `also ${rival}, with its generic REST provider: built with Go, once, in 4 minutes`,
      false,
    )
    .option("--runs <number>", "of each case (3; 1 from 2,000 objects)", count)
    .parse(args, { from: "user" })
    .opts<Options>();
  const { profiles: wanted = options.rivals ? ["normal", "fast"] : ["normal"] } = options;
  return { ...options, profiles: wanted };
}

/** Phases; all but the first need the objects that it makes. */
export function withCreate(text: string): readonly Phase[] {
  const names = chosen(phases)(text);
  if (!names.includes("create"))
    throw new InvalidArgumentError(`There is nothing to ${names.join(", ")} without create: name it, too.`);
  return names;
}

function keysOf<T extends object>(named: T): (keyof T & string)[] {
  return Object.keys(named) as (keyof T & string)[];
}
