import { parseArgs } from "node:util";
import { adapters } from "../harness/adapter.ts";

export const usage = `npm run faults -- [options]
  Plays every fault against a stack with every kind, with the real pulumi, and judges what is left of it.

  --short              only what CI runs: some scenarios and 3 kills
  --only NAME          only these scenarios, or \`kill\` for the kills; repeatable, or separated by commas
  --kills N            how many seeded kills (60; 3 with --short; 0 with --only of something else)
  --seed N             the first seed (1): scenarios take it, kill number i takes N + i
  --adapter NAME       dynamic or native: how the engine reaches the provider (dynamic)
  --jobs N             how many at the same time (2)
  --list               print the names of all scenarios
  --help

  npm run faults -- --short
  npm run faults -- --only storm-of-seconds --seed 7
  npm run faults -- --only kill --kills 1 --seed 23

  Ends with 1 if a row is not clean, with 2 for a wrong option.
`;

export type Options = ReturnType<typeof readOptions>;

/** Fails for a wrong option: the message says which. */
export function readOptions(args: string[], known: readonly string[]) {
  const { values } = parseArgs({
    args,
    options: {
      short: { type: "boolean", default: false },
      only: { type: "string", multiple: true, default: [] },
      kills: { type: "string" },
      seed: { type: "string", default: "1" },
      adapter: { type: "string", default: "dynamic" },
      jobs: { type: "string", default: "2" },
      list: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const only = values.only.flatMap((text) => text.split(",")).filter((name) => name !== "");
  const unknown = only.filter((name) => name !== "kill" && !known.includes(name));
  if (unknown.length > 0)
    throw new Error(`--only does not know ${unknown.join(", ")}; --list prints all names.`);
  const adapter = adapters.find((each) => each === values.adapter);
  if (adapter === undefined)
    throw new Error(`--adapter takes ${adapters.join(" or ")}, not "${values.adapter}".`);
  return {
    ...values,
    /** Undefined: all of them. */
    only: only.length === 0 ? undefined : only,
    /** Undefined: as many as belong to the matrix that was asked for. */
    kills: values.kills === undefined ? undefined : count("--kills", values.kills, 0),
    seed: count("--seed", values.seed, 0),
    adapter,
    jobs: count("--jobs", values.jobs, 1),
  };
}

function count(flag: string, text: string, least: number): number {
  if (!/^\d+$/.test(text) || Number(text) < least)
    throw new Error(`${flag} takes whole numbers from ${least}, not "${text}".`);
  return Number(text);
}
