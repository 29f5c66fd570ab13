import { spawn } from "node:child_process";
import { constants } from "node:os";

/** npm sends a signal on that its children have received already; a person takes longer to press twice. */
const sameKeystroke = 300;

/** Runs a command on our own terminal, hands it our signals, and resolves to its exit code. */
export function runInForeground(
  command: string,
  args: readonly string[],
  options: { env: NodeJS.ProcessEnv; cwd?: string },
): Promise<number> {
  // A terminal signals every process of the foreground group itself, and a second interrupt makes Pulumi abandon
  // what is in flight. So there the child stays in our group and we keep still; elsewhere it gets a group of its
  // own and each signal once, from us.
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
