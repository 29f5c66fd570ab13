import { setTimeout as sleep } from "node:timers/promises";
import { isPlugin } from "../../harness/adapter.ts";
import { processesWith } from "../../harness/leftovers.ts";
import type { RunningProcess } from "../../harness/process.ts";
import type { Scenario } from "../scenario.ts";
import type { Stage } from "../stage.ts";
import { killed } from "./commands.ts";
import { inWords, type Plan, planOf } from "./plan.ts";

/** The kill came too late, or met nobody: it shows nothing, and another moment has to be tried. */
export class MissedKill extends Error {}

/** A kill as a scenario: then what `doctor` prints, and the command after which the gateway has what is wanted. */
export function killOf(seed: number, attempt = 0): Scenario {
  const plan = planOf(seed, attempt);
  let dead = 0;
  return {
    name: "kill",
    what: inWords(plan),
    env: { WORKSPACE_GATEWAY_REQUEST_TIMEOUT: "5" },
    run: async (stage) => {
      const { begin, end } = killed[plan.command];
      await begin(stage);
      dead = await kill(stage, plan);
      await stage.repair("the commands that `doctor` prints", () => stage.follow());
      await end[plan.next](stage);
    },
    seen: () => dead,
  };
}

const longest = 300_000;

/** Kills at the moment, and says how many processes that were alive got the signal. */
async function kill(stage: Stage, plan: Plan): Promise<number> {
  const { victim, checkpoints, command, moment } = plan;
  const { gateway, project } = stage;
  gateway.latencyMs = 60;
  const env: Record<string, string> = checkpoints ? {} : { PULUMI_SKIP_CHECKPOINTS: "true" };
  // Only with its program have a refresh and a destroy a language host.
  const isRun = command !== "up" && (victim === "language host" || victim === "program");
  const isReached = momentOf(stage, plan);
  const args = [...killed[command].args, ...(isRun ? ["--run-program"] : []), "--stack", project.stack];
  const run = stage.start(args, env);
  const over = Promise.race([run.done, sleep(longest, undefined, { ref: false })]);
  let isOver = false;
  void over.then(() => {
    isOver = true;
  });
  while (!isOver && !isReached()) await sleep(2);
  if (moment.is === "delay") await Promise.race([sleep(moment.value), over]);
  const isInTime = !isOver;
  const dead = isInTime ? await end(stage, run, victim) : 0;
  gateway.faults.clear();
  gateway.latencyMs = 0;
  const result = await over;
  if (result === undefined) throw new Error(`the killed run did not end within ${longest / 1000} s`);
  // A dynamic provider that got no call yet has loaded nothing of this package, and stays, but sends nothing.
  for (let waited = 0; waited < 10_000 && (await project.plugins()).length > 0; waited += 50) await sleep(50);
  if (dead === 0) throw new MissedKill(isInTime ? `there was no ${victim}` : "the run was over before");
  if (result.code === 0) throw new MissedKill("the run ended well all the same");
  return dead;
}

/** Sets the faults of the moment at once, and gives what says whether it has come. */
function momentOf(
  { gateway, spare }: Stage,
  { command, moment: { is, value } }: Pick<Plan, "command" | "moment">,
): () => boolean {
  if (command === "import") return () => true;
  if (is === "unanswered") {
    const last = gateway.faults.add({ skip: value - 1, count: 1, kind: "hang-after" });
    spare.add(last).add(gateway.faults.add({ skip: value - 1, kind: "hang-before" }));
    return () => last.hits > 0;
  }
  const answers = gateway.log.entries().length + (is === "answered" ? value : 1);
  return () => gateway.log.entries().length >= answers;
}

/** What the command line of each has in it. */
const isVictim: Readonly<Record<Exclude<Plan["victim"], "cli">, (command: string) => boolean>> = {
  provider: isPlugin,
  "language host": (command) => command.includes("pulumi-language-nodejs"),
  program: (command) => command.includes("/cmd/run"),
};

async function end({ project }: Stage, run: RunningProcess, victim: Plan["victim"]): Promise<number> {
  if (victim === "cli") return run.pid !== undefined && isHit(run.pid) ? 1 : 0;
  const processes = await processesWith(`PULUMI_TEST_PROJECT=${project.directory}`);
  return processes.filter(({ command, pid }) => isVictim[victim](command) && isHit(pid)).length;
}

function isHit(pid: number): boolean {
  try {
    return process.kill(pid, "SIGKILL");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ESRCH") return false;
    throw error;
  }
}
