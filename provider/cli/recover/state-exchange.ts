import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import type { Deployment } from "../../recover/state/deployment.js";
import { runPulumi } from "../pulumi.js";
import { exportStack, stackArguments } from "../stacks.js";
import { Refused } from "../terminal.js";
import { createWhole } from "../whole-file.js";
import { cancelNow, type StaleLocks } from "./cancel-locks.js";
import type { Recovery } from "./recovery-steps.js";

/** The state, as `pulumi stack export` prints it. With secrets it is what a state to import may be made of. */
export async function exportState(
  recovery: Recovery,
  options: { readonly withSecrets: boolean },
): Promise<string> {
  const text = await exportStack(recovery.place.stack, options, recovery.terminal);
  if (options.withSecrets) {
    recovery.stateRead = digestOf(text);
  }
  return text;
}

/** All of it counts, also the time at which it was written. */
function digestOf(state: string): string {
  return createHash("sha256").update(state).digest("hex");
}

/**
 * Puts a state in the place of the stack's own, which must be as it was last read. What it holds in plain text goes through a
 * pipe only, and pulumi encrypts it. The state that was there is kept in a file, encrypted as it was.
 */
export async function importState(recovery: Recovery, locks: StaleLocks, state: Deployment): Promise<void> {
  const { place, terminal, report } = recovery;
  await refuseOtherState(recovery);
  report.copy ??= await keepCopy(recovery);
  await cancelNow(recovery, locks); // pulumi refuses to import into a stack that is locked
  const args = ["stack", "import", "--non-interactive", ...stackArguments(place.stack)];
  const { code } = await runPulumi(args, terminal, undefined, JSON.stringify(state));
  if (code !== 0) {
    throw new Error(
      `\`pulumi stack import\` failed with the exit code ${code}. Nothing is lost: the state is as it was, and a copy of it is ` +
        `in ${report.copy}. Run this again.`,
    );
  }
}

/** Finding what was created takes a while, in which somebody may have run an `up`: the import would undo what that recorded. */
async function refuseOtherState({ place, terminal, stateRead }: Recovery): Promise<void> {
  const now = digestOf(await exportStack(place.stack, { withSecrets: true }, terminal));
  if (stateRead !== now) {
    throw new Refused(
      `the state of ${place.stack} has changed meanwhile: somebody has run pulumi. It was left as it is; run this again.`,
      1,
    );
  }
}

async function keepCopy(recovery: Recovery): Promise<string> {
  const { place, terminal } = recovery;
  const text = await exportState(recovery, { withSecrets: false });
  const file = freeFile(`${place.project.name}-${place.shortName}-before-recover`);
  await createWhole([[file, text]], 0o600);
  terminal.note(
    `The state from before is kept in ${file}, which only you can read. It holds secrets as the state does, encrypted: do not ` +
      "commit it (for .gitignore: `*-before-recover-*.json`), and delete it once all is well.",
  );
  return file;
}

/** In the current folder, and never over another. */
function freeFile(name: string): string {
  for (let number = 1; ; number++) {
    const file = path.join(process.cwd(), `${name}-${number}.json`);
    if (!existsSync(file)) {
      return file;
    }
  }
}
