import { Command, InvalidArgumentError, Option } from "commander";
import { type Adapter, adapters } from "../harness/adapter.ts";

export interface Options {
  readonly short: boolean;
  /** Undefined: all of them. */
  readonly only?: readonly string[];
  /** Undefined: as many as belong to the matrix that was asked for. */
  readonly kills?: number;
  readonly seed: number;
  readonly adapter: Adapter;
  readonly jobs: number;
  readonly list: boolean;
}

/** Ends the process with 2 for a wrong option, which it names. */
export function readOptions(args: readonly string[], known: readonly string[]): Options {
  const names = (text: string, before: readonly string[] = []) => {
    const unknown = text.split(",").filter((name) => name !== "kill" && !known.includes(name));
    if (unknown.length > 0) throw new InvalidArgumentError("`--list` prints all names.");
    return [...before, ...text.split(",")];
  };
  return new Command("npm run faults --")
    .description(
      "Plays every fault against a stack with every kind, with the real pulumi, and judges what is left of it.\n" +
        "Ends with 1 if a row is not clean, with 2 for a wrong option.",
    )
    .option("--short", "only what CI runs: some scenarios and 3 kills", false)
    .option("--only <names>", "only these scenarios, or `kill` for the kills; repeatable", names)
    .option(
      "--kills <n>",
      "how many seeded kills (60; 3 with --short; 0 with --only of something else)",
      count,
    )
    .option("--seed <n>", "the first seed: scenarios take it, kill number i takes n + i", count, 1)
    .addOption(
      new Option("--adapter <name>", "how the engine reaches the provider")
        .choices(adapters)
        .default("dynamic"),
    )
    .option("--jobs <n>", "how many at the same time", count, 2)
    .option("--list", "print the names of all scenarios", false)
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
    .parse([...args], { from: "user" })
    .opts<Options>();
}

function count(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("Give a whole number.");
  return Number(text);
}
