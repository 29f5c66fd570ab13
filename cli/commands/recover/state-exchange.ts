import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import { type Deployment, readDeployment } from "../../stack/deployment.js";
import { pulumiOutput } from "../pulumi.js";
import { exportStack, stackArguments } from "../stacks.js";
import { Refused } from "../terminal.js";
import { createWhole } from "../whole-file.js";
import type { Recovery } from "./recovery-place.js";

/** A state, with secrets in plain text. */
export interface ReadState {
  readonly deployment: Deployment;
  /** Of all of it, also of the time at which it was written. */
  readonly digest: string;
}

export async function readState({ place, terminal }: Recovery): Promise<ReadState> {
  const text = await exportStack(place.stack, { withSecrets: true }, terminal);
  return { deployment: readDeployment(text), digest: createHash("sha256").update(text).digest("hex") };
}

/**
 * Fails if the state has changed since it was read: while a recovery looks at the gateway, somebody may run an `up`, and an
 * import would undo what that recorded.
 */
export async function refuseOtherState(recovery: Recovery, { digest }: ReadState): Promise<void> {
  if ((await readState(recovery)).digest !== digest) {
    throw new Refused(
      `the state of ${recovery.place.stack} has changed meanwhile: somebody has run pulumi. It was left as it is; run this again.`,
      1,
    );
  }
}

/**
 * Replaces the state of the stack, which must not be locked. Plain text goes through a pipe only, and pulumi encrypts it.
 *
 * @param copy - the file that has the state from before
 */
export async function importState(
  { place, terminal }: Recovery,
  state: Deployment,
  copy: string,
): Promise<void> {
  const args = ["stack", "import", "--non-interactive", ...stackArguments(place.stack)];
  const otherwise = `. Nothing is lost: the state is as it was, and a copy of it is in ${copy}. Run this again.`;
  await pulumiOutput(args, terminal, { otherwise, input: JSON.stringify(state) });
}

/** Saves the state, still encrypted, to a file of the current folder. */
export async function keepCopy({ place, terminal }: Recovery): Promise<string> {
  const text = await exportStack(place.stack, { withSecrets: false }, terminal);
  const file = freeFile(`${place.project.name}-${place.shortName}-before-recover`);
  await createWhole([[file, text]], 0o600);
  terminal.note(
    `The state from before is kept in ${file}, which only you can read. It holds secrets as the state does, encrypted: do not ` +
      "commit it (for .gitignore: `*-before-recover-*.json`), and delete it once all is well.",
  );
  return file;
}

function freeFile(name: string): string {
  for (let number = 1; ; number++) {
    const file = path.join(process.cwd(), `${name}-${number}.json`);
    if (!existsSync(file)) {
      return file;
    }
  }
}
