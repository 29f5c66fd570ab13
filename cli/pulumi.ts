import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { codeOf } from "pulumi-workspace-gateway/tools";
import { permitVariable } from "./guard/options.js";
import type { Terminal } from "./terminal.js";

/**
 * Runs the `pulumi` that is on the PATH, in the current folder. What it says on standard error is shown as it
 * comes. It does not throw if pulumi fails, only if there is none.
 *
 * @param show - gets each line of its standard output as it comes
 * @param input - what it reads from its standard input, so that nothing of it is written to a file
 */
export async function runPulumi(
  args: readonly string[],
  { env, note }: Pick<Terminal, "env" | "note">,
  show?: (line: string) => void,
  input?: string,
): Promise<{ readonly code: number; readonly stdout: string }> {
  // A streaming preview prints secrets in plain text (docs/secrets.md).
  // What the guard permits is no setting of the provider: the program would warn of it.
  const { PULUMI_ENABLE_STREAMING_JSON_PREVIEW: _, [permitVariable]: _permits, ...safe } = env;
  const child = spawn("pulumi", args, { env: safe, stdio: ["pipe", "pipe", "pipe"] });
  child.stdin.on("error", () => {}); // it has ended without reading: its exit code says so
  child.stdin.end(input);
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => void chunks.push(chunk));
  if (show !== undefined) {
    createInterface({ input: child.stdout }).on("line", show);
  }
  createInterface({ input: child.stderr }).on("line", note);
  // A Ctrl-C reaches pulumi too: it ends by itself, and we wait for it. A pipeline may signal this process alone:
  // pulumi would go on with nobody reading its output, and be killed by that.
  const wait = () => {};
  const handOn = () => void child.kill("SIGINT");
  process.on("SIGINT", wait);
  process.on("SIGTERM", handOn);
  try {
    const code = await new Promise<number>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (exitCode) => resolve(exitCode ?? 1));
    });
    return { code, stdout: Buffer.concat(chunks).toString() };
  } catch (error) {
    const isMissing = codeOf(error) === "ENOENT";
    throw new Error(
      isMissing
        ? "there is no `pulumi` on the PATH. Install it (https://www.pulumi.com/docs/install). " +
            "Commands that read what pulumi prints also take it as a file."
        : `pulumi could not be started: ${String(error)}`,
      { cause: error },
    );
  } finally {
    process.off("SIGINT", wait);
    process.off("SIGTERM", handOn);
  }
}

/**
 * What pulumi prints to standard output. Fails if pulumi does: `otherwise` is what follows the exit code in the message.
 */
export async function pulumiOutput(
  args: readonly string[],
  terminal: Pick<Terminal, "env" | "note">,
  {
    otherwise = ".",
    show,
    input,
  }: { otherwise?: string; show?: ((line: string) => void) | undefined; input?: string } = {},
): Promise<string> {
  const { code, stdout } = await runPulumi(args, terminal, show, input);
  if (code !== 0) {
    const [name] = args.join(" ").split(" -");
    throw new Error(`\`pulumi ${name}\` failed with the exit code ${code}${otherwise}`);
  }
  return stdout;
}
