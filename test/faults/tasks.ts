import { killOf, MissedKill } from "./kills/kill.ts";
import type { Options } from "./options.ts";
import { type Outcome, runScenario } from "./run-scenario.ts";
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
  const chosen = scenarios.filter((scenario) => only?.includes(scenario.name) ?? (!short || scenario.short));
  const hasKills = only?.includes("kill") ?? true;
  const kills = hasKills ? (options.kills ?? (short ? all.short : all.whole)) : 0;
  return [
    ...chosen.map((scenario) => {
      const { name, what } = scenario;
      return { name, what, seed, play: () => runScenario(scenario, seed) };
    }),
    ...Array.from({ length: kills }, (_, index) => {
      const { name, what } = killOf(seed + index);
      return { name, what, seed: seed + index, play: () => playKill(seed + index) };
    }),
  ];
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
