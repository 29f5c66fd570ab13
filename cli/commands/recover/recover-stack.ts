import { everyKind } from "pulumi-workspace-gateway/tools";
import type { Machine } from "../../doctor/machine.js";
import { brokenFiles, restoredAt } from "../../recover/backend/broken-files.js";
import { leftoverProcesses } from "../../recover/backend/leftover-processes.js";
import { recoverState } from "../../recover/recover-state.js";
import { machinePlan } from "../../recover/recovery-plan.js";
import { reportAsJson, reportAsText } from "../../recover/recovery-words.js";
import type { PreviewedStep } from "../../recover/since/planned-steps.js";
import { sessionFor } from "../gateway.js";
import { readStackConfig, stackArguments } from "../stacks.js";
import type { Terminal } from "../terminal.js";
import { begunFile, forgetBegun } from "./begun-recovery.js";
import { Executor } from "./executor.js";
import { runPreview, savedPreview } from "./preview.js";
import { type KillSigns, readTimes } from "./read-times.js";
import { type RecoverOptions, readWish } from "./recover-options.js";
import { findPlace, processPlace, type Recovery, Stopped } from "./recovery-place.js";
import { staleLocks } from "./stale-locks.js";

/** Repairs what a killed run has left: reads facts, plans what follows from them, and carries it out. */
export async function recoverStack(
  options: RecoverOptions,
  terminal: Terminal,
  machine: Machine,
): Promise<void> {
  const wish = await readWish(options, terminal);
  terminal.progress("looking at the stack");
  const place = await findPlace(machine, wish.stack);
  if (wish.stack === undefined) {
    terminal.note(`The stack is ${place.stack}.`);
  }
  const recovery = { wish, place, machine, terminal };
  const executor = new Executor(recovery);
  let stopped = false;
  try {
    const signs = await recoverMachine(recovery, executor);
    await recoverObjects(recovery, executor, signs);
  } catch (error) {
    if (!(error instanceof Stopped)) {
      throw error;
    }
    terminal.note(error.message);
    stopped = !wish.dryRun;
  } finally {
    terminal.progress("");
  }
  const { steps, copy } = executor;
  const report = { stack: place.stack, dryRun: wish.dryRun, stopped, steps, copy };
  terminal.out(options.json === true ? reportAsJson(report) : reportAsText(report));
}

/** Ends what still lives of the killed run, and makes the files of the backend readable. */
async function recoverMachine(recovery: Recovery, executor: Executor): Promise<KillSigns> {
  const { place, terminal, wish } = recovery;
  const locks = await staleLocks(recovery);
  if (locks === undefined) {
    terminal.note(
      "There may be a lock of the stack: in this backend it can be seen only by trying to get one, which a dry run does not do.",
    );
  }
  const processes = await leftoverProcesses(processPlace(place));
  if (processes === undefined) {
    terminal.note("This system does not show its processes here: none of the killed run were looked for.");
  }
  const files = place.files === undefined ? [] : await brokenFiles(place.files);
  await executor.carryOut(machinePlan(processes ?? [], files));
  if (wish.dryRun && files.length > 0) {
    throw new Stopped("The state can be read only once its files are repaired, so a dry run ends here.");
  }
  return { locks: locks ?? [], restored: restoredAt(files) };
}

/** Brings the state of the stack to what is on the gateway. */
export async function recoverObjects(
  recovery: Recovery,
  executor: Executor,
  signs: KillSigns,
): Promise<void> {
  const { place, terminal, wish } = recovery;
  terminal.progress("reading the settings");
  const config = await readStackConfig(stackArguments(place.stack), terminal);
  const kinds = await everyKind();
  const session = sessionFor(terminal, {}, kinds, config);
  let saved: readonly PreviewedStep[] | undefined;
  await recoverState({
    kinds,
    locks: signs.locks,
    targetOf: (kind, values) => session.target(kind, values),
    told: (done, all) => terminal.progress(`${done} of ${all} lists searched`),
    state: () => executor.state(),
    times: async (state) => {
      const times = await readTimes(recovery, state, signs);
      executor.since = times.unlisted;
      saved = savedPreview(recovery, times.creating.length > 0);
      return times;
    },
    preview: async () => {
      const first = saved;
      saved = undefined;
      return first ?? (await runPreview(recovery));
    },
    carryOut: (steps, next) => executor.carryOut(steps, next),
  });
  if (!wish.dryRun) {
    await forgetBegun(begunFile(place));
  }
}
