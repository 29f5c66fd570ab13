import { parseArgs } from "node:util";
import { type Adapter, adapters } from "../harness/adapter.ts";

export interface Options {
  readonly short: boolean;
  /** Names of scenarios; undefined for all. */
  readonly only: readonly string[] | undefined;
  /** Undefined: as many as belong to the matrix that was asked for. */
  readonly kills: number | undefined;
  readonly seed: number;
  readonly adapter: Adapter;
  /** How many scenarios at once. */
  readonly jobs: number;
  readonly out: string | undefined;
  readonly json: string | undefined;
  /** Rows of earlier runs, to be shown instead of running anything. */
  readonly from: readonly string[];
  readonly list: boolean;
  readonly help: boolean;
}

export const usage = `npm run faults -- [options]
  Plays every fault against a stack with every kind, with the real pulumi, and judges what is left of it.

  --short              only what CI runs: some scenarios and 3 kills
  --only NAME          only these scenarios, or \`kill\` for the kills; repeatable, or separated by commas
  --kills N            how many seeded kills (60; 3 with --short; 0 with --only of something else)
  --seed N             the first seed (1): scenarios take it, kill number i takes N + i
  --adapter NAME       dynamic or native: how the engine reaches the provider (dynamic)
  --jobs N             how many at the same time (2)
  --out FILE           write the page (docs/reliability.md if everything runs, docs/reliability-native.md for native)
  --json FILE          keep the rows
  --from FILE          show what was kept, run nothing; repeatable
  --list               print the names of all scenarios
  --help

  npm run faults -- --short
  npm run faults -- --only storm-of-seconds --seed 7
  npm run faults -- --only kill --kills 1 --seed 23

  Ends with 1 if a row is not clean, with 2 for a wrong option.
`;

/** A wrong option: the message says which. */
export class WrongOption extends Error {}

export function readOptions(args: string[], known: readonly string[]): Options {
  const values = parsed(args);
  const only = values.only.flatMap((text) => text.split(",")).filter((name) => name !== "");
  const unknown = only.filter((name) => name !== "kill" && !known.includes(name));
  if (unknown.length > 0)
    throw new WrongOption(`--only does not know ${unknown.join(", ")}; --list prints all names.`);
  return {
    short: values.short,
    only: only.length === 0 ? undefined : only,
    kills: values.kills === undefined ? undefined : count("--kills", values.kills, 0),
    seed: count("--seed", values.seed, 0),
    adapter: adapterNamed(values.adapter),
    jobs: count("--jobs", values.jobs, 1),
    out: values.out,
    json: values.json,
    from: values.from,
    list: values.list,
    help: values.help,
  };
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        short: { type: "boolean", default: false },
        only: { type: "string", multiple: true, default: [] },
        kills: { type: "string" },
        seed: { type: "string", default: "1" },
        adapter: { type: "string", default: "dynamic" },
        jobs: { type: "string", default: "2" },
        out: { type: "string" },
        json: { type: "string" },
        from: { type: "string", multiple: true, default: [] },
        list: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    }).values;
  } catch (error) {
    throw new WrongOption(error instanceof Error ? error.message : String(error));
  }
}

function adapterNamed(text: string): Adapter {
  const adapter = adapters.find((each) => each === text);
  if (adapter === undefined)
    throw new WrongOption(`--adapter takes ${adapters.join(" or ")}, not "${text}".`);
  return adapter;
}

function count(flag: string, text: string, least: number): number {
  if (!/^\d+$/.test(text) || Number(text) < least)
    throw new WrongOption(`${flag} takes whole numbers from ${least}, not "${text}".`);
  return Number(text);
}
