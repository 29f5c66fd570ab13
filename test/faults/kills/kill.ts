import { setTimeout as sleep } from "node:timers/promises";
import { isPlugin } from "../../harness/adapter.ts";
import type { ExportedState } from "../../harness/engine.ts";
import { processesWith } from "../../harness/leftovers.ts";
import type { RunningProcess } from "../../harness/process.ts";
import { inState } from "../judge/in-state.ts";
import { left } from "../judge/left.ts";
import type { Scenario } from "../scenario.ts";
import type { Stage } from "../stage.ts";
import { killed } from "./commands.ts";
import { inWords, type Plan, planOf } from "./plan.ts";
import { recover } from "./recover.ts";

/** The kill came too late, or met nobody: it shows nothing, and another moment has to be tried. */
export class MissedKill extends Error {}

/** A kill as a scenario: then `recover`, and the command after which the gateway has what is wanted. */
export function killOf(seed: number, attempt = 0): Scenario {
  const plan = planOf(seed, attempt);
  let dead = 0;
  return {
    name: "kill",
    what: inWords(plan),
    cell: { frame: "process", event: "kill" },
    env: { WORKSPACE_GATEWAY_REQUEST_TIMEOUT: "5" },
    run: async (stage) => {
      const { begin, end } = killed[plan.command];
      await begin(stage);
      const began = new Date();
      dead = await kill(stage, plan);
      stage.stranded = await stranded(stage);
      const isUnrecorded = !plan.checkpoints;
      await stage.repair(isUnrecorded ? "`recover --since`" : "`recover`", async () => {
        await recover(stage, isUnrecorded ? began : undefined);
      });
      await end[plan.next](stage);
    },
    seen: () => dead,
  };
}

/** How many objects the gateway has and no state; undefined if the kill has left a state that cannot be read. */
async function stranded(stage: Stage): Promise<number | undefined> {
  const { project, foreign } = stage;
  const { code, stdout } = await project.run(["stack", "export", "--stack", project.stack]);
  if (code !== 0) return undefined;
  const state: ExportedState = JSON.parse(stdout);
  return left(stage, inState(state), foreign).orphans.length;
}

/** Kills at the moment, and says how many processes that were alive got the signal. */
export async function kill(stage: Stage, plan: Omit<Plan, "next">): Promise<number> {
  const { victim, checkpoints, command } = plan;
  const { gateway, project } = stage;
  gateway.latencyMs = 60;
  const env: Record<string, string> = checkpoints ? {} : { PULUMI_SKIP_CHECKPOINTS: "true" };
  // Only with its program have a refresh and a destroy a language host.
  const isRun = command !== "up" && (victim === "language host" || victim === "program");
  const isTime = momentOf(stage, plan);
  const args = [...killed[command].args, ...(isRun ? ["--run-program"] : []), "--stack", project.stack];
  const run = stage.start(args, env);
  const isInTime = await isTime(run.done);
  const dead = isInTime ? await end(stage, run, victim) : 0;
  gateway.faults.clear();
  gateway.latencyMs = 0;
  const { code } = await within(run.done, "the killed run ends");
  // One that was never asked anything does not see that the engine is gone: `recover` ends it.
  for (let waited = 0; waited < 10_000 && (await project.plugins()).length > 0; waited += 50) await sleep(50);
  if (dead === 0) throw new MissedKill(isInTime ? `there was no ${victim}` : "the run was over before");
  if (code === 0) throw new MissedKill("the run ended well all the same");
  return dead;
}

/** Sets the faults of the moment at once; then waits for it, and says whether it came before the run was over. */
function momentOf(
  stage: Stage,
  { command, moment: { is, value } }: Pick<Plan, "command" | "moment">,
): (run: Promise<unknown>) => Promise<boolean> {
  const { gateway } = stage;
  let reached: () => boolean;
  if (command === "import") {
    reached = () => true;
  } else if (is === "unanswered") {
    const last = gateway.faults.add({ skip: value - 1, count: 1, kind: "hang-after" });
    stage.spare.add(last);
    stage.spare.add(gateway.faults.add({ skip: value - 1, kind: "hang-before" }));
    reached = () => last.hits > 0;
  } else {
    const answers = gateway.log.entries().length + (is === "answered" ? value : 1);
    reached = () => gateway.log.entries().length >= answers;
  }
  return async (run) => {
    let isOver = false;
    void run.then(() => {
      isOver = true;
    });
    await until(() => isOver || reached(), "the moment of the kill comes, or the run ends");
    if (is === "delay" && !isOver) await Promise.race([sleep(value), run]);
    return !isOver;
  };
}

async function end({ project }: Stage, run: RunningProcess, victim: Plan["victim"]): Promise<number> {
  const pids = victim === "cli" ? [run.pid] : await processesOf(project.directory, isVictim[victim]);
  return pids.filter((pid) => pid !== undefined && isHit(pid)).length;
}

/** What the command line of each has in it. */
const isVictim: Readonly<Record<Exclude<Plan["victim"], "cli">, (command: string) => boolean>> = {
  provider: isPlugin,
  "language host": (command) => command.includes("pulumi-language-nodejs"),
  program: (command) => command.includes("/cmd/run"),
};

async function processesOf(directory: string, isWanted: (command: string) => boolean): Promise<number[]> {
  const processes = await processesWith(`PULUMI_TEST_PROJECT=${directory}`);
  return processes.filter(({ command }) => isWanted(command)).map(({ pid }) => pid);
}

/** Whether there was still a process that got the signal. */
function isHit(pid: number): boolean {
  try {
    return process.kill(pid, "SIGKILL");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ESRCH") return false;
    throw error;
  }
}

const longest = 180_000;

/** Looks again and again, and fails if it never comes. */
async function until(isSo: () => boolean | Promise<boolean>, what: string, every = 2): Promise<void> {
  const began = performance.now();
  while (!(await isSo())) {
    if (performance.now() - began > longest) throw new Error(`${what}: not within ${longest / 1000} s`);
    await sleep(every);
  }
}

async function within<T>(work: Promise<T>, what: string): Promise<T> {
  const waiting = new AbortController();
  const late = sleep(longest, undefined, { signal: waiting.signal }).then((): T => {
    throw new Error(`${what}: not within ${longest / 1000} s`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    waiting.abort();
    await late.catch(() => undefined);
  }
}
