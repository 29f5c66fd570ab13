import { existsSync } from "node:fs";
import path from "node:path";
import type { Deployment } from "../../recover/state/deployment.js";
import { runPulumi } from "../pulumi.js";
import { stackArguments } from "../stacks.js";
import { createWhole } from "../whole-file.js";
import { rememberBegun } from "./begun-recovery.js";
import { cancelNow, type StaleLocks } from "./cancel-locks.js";
import type { Recovery } from "./recovery-steps.js";

/** What `pulumi stack export` prints. With secrets nobody may print it, or write it to a file. */
export async function exportState(
  { place, terminal }: Recovery,
  options: { readonly withSecrets: boolean },
): Promise<string> {
  const secrets = options.withSecrets ? ["--show-secrets"] : [];
  const args = ["stack", "export", ...secrets, "--non-interactive", ...stackArguments(place.stack)];
  const { code, stdout } = await runPulumi(args, terminal);
  if (code !== 0) {
    throw new Error(
      `\`pulumi stack export\` failed with the exit code ${code}, so the state is not known. The state was not changed.`,
    );
  }
  return stdout;
}

/**
 * Puts a state in the place of the stack's own. What it holds in plain text goes through a pipe only, and pulumi encrypts it.
 * The state that was there is kept in a file, encrypted as it was.
 */
export async function importState(recovery: Recovery, locks: StaleLocks, state: Deployment): Promise<void> {
  const { place, terminal, report } = recovery;
  report.copy ??= await keepCopy(recovery);
  if (recovery.unrecordedSince !== undefined) {
    await rememberBegun(place, recovery.unrecordedSince);
  }
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

async function keepCopy(recovery: Recovery): Promise<string> {
  const { place, terminal } = recovery;
  const text = await exportState(recovery, { withSecrets: false });
  const file = freeFile(`${place.project.name}-${place.shortName}-before-recover`);
  await createWhole([[file, text]]);
  terminal.note(`The state from before is kept in ${file}; its secrets are encrypted.`);
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
