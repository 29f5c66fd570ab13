import { setTimeout as sleep } from "node:timers/promises";
import { Chance } from "../../e2e/support/chance.ts";
import type { ExportedState } from "../../harness/engine.ts";
import { processesWith } from "../../harness/leftovers.ts";
import type { RunningProcess } from "../../harness/process.ts";
import { inState } from "../judge/in-state.ts";
import { left } from "../judge/left.ts";
import type { Scenario } from "../scenario.ts";
import type { Stage } from "../stage.ts";
import { recover } from "./recover.ts";

const victims = ["cli", "plugin", "program"] as const;

/** What is killed, and when; all of it follows from the seed. */
export interface Plan {
  readonly victim: (typeof victims)[number];
  /**
   * At request n, which was carried out and not answered; once n requests were answered; or so many milliseconds after the gateway
   * was asked for the first time.
   */
  readonly moment: { readonly is: "unanswered" | "answered" | "delay"; readonly value: number };
  readonly checkpoints: boolean;
}

export function planOf(seed: number): Plan {
  const chance = new Chance(seed);
  const victim = chance.one(victims);
  const is = chance.one(["unanswered", "answered", "delay"] as const);
  const value = is === "delay" ? chance.below(800) : 1 + chance.below(22);
  return { victim, moment: { is, value }, checkpoints: seed % 2 === 1 };
}

/** A kill as a scenario: then `recover`, and one plain `up`. */
export function killOf(seed: number): Scenario {
  const plan = planOf(seed);
  return {
    name: "kill",
    what: inWords(plan),
    env: { WORKSPACE_GATEWAY_REQUEST_TIMEOUT: "5" },
    run: async (stage) => {
      const began = new Date();
      await killed(stage, plan);
      stage.stranded = await stranded(stage);
      const isUnrecorded = !plan.checkpoints;
      await stage.mend(
        isUnrecorded ? "`recover --since`, then one `up`" : "`recover`, then one `up`",
        async () => {
          await judgeRecovery(stage, await recover(stage, isUnrecorded ? began : undefined));
        },
      );
      await stage.up({ ends: "done" });
    },
  };
}

/** How many objects the gateway has and no state; undefined if the kill has left a state that cannot be read. */
async function stranded({ gateway, project, foreign }: Stage): Promise<number | undefined> {
  const { code, stdout } = await project.run(["stack", "export", "--stack", project.stack]);
  if (code !== 0) return undefined;
  const state: ExportedState = JSON.parse(stdout);
  return left(gateway, inState(state), foreign).orphans.length;
}

/** What cannot be found again may exist all the same, and `recover` has to say so. */
async function judgeRecovery({ gateway, project, foreign, untrue }: Stage, output: string): Promise<void> {
  const { mintedTwice } = left(gateway, inState(await project.exportState()), foreign);
  const unsaid = mintedTwice.filter((kind) => !output.includes(kind));
  untrue.push(...unsaid.map((kind) => `recover did not say that it may exist: ${kind}. It said: ${output}`));
}

function inWords({ victim, moment: { is, value }, checkpoints }: Plan): string {
  const when = {
    unanswered: `with request ${value} carried out and not answered`,
    answered: `after ${value} answers`,
    delay: `${value} ms after the first request`,
  };
  return `kill of the ${victim} ${when[is]}, ${checkpoints ? "checkpoints on" : "no checkpoints"}`;
}

async function killed(stage: Stage, { victim, moment, checkpoints }: Plan): Promise<void> {
  const { gateway, project } = stage;
  gateway.latencyMs = 60;
  const env: Record<string, string> = checkpoints ? {} : { PULUMI_SKIP_CHECKPOINTS: "true" };
  const isTime = momentOf(stage, moment);
  const up = stage.start(["up", "--yes", "--skip-preview", "--stack", project.stack], env);
  const over = up.done.then(() => true);
  const isLate = await Promise.race([isTime.then(() => false), over]);
  if (isLate) stage.notes.push("the run was over before the kill");
  await end(stage, up, victim);
  gateway.faults.clear();
  gateway.latencyMs = 0;
  await up.done;
  while ((await project.plugins()).length > 0) await sleep(50);
}

/** Resolves at the moment; its faults are set at once. */
async function momentOf({ gateway }: Stage, { is, value }: Plan["moment"]): Promise<void> {
  const until = async (reached: () => boolean) => {
    while (!reached()) await sleep(2);
  };
  if (is === "unanswered") {
    const last = gateway.faults.add({ skip: value - 1, count: 1, kind: "hang-after" });
    gateway.faults.add({ skip: value - 1, kind: "hang-before" });
    return until(() => last.hits > 0);
  }
  const answers = gateway.log.entries().length;
  await until(() => gateway.log.entries().length >= answers + (is === "answered" ? value : 1));
  if (is === "delay") await sleep(value);
}

async function end({ project }: Stage, up: RunningProcess, victim: Plan["victim"]): Promise<void> {
  if (victim === "cli") return up.kill("SIGKILL");
  const mark = victim === "plugin" ? "dynamic-provider" : "/cmd/run";
  const processes = await processesWith(`PULUMI_TEST_PROJECT=${project.directory}`);
  for (const { pid } of processes.filter(({ command }) => command.includes(mark)))
    process.kill(pid, "SIGKILL");
}
