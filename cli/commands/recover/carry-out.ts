import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import { recoverCommand } from "../../doctor/backend.js";
import { type RecoveryStep, stepsOf } from "../../recover/recovery-plan.js";
import { lineOf, questionFor } from "../../recover/recovery-words.js";
import { type Deployment, readDeployment } from "../../stack/deployment.js";
import { pulumiOutput } from "../pulumi.js";
import { exportStack, stackArguments } from "../stacks.js";
import { Refused } from "../terminal.js";
import { createWhole } from "../whole-file.js";
import { cancelLocks } from "./locks.js";
import { agree, type Recovery } from "./place.js";

/** A state, with secrets in plain text. */
interface ReadState {
  readonly deployment: Deployment;
  /** Of all of it, also of the time at which it was written. */
  readonly digest: string;
}

/** Shows the steps of a recovery, asks for them, and carries them out. */
export class Executor {
  /** All steps that were planned so far. */
  readonly steps: RecoveryStep[] = [];
  /** The file with the state from before. */
  copy: string | undefined;
  /** Since when a run may have recorded nothing. Once its lock is gone, nothing else shows it. */
  since: number | undefined;
  private read: ReadState | undefined;

  constructor(private readonly recovery: Recovery) {}

  /** The state as it is now. Only that is replaced by another one. */
  async state(): Promise<Deployment> {
    this.recovery.terminal.progress("reading the state");
    this.read = await readState(this.recovery);
    return this.read.deployment;
  }

  /**
   * False in a dry run, in which nothing is done.
   *
   * @param next - the state that follows from the steps, if they change it
   */
  async carryOut(steps: readonly RecoveryStep[], next?: Deployment): Promise<boolean> {
    const { recovery, read } = this;
    this.steps.push(...steps);
    for (const step of steps) {
      recovery.terminal.note(lineOf(step));
    }
    if (recovery.dryRun) {
      return false;
    }
    const pending = next === undefined ? 0 : (read?.deployment.deployment.pending_operations?.length ?? 0);
    const question = questionFor(steps, pending);
    if (question !== undefined) {
      await agree(recovery, question);
    }
    if (next !== undefined && read !== undefined) {
      await refuseOtherState(recovery, read);
      this.copy ??= await keepCopy(recovery);
    }
    await this.unlock(steps); // pulumi takes no state while there is a lock
    if (next !== undefined) {
      await importState(recovery, next, this.copy ?? "");
    }
    return true;
  }

  private async unlock(steps: readonly RecoveryStep[]): Promise<void> {
    const locks = stepsOf(steps, "unlock");
    if (locks.length > 0) {
      const { since, recovery } = this;
      if (since !== undefined) {
        const again = recoverCommand(recovery.place.stack, since);
        recovery.terminal.note(
          `Only the lock shows when that run began. If this is interrupted, run \`${again}\`.`,
        );
      }
      await cancelLocks(recovery, locks);
    }
  }
}

async function readState({ place, terminal }: Recovery): Promise<ReadState> {
  const text = await exportStack(place.stack, { withSecrets: true }, terminal);
  return { deployment: readDeployment(text), digest: createHash("sha256").update(text).digest("hex") };
}

/**
 * Fails if the state has changed since it was read: while a recovery looks at the gateway, somebody may run an `up`, and an
 * import would undo what that recorded.
 */
async function refuseOtherState(recovery: Recovery, { digest }: ReadState): Promise<void> {
  if ((await readState(recovery)).digest !== digest) {
    throw new Refused(
      `the state of ${recovery.place.stack} has changed meanwhile: somebody has run pulumi. It was left as it is; run this again.`,
      1,
    );
  }
}

/** Replaces the state of the stack. Plain text goes through a pipe only, and pulumi encrypts it. */
async function importState({ place, terminal }: Recovery, state: Deployment, copy: string): Promise<void> {
  const args = ["stack", "import", "--non-interactive", ...stackArguments(place.stack)];
  const otherwise = `. Nothing is lost: the state is as it was, and a copy of it is in ${copy}. Run this again.`;
  await pulumiOutput(args, terminal, { otherwise, input: JSON.stringify(state) });
}

/** Saves the state, still encrypted, to a file of the current folder. */
async function keepCopy({ place, terminal }: Recovery): Promise<string> {
  const text = await exportStack(place.stack, { withSecrets: false }, terminal);
  const name = `${place.project.name}-${place.shortName}-before-recover`;
  let number = 1;
  while (existsSync(path.resolve(`${name}-${number}.json`))) {
    number++;
  }
  const file = path.resolve(`${name}-${number}.json`);
  await createWhole([[file, text]], 0o600);
  terminal.note(
    `The state from before is kept in ${file}, which only you can read. It contains secrets as the state does, encrypted: do not ` +
      "commit it (for .gitignore: `*-before-recover-*.json`), and delete it once all is well.",
  );
  return file;
}
