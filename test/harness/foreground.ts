import { spawn } from "node:child_process";
import { constants } from "node:os";

/** npm repeats a signal that its children already have. Nobody presses Ctrl-C twice in so short a time. */
const sameKeystroke = 300;

/** Runs a command on our terminal and passes our signals on to it. Resolves to its exit code. */
export function runInForeground(
  command: string,
  args: readonly string[],
  options: { env: NodeJS.ProcessEnv; cwd?: string },
): Promise<number> {
  // A terminal sends a signal to every process of the foreground group, and a second interrupt makes Pulumi
  // give up what is in progress. So on a terminal the child stays in our group, and we pass no interrupt on.
  // Elsewhere it gets its own group, and we pass on each signal once.
  const onTerminal = process.stdin.isTTY === true;
  const child = spawn(command, args, { ...options, stdio: "inherit", detached: !onTerminal });
  let lastInterrupt = Number.NEGATIVE_INFINITY;
  const interrupt = () => {
    const again = performance.now() - lastInterrupt < sameKeystroke;
    lastInterrupt = performance.now();
    if (!onTerminal && !again) child.kill("SIGINT");
  };
  const terminate = () => child.kill("SIGTERM");
  process.on("SIGINT", interrupt).on("SIGTERM", terminate);
  return new Promise<number>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) =>
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
    );
  }).finally(() => process.off("SIGINT", interrupt).off("SIGTERM", terminate));
}
