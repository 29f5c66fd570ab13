import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { world } from "../e2e/support/world.ts";
import { type Adapter, chosenAdapter } from "../harness/adapter.ts";
import { after, before, canaries } from "./declared.ts";
import { type Left, left } from "./judge/remains.ts";
import { shown, strikes, untold, written } from "./judge/runs.ts";
import type { Scenario } from "./scenario.ts";
import { Stage } from "./stage.ts";

/** What came of a scenario: a row of the table. */
export interface Outcome extends Left, Pick<Scenario, "name" | "what"> {
  readonly seed: number;
  readonly adapter: Adapter;
  readonly untrue: readonly string[];
  readonly convergedBy: string;
  readonly unconverged: readonly string[];
  readonly secrets: readonly string[];
  /** How many requests were hit, or how often it was seen to go wrong. */
  readonly hits: number;
  /** From the first run that met the fault to the last that was needed. */
  readonly requests: number;
  readonly seconds: number;
}

export const nothingWrong = {
  ...{ untrue: [], unconverged: [], secrets: [] },
  ...{ twins: [], orphans: [], lost: [], issuedTwice: [] },
};

const mostRuns = 4;

export async function runScenario(scenario: Scenario, seed: number): Promise<Outcome> {
  const began = performance.now();
  // A file, because the key that opens what the gateway has sealed lies beside it.
  const folder = await mkdtemp(path.join(tmpdir(), "faults-"));
  const db = path.join(folder, "gateway.db");
  // The settings are those that users get.
  const env = { WORKSPACE_GATEWAY_RETRY_BUDGET: undefined, ...scenario.env };
  const place = await world({ db, objects: after, variants: scenario.variants ?? {}, env });
  await place.declare(before);
  const stage = new Stage(place, seed, db);
  try {
    const run = await played(scenario, stage);
    return { ...run, seconds: Math.round((performance.now() - began) / 1000) };
  } finally {
    await place.dispose();
    await rm(folder, { recursive: true, force: true });
  }
}

async function played(scenario: Scenario, stage: Stage): Promise<Omit<Outcome, "seconds">> {
  const { gateway, project } = stage;
  const first = stage.watch(await project.up({ skipPreview: true }));
  if (first.code !== 0) throw new Error(`nothing went wrong yet, but the first up failed:\n${first.output}`);
  await stage.state();
  for (const { id } of gateway.rows("workspaces")) stage.join(String(id), "member");
  await stage.declare(after);
  const { staleMs = 0, listLagMs = 0 } = scenario.variants ?? {};
  await sleep(Math.max(staleMs, listLagMs)); // what is there before can be seen, also where reads lag
  gateway.log.clear();
  await scenario.run(stage);
  const { hits, missed } = strikes(scenario, stage);
  gateway.faults.clear();
  gateway.latencyMs = 0;
  const { runs, unended } = await converge(stage);
  const requests = gateway.log.entries().length;
  const unconverged = [...unended, ...(await stage.undone()), ...(await stillChanging(stage))];
  const remains = left(stage, await stage.state(), stage.foreign);
  const heard = remains.issuedTwice.filter((kind) => !stage.givenUp.has(kind));
  const { name, what } = scenario;
  return {
    ...{ name, what },
    seed: stage.seed,
    adapter: chosenAdapter(),
    untrue: [...stage.untrue, ...missed, ...untold(heard, stage.printed)],
    convergedBy: inWords(stage.repaired, runs),
    unconverged,
    ...remains,
    secrets: await secretsShown(stage),
    hits,
    requests,
  };
}

/** Runs the same command until it succeeds, and says how often; 0 if the last run of the scenario was a success. */
async function converge(stage: Stage): Promise<{ runs: number; unended: string[] }> {
  if (stage.isUp && (await stage.undone()).length === 0) return { runs: 0, unended: [] };
  for (let runs = 1; ; runs++) {
    const { code, output } = await stage.up({ ends: "either" });
    if (code === 0) return { runs, unended: [] };
    if (runs === mostRuns)
      return { runs, unended: [`the last of ${runs} runs ended with ${code}: ${output.slice(-1500)}`] };
  }
}

/** What a preview that refreshes still wants to change. */
async function stillChanging(stage: Stage): Promise<string[]> {
  const { env, project } = stage;
  const { code, output } = stage.watch(await project.preview({ expectNoChanges: true, refresh: true, env }));
  return code === 0 ? [] : [`a preview that refreshes is not empty: ${output.slice(-1500)}`];
}

function inWords(repaired: readonly string[], runs: number): string {
  const again = runs === 1 ? "the same command again" : `the same command, ${runs} times`;
  return [...repaired, ...(runs > 0 ? [again] : [])].join(", then ") || "the run itself";
}

/** Looks for every secret in all that was printed, and in all that lies in the projects' folders afterwards. */
async function secretsShown(stage: Stage): Promise<string[]> {
  const { gateway, project, world } = stage;
  const secrets = [...Object.values(canaries), world.token, gateway.app.clientSecret, ...stage.secrets];
  return shown(secrets, [...stage.printed, ...(await written(project.directory))]);
}
