import { parseArgs } from "node:util";
import { chosen, count, type ResultOptions, resultFlags, resultUsage } from "./command-line.ts";
import { type MixName, mixes } from "./mixes.ts";
import { type Phase, type ProfileName, phases, profiles } from "./profiles.ts";
import { type Contestant, regulars, rivals } from "./results.ts";

export interface Options extends ResultOptions {
  readonly sizes: readonly number[];
  readonly latencyMs: number;
  readonly profiles: readonly ProfileName[];
  /** Of those that a profile has. */
  readonly phases: readonly Phase[];
  readonly mixes: readonly MixName[];
  readonly only: readonly Contestant[];
  readonly rivals: boolean;
  /** Undefined: three of each case, one of the largest. */
  readonly runs: number | undefined;
}

export const usage = `npm run bench -- [options]
  --sizes 3,30,180     numbers of objects (3,30,180,550,2000)
  --latency 80         milliseconds that the gateway adds to a request
  --profiles all       ${Object.keys(profiles).join(", ")} (normal; with --rivals also fast)
  --phases create      ${phases.join(", ")} (all that a profile has)
  --mix all            ${Object.keys(mixes).join(", ")} (a)
  --only ours,floor    ${regulars.join(", ")} (all)
  --rivals             also ${rivals}: OpenTofu and its generic REST provider, built with Go, once, in about 4 minutes
  --runs 3             runs of each case (3; 1 from 2,000 objects)
${resultUsage}  --page               write docs/performance.md and .svg, and the figures of docs/native.md
`;

export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      sizes: { type: "string", default: "3,30,180,550,2000" },
      latency: { type: "string", default: "80" },
      profiles: { type: "string" },
      phases: { type: "string", default: "all" },
      mix: { type: "string", default: "a" },
      only: { type: "string", default: "all" },
      rivals: { type: "boolean", default: false },
      runs: { type: "string" },
      ...resultFlags,
    },
  });
  const { json, from, gate, page, help } = values;
  return {
    sizes: values.sizes.split(",").map((size) => count("--sizes", size)),
    latencyMs: count("--latency", values.latency),
    profiles: chosen(
      "--profiles",
      values.profiles ?? (values.rivals ? "normal,fast" : "normal"),
      Object.keys(profiles) as ProfileName[],
    ),
    phases: chosen("--phases", values.phases, phases),
    mixes: chosen("--mix", values.mix, Object.keys(mixes) as MixName[]),
    only: chosen("--only", values.only, regulars),
    rivals: values.rivals,
    runs: values.runs === undefined ? undefined : count("--runs", values.runs),
    json,
    from,
    gate,
    page,
    help,
  };
}
