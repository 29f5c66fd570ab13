import { killOf } from "./kills/kill.ts";
import type { Options } from "./options.ts";
import { type Outcome, runScenario } from "./run-scenario.ts";
import type { Scenario } from "./scenario.ts";
import { scenarios } from "./scenarios/index.ts";

/** One row to be made. */
export interface Task {
  readonly name: string;
  readonly what: string;
  readonly seed: number;
  play(): Promise<Outcome>;
}

const all = { short: 4, whole: 60 };

/** The rows that the options ask for. */
export function tasks(options: Pick<Options, "short" | "only" | "kills" | "seed">): Task[] {
  const { short, only, seed } = options;
  const chosen = scenarios.filter((scenario) => only?.includes(scenario.name) ?? (!short || scenario.short));
  const kills = Array.from({ length: killsOf(options) }, (_, index) => seed + index);
  return [
    ...chosen.map((scenario) => taskOf(scenario, seed)),
    ...kills.map((each) => taskOf(killOf(each), each)),
  ];
}

function killsOf({ short, only, kills }: Pick<Options, "short" | "only" | "kills">): number {
  if (only !== undefined && !only.includes("kill")) return 0;
  return kills ?? (short ? all.short : all.whole);
}

function taskOf(scenario: Scenario, seed: number): Task {
  const { name, what } = scenario;
  return { name, what, seed, play: () => runScenario(scenario, seed) };
}
