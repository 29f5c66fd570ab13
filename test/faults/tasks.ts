import { killOf, MissedKill } from "./kills/kill.ts";
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

const all = { short: 3, whole: 60 };
/** So often another moment is tried if a kill met nobody. */
const mostTries = 5;

/** The rows that the options ask for. */
export function tasks(options: Pick<Options, "short" | "only" | "kills" | "seed">): Task[] {
  const { short, only, seed } = options;
  const chosen = scenarios().filter(
    (scenario) => only?.includes(scenario.name) ?? (!short || scenario.short),
  );
  const kills = Array.from({ length: killsOf(options) }, (_, index) => seed + index);
  return [...chosen.map((scenario) => taskOf(scenario, seed)), ...kills.map(killTask)];
}

/** Which matrix these rows are; whatever else was asked for is only some of it. */
export function partOf(rows: readonly Pick<Task, "name" | "seed">[]): "whole" | "short" | "some" {
  const named = (list: typeof rows) =>
    list
      .map(({ name, seed }) => `${name} ${seed}`)
      .sort()
      .join();
  const seed = Math.min(...rows.map((row) => row.seed));
  const is = (short: boolean) =>
    named(rows) === named(tasks({ short, only: undefined, kills: undefined, seed }));
  return is(false) ? "whole" : is(true) ? "short" : "some";
}

function killTask(seed: number): Task {
  const { name, what } = killOf(seed);
  return { name, what, seed, play: () => playKill(seed) };
}

/** A kill that came too late is no kill: then the seed's next moment is taken. */
async function playKill(seed: number): Promise<Outcome> {
  const misses: string[] = [];
  while (misses.length < mostTries) {
    try {
      return await runScenario(killOf(seed, misses.length), seed);
    } catch (error) {
      if (!(error instanceof MissedKill)) throw error;
      misses.push(error.message);
    }
  }
  throw new Error(`no try of ${mostTries} killed anything: ${misses.join("; ")}`);
}

function killsOf({ short, only, kills }: Pick<Options, "short" | "only" | "kills">): number {
  if (only !== undefined && !only.includes("kill")) return 0;
  return kills ?? (short ? all.short : all.whole);
}

function taskOf(scenario: Scenario, seed: number): Task {
  const { name, what } = scenario;
  return { name, what, seed, play: () => runScenario(scenario, seed) };
}
