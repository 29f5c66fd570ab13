import { createInterface } from "node:readline";
import { spawn } from "cross-spawn"; // starts batch files on Windows, such as npm's `pulumi`
import { codeOf } from "pulumi-workspace-gateway/tools";
import { permitVariable } from "./guard/options.js";
import type { Terminal } from "./terminal.js";

/**
 * Finds `pulumi` on the PATH, and runs it in the current folder. Its standard error is shown as it arrives.
 * Throws only if it cannot be started, not if it fails.
 *
 * @param show - receives each line of standard output as it arrives
 * @param input - passed to standard input, so that it is not written to a file
 */
export async function runPulumi(
  args: readonly string[],
  { env, note, progress }: Pick<Terminal, "env" | "note" | "progress">,
  show?: (line: string) => void,
  input?: string,
): Promise<{ readonly code: number; readonly stdout: string }> {
  // A streaming preview prints secrets in plain text (docs/secrets.md).
  // The guard's variable is not a provider setting, so the provider would warn about it.
  const { PULUMI_ENABLE_STREAMING_JSON_PREVIEW: _, [permitVariable]: _permits, ...safe } = env;
  const child = spawn("pulumi", args, { env: safe, stdio: "pipe" });
  child.stdin.on("error", () => {}); // pulumi exited without reading its input, and the exit code shows why
  child.stdin.end(input);
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => void chunks.push(chunk));
  if (show !== undefined) {
    createInterface({ input: child.stdout }).on("line", show);
  } else {
    progress(`running \`${nameOf(args)}\``);
  }
  createInterface({ input: child.stderr }).on("line", note);
  // Ctrl-C also reaches pulumi, so wait until it exits. A pipeline may signal only this process. Pulumi would
  // then keep running, and be killed when it writes to a closed pipe.
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
        ? "`pulumi` is not on the PATH. Install it (https://www.pulumi.com/docs/install). " +
            "Commands that read pulumi's output also accept it as a file."
        : `pulumi could not be started: ${String(error)}`,
      { cause: error },
    );
  } finally {
    process.off("SIGINT", wait);
    process.off("SIGTERM", handOn);
    progress("");
  }
}

function nameOf(args: readonly string[]): string {
  const [name] = ["pulumi", ...args].join(" ").split(" -");
  return name ?? "";
}

/** Returns standard output. Throws if pulumi fails. In the message, `otherwise` follows the exit code. */
export async function pulumiOutput(
  args: readonly string[],
  terminal: Pick<Terminal, "env" | "note" | "progress">,
  {
    otherwise = ".",
    show,
    input,
  }: { otherwise?: string; show?: ((line: string) => void) | undefined; input?: string } = {},
): Promise<string> {
  const { code, stdout } = await runPulumi(args, terminal, show, input);
  if (code !== 0) {
    throw new Error(`\`${nameOf(args)}\` failed with exit code ${code}${otherwise}`);
  }
  return stdout;
}
