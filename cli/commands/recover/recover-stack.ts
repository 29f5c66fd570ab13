import { everyKind, printable } from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import type { Lock } from "../../doctor/locks.js";
import { type Machine, whyItFailed } from "../../doctor/machine.js";
import { type PreviewedStep, plannedSteps } from "../../recover/begun-creates.js";
import { recoverState } from "../../recover/recover-state.js";
import { reportAsJson, reportAsText } from "../../recover/recovery-words.js";
import { earliest, type PastRun, readRuns, runTimes } from "../../recover/run-times.js";
import { sessionFor } from "../gateway.js";
import { runPulumi } from "../pulumi.js";
import { readStackConfig, stackArguments } from "../stacks.js";
import { type Terminal, UsageError } from "../terminal.js";
import { Executor } from "./carry-out.js";
import { staleLocks } from "./locks.js";
import { ask, findPlace, type Recovery, Stopped } from "./place.js";

export interface RecoverOptions {
  readonly stack?: string;
  readonly yes?: true;
  readonly dryRun?: true;
  readonly since?: string;
  readonly json?: true;
}

/** Settles what a killed run has left: reads facts, plans what follows from them, and carries it out. */
export async function recoverStack(
  { stack, since, ...options }: RecoverOptions,
  terminal: Terminal,
  machine: Machine,
): Promise<void> {
  const [yes, dryRun, json] = [options.yes === true, options.dryRun === true, options.json === true];
  if (!dryRun && !yes && (!terminal.interactive || json)) {
    throw new UsageError(
      "nobody can be asked here: give --yes to recover, or --dry-run to see what would be done",
    );
  }
  if (since !== undefined && !z.iso.datetime({ offset: true }).safeParse(since).success) {
    throw new UsageError("--since must be an ISO 8601 time with its zone, such as 2026-01-31T12:00:00Z");
  }
  terminal.progress("looking at the stack");
  const place = await findPlace(machine, stack);
  if (stack === undefined) {
    terminal.note(`The stack is ${place.stack}.`);
  }
  const began = since === undefined ? undefined : Date.parse(since);
  const recovery = { place, machine, terminal, since: began, dryRun, yes };
  const executor = new Executor(recovery);
  let stopped = false;
  try {
    const locks = await staleLocks(recovery);
    if (locks === undefined) {
      terminal.note(
        "There may be a lock of the stack: in this backend it can be seen only by trying to get one, which a dry run does not do.",
      );
    }
    await recoverObjects(recovery, executor, locks ?? []);
  } catch (error) {
    if (!(error instanceof Stopped)) {
      throw error;
    }
    terminal.note(error.message);
    stopped = true;
  } finally {
    terminal.progress("");
  }
  const { steps, copy } = executor;
  const report = { stack: place.stack, dryRun, stopped, steps, copy };
  terminal.out(json ? reportAsJson(report) : reportAsText(report));
}

/** Brings the state of the stack to what is on the gateway. */
export async function recoverObjects(
  recovery: Recovery,
  executor: Executor,
  locks: readonly Lock[],
): Promise<void> {
  const { place, terminal } = recovery;
  terminal.progress("reading the settings");
  const config = await readStackConfig(stackArguments(place.stack), terminal).catch((error: unknown) => {
    terminal.note(
      "If pulumi cannot read the stack, `npx workspace-gateway doctor` prints the commands that repair it.",
    );
    throw error;
  });
  const kinds = await everyKind();
  const session = sessionFor(terminal, {}, kinds, config);
  await recoverState({
    kinds,
    locks,
    targetOf: (kind, values) => session.target(kind, values),
    state: () => executor.state(),
    times: async ({ deployment }) => {
      const root = (deployment.resources ?? []).find(({ type }) => type === "pulumi:pulumi:Stack");
      const times = runTimes({
        said: recovery.since,
        runs: await pastRuns(recovery),
        lock:
          locks.length === 0 ? undefined : { since: earliest(...locks.map(({ since }) => timeIn(since))) },
        made: timeIn(root?.created),
        hasPending: (deployment.pending_operations ?? []).length > 0,
      });
      executor.since = times.unlisted;
      return times;
    },
    preview: () => runPreview(recovery),
    carryOut: (steps, next) => executor.carryOut(steps, next),
  });
}

function timeIn(text = ""): number | undefined {
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}

/** The runs of the stack, newest first. Undefined if the backend does not list them. */
async function pastRuns({ machine, place, terminal }: Recovery): Promise<readonly PastRun[] | undefined> {
  const most = ["--page-size", "1000"]; // pulumi gives only ten otherwise
  const ran = await ask(machine, ["stack", "history", "--json", ...most, ...stackArguments(place.stack)]);
  if (ran.code === 0) {
    return readRuns(ran.stdout);
  }
  terminal.note(
    `The history of the stack cannot be read: ${printable(whyItFailed(ran))}. If a run has failed since the last \`pulumi up\` ` +
      "that succeeded, give --since with the time at which it began.",
  );
  return undefined;
}

/** What the program plans now. */
async function runPreview({ terminal, place }: Recovery): Promise<PreviewedStep[]> {
  terminal.progress("running a preview");
  // A run that read the gateway first has recreated what was gone there, and the state may still have the old object.
  const wanted = ["--json", "--show-sames", "--refresh", "--non-interactive"];
  const { code, stdout } = await runPulumi(["preview", ...wanted, ...stackArguments(place.stack)], terminal);
  if (code !== 0) {
    throw new Error(
      "what was never recorded can be looked for only with a preview, and `pulumi preview` failed. " +
        "Correct what it says, and run this again.",
    );
  }
  return plannedSteps(stdout, place.project.name, place.shortName);
}
