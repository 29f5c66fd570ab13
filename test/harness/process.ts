import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";

export interface ProcessOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  signal?: AbortSignal;
  /** Whether it leads a group of processes, as what is started at a terminal does. */
  leadsGroup?: boolean;
  /** Gets each chunk of stdout and stderr as it comes. */
  onOutput?: (text: string) => void;
}

export interface ProcessResult {
  /** The exit code; 127 if the command could not be started, 128 + n if signal n ended it. */
  code: number;
  stdout: string;
  stderr: string;
  /** Both streams, in the order in which they came. */
  output: string;
}

/** A child process. It does not throw if the process fails: callers check the exit code. */
export class RunningProcess {
  readonly done: Promise<ProcessResult>;
  private readonly child: ChildProcess;
  private readonly result: ProcessResult = { code: 0, stdout: "", stderr: "", output: "" };
  private readonly listeners = new Set<() => void>();

  constructor(command: string, args: readonly string[], options: ProcessOptions = {}) {
    this.child = spawn(command, args, {
      cwd: options.cwd,
      env: options.env,
      signal: options.signal,
      detached: options.leadsGroup === true,
      // Our programs end cleanly on SIGINT: Pulumi records what is in progress, Go removes temporary files.
      killSignal: "SIGINT",
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of ["stdout", "stderr"] as const) {
      this.child[stream]?.setEncoding("utf8").on("data", (text: string) => {
        this.result[stream] += text;
        this.result.output += text;
        options.onOutput?.(text);
        for (const listener of this.listeners) listener();
      });
    }
    this.done = this.end();
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  get output(): string {
    return this.result.output;
  }

  kill(signal: NodeJS.Signals = "SIGTERM"): void {
    this.child.kill(signal);
  }

  /** The process and all that it has started in its group get the signal, as by Ctrl-C at a terminal. */
  signalGroup(signal: NodeJS.Signals): void {
    if (this.child.pid !== undefined) process.kill(-this.child.pid, signal);
  }

  /** Resolves when the output matches. Throws if the process ends before that. */
  async waitFor(pattern: RegExp): Promise<void> {
    await untilPrinted(pattern, this, this.listeners);
  }

  private end(): Promise<ProcessResult> {
    return new Promise((resolve) => {
      this.child.on("error", (error) => {
        if (this.child.pid === undefined)
          resolve({ ...this.result, code: 127, stderr: error.message, output: error.message });
      });
      this.child.on("close", (code, signal) => {
        this.result.code = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
        resolve(this.result);
      });
    });
  }
}

/** Resolves when the output matches, which `listeners` are told of. Throws if the process ends before that. */
export async function untilPrinted(
  pattern: RegExp,
  process: { readonly output: string; readonly done: Promise<unknown> },
  listeners: Set<() => void>,
): Promise<void> {
  const matched = new Promise<true>((resolve) => {
    const look = () => {
      if (pattern.test(process.output)) resolve(true);
    };
    listeners.add(look);
    look();
  });
  const seen = await Promise.race([matched, process.done.then(() => pattern.test(process.output))]);
  if (!seen) throw new Error(`The process ended without printing ${pattern}:\n${process.output}`);
}
