import { createHash } from "node:crypto";
import path from "node:path";
import { everyKind, printable } from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import type { Lock } from "../doctor/leftovers.js";
import { askPulumi, type Machine, recoverCommand, whyItFailed } from "../doctor/pulumi.js";
import { createWhole, freeName } from "../files.js";
import { sessionFor } from "../gateway.js";
import { isForPrograms, type OutputOptions, resultText } from "../output.js";
import { pulumiOutput, runPulumi } from "../pulumi.js";
import { type Deployment, readDeployment } from "../stack/stack-state.js";
import { exportStack, readStackConfig, stackArguments } from "../stacks.js";
import { Refused, type Terminal, UsageError } from "../terminal.js";
import { earliest, plannedSteps, readRuns, runTimes } from "./begun-creates.js";
import { type KilledStack, recoverState } from "./recover-state.js";
import { agree, cancelLocks, findPlace, type Recovery, Stopped, staleLocks } from "./recovery.js";
import {
  lineOf,
  questionFor,
  type RecoveryStep,
  reportAsText,
  reportFacts,
  stepsOf,
} from "./recovery-plan.js";

export interface RecoverOptions extends OutputOptions {
  readonly stack?: string;
  readonly yes?: true;
  readonly dryRun?: true;
  readonly since?: string;
}

export async function recoverStack(
  { stack, since, ...options }: RecoverOptions,
  terminal: Terminal,
  machine: Machine,
): Promise<void> {
  const [yes, dryRun] = [options.yes === true, options.dryRun === true];
  if (!dryRun && !yes && (!terminal.interactive || isForPrograms(options))) {
    throw new UsageError(
      "cannot ask for confirmation here: pass --yes to recover, or --dry-run to see the plan",
    );
  }
  if (since !== undefined && !z.iso.datetime({ offset: true }).safeParse(since).success) {
    throw new UsageError("--since must be an ISO 8601 time with a time zone, such as 2026-01-31T12:00:00Z");
  }
  terminal.progress("inspecting the stack");
  const place = await findPlace(machine, stack);
  if (stack === undefined) {
    terminal.note(`Using stack ${place.stack}.`);
  }
  const executor = new Executor({ place, machine, terminal, since: timeIn(since), dryRun, yes });
  let stopped = false;
  try {
    await executor.recover();
  } catch (error) {
    if (!(error instanceof Stopped)) {
      throw error;
    }
    terminal.note(error.message);
    stopped = true;
  }
  const { steps, copy } = executor;
  const report = { stack: place.stack, dryRun, stopped, steps, copy };
  terminal.out(
    resultText(
      options,
      () => reportFacts(report),
      () => reportAsText(report),
    ),
  );
}

function timeIn(text = ""): number | undefined {
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}

class Executor {
  readonly steps: RecoveryStep[] = [];
  copy: string | undefined;
  /** Once the lock of a run that may have recorded nothing is gone, only this value shows its start. */
  since: number | undefined;
  private read: { readonly digest: string; readonly pending: number } | undefined;

  constructor(private readonly recovery: Recovery) {}

  async recover(): Promise<void> {
    const { place, terminal } = this.recovery;
    const locks = await staleLocks(this.recovery);
    if (locks === undefined) {
      terminal.note(
        "The stack may be locked. With this backend, only an attempt to lock the stack would show this, and a dry run makes no such attempt.",
      );
    }
    terminal.progress("reading the settings");
    const config = await readStackConfig(stackArguments(place.stack), terminal).catch((error: unknown) => {
      terminal.note(
        "If Pulumi cannot read the stack, `npx workspace-gateway doctor` prints the commands that repair it.",
      );
      throw error;
    });
    const kinds = await everyKind();
    const session = sessionFor(terminal, undefined, kinds, config);
    await recoverState({
      kinds,
      locks: locks ?? [],
      contextOf: (kind, values) => session.context(kind, values),
      state: () => this.state(),
      times: (state) => this.times(state, locks ?? []),
      preview: () => this.preview(),
      carryOut: (steps, next) => this.carryOut(steps, next),
    });
  }

  /** Remembers the digest, so that only this state is replaced. */
  async state(): Promise<Deployment> {
    const { text, digest } = await this.readState();
    const state = readDeployment(text);
    this.read = { digest, pending: state.deployment.pending_operations?.length ?? 0 };
    return state;
  }

