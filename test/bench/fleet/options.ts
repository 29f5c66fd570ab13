import { parseArgs } from "node:util";
import { chosen, count, type ResultOptions, resultFlags, resultUsage } from "../command-line.ts";
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

export const fleetUsage = `npm run bench:fleet -- [options]
  --only ${parts.join(",")}   crowd: stacks at once on one quota; scale: a large account in many stacks;
                       one: stacks that are alone (all)
  --crowd 8x550        stacks and the objects of each
  --scale 40x250       the same
  --sizes 250,500,1000,2000   of the stacks that are alone
  --jobs 4             stacks at once for scale; a crowd runs all at once
${resultUsage}  --page               write the figures into docs/fleet.md and docs/performance.md
`;

export function readFleetOptions(args: string[]): FleetOptions {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: "string", default: "all" },
      crowd: { type: "string", default: "8x550" },
      scale: { type: "string", default: "40x250" },
      sizes: { type: "string", default: "250,500,1000,2000" },
      jobs: { type: "string", default: "4" },
      ...resultFlags,
    },
  });
  const { json, from, gate, page, help } = values;
  return {
    only: chosen("--only", values.only, parts),
    crowd: size("--crowd", values.crowd),
    scale: size("--scale", values.scale),
    sizes: values.sizes.split(",").map((text) => count("--sizes", text)),
    jobs: count("--jobs", values.jobs),
    json,
    from,
    gate,
    page,
    help,
  };
}

function size(flag: string, text: string): Size {
  const [stacks = "", objects = "", ...more] = text.split("x");
  if (more.length > 0) throw new Error(`${flag} takes stacks and objects, such as 8x550, not "${text}".`);
  return { stacks: count(flag, stacks), objects: count(flag, objects) };
}