  /** Includes secrets in plain text. The digest includes the time at which the state was written. */
  private async readState() {
    const { place, terminal } = this.recovery;
    const text = await exportStack(stackArguments(place.stack), { withSecrets: true }, terminal);
    return { text, digest: createHash("sha256").update(text).digest("hex") };
  }

  private async times({ deployment }: Deployment, locks: readonly Lock[]) {
    const root = deployment.resources?.find(({ type }) => type === "pulumi:pulumi:Stack");
    const since = earliest(...locks.map((lock) => timeIn(lock.since)));
    const times = runTimes({
      said: this.recovery.since,
      runs: await pastRuns(this.recovery),
      lock: locks.length === 0 ? undefined : { since },
      made: timeIn(root?.created),
      hasPending: (deployment.pending_operations ?? []).length > 0,
    });
    this.since = times.unlisted;
    return times;
  }

  private async preview() {
    const { terminal, place } = this.recovery;
    // A run with --refresh recreates deleted objects, even if the state still contains them.
    const wanted = ["--json", "--show-sames", "--refresh", "--non-interactive"];
    const args = ["preview", ...wanted, ...stackArguments(place.stack)];
    const { code, stdout } = await runPulumi(args, terminal);
    if (code !== 0) {
      throw new Error(
        "only a preview shows which creates were not recorded, but `pulumi preview` failed. " +
          "Fix its errors, and run this again.",
      );
    }
    return plannedSteps(stdout, place.project.name, place.shortName);
  }

  /** @param next - the new state, if the steps change it */
  async carryOut(...[steps, next]: Parameters<KilledStack["carryOut"]>): Promise<boolean> {
    const { place, terminal, dryRun } = this.recovery;
    this.steps.push(...steps);
    for (const step of steps) {
      terminal.note(lineOf(step));
    }
    if (dryRun) {
      return false;
    }
    const question = questionFor(steps, next === undefined ? 0 : (this.read?.pending ?? 0));
    if (question !== undefined) {
      await agree(this.recovery, question);
    }
    if (next !== undefined) {
      // Someone may have run `up` in the meantime, and the import would undo the changes that it recorded.
      if ((await this.readState()).digest !== this.read?.digest) {
        throw new Refused(
          `the state of ${place.stack} has changed in the meantime, because someone ran pulumi. Nothing was changed. Run the command again.`,
          1,
        );
      }
      this.copy ??= await keepCopy(this.recovery);
    }
    const locks = stepsOf(steps, "unlock");
    if (locks.length > 0) {
      if (this.since !== undefined) {
        const again = recoverCommand(place.stack, this.since);
        terminal.note(
          `Only the lock shows when the killed run started. If this command is interrupted, run \`${again}\`.`,
        );
      }
      await cancelLocks(this.recovery, locks); // Pulumi rejects an import while the stack is locked
    }
    if (next !== undefined) {
      // Plain text is sent only through a pipe. Pulumi encrypts it.
      const args = ["stack", "import", "--non-interactive", ...stackArguments(place.stack)];
      const otherwise = `. Nothing is lost: the state is unchanged, and a copy of it is in ${this.copy}. Run the command again.`;
      await pulumiOutput(args, terminal, { otherwise, input: JSON.stringify(next) });
    }
    return true;
  }
}

async function pastRuns({ machine, place, terminal }: Recovery) {
  const history = ["stack", "history", "--json", "--page-size", "1000"]; // pulumi lists ten runs by default
  const ran = await askPulumi(machine, [...history, ...stackArguments(place.stack)]);
  if (ran.code === 0) {
    return readRuns(ran.stdout);
  }
  terminal.note(
    `The stack's history cannot be read: ${printable(whyItFailed(ran))}. If a run has failed since the last successful ` +
      "`pulumi up`, pass --since with the time at which the failed run started.",
  );
  return undefined;
}

async function keepCopy({ place, terminal }: Recovery): Promise<string> {
  const text = await exportStack(stackArguments(place.stack), { withSecrets: false }, terminal);
  const name = path.resolve(`${place.project.name}-${place.shortName}-before-recover`);
  const file = freeName(`${name}-`, ".json");
  await createWhole([{ path: file, text }], 0o600);
  terminal.note(
    `A copy of the old state is in ${file}, which only you can read. It contains the state's encrypted secrets. Do not ` +
      "commit it (for .gitignore: `*-before-recover-*.json`), and delete it when you no longer need it.",
  );
  return file;
}
