import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { type ProcessResult, RunningProcess } from "../../harness/process.ts";

export interface ShellPlace {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** A folder of its own, for what it remembers. */
  readonly memory: string;
  readonly signal?: AbortSignal;
}

/**
 * A shell in which commands are typed one after the other: each finds the folder and the variables that those before it have left.
 * Every command is a process of its own, so that each has an exit code and an output of its own.
 */
export class Shell {
  private readonly place: ShellPlace;
  private readonly behind = new Set<RunningProcess>();

  constructor(place: ShellPlace) {
    this.place = place;
  }

  /** Runs a command to its end. Its standard input is what somebody types into it. */
  async run(command: string, input = ""): Promise<ProcessResult> {
    await mkdir(this.place.memory, { recursive: true });
    const typed = path.join(this.place.memory, "typed");
    await writeFile(typed, input);
    const script = `${this.recalled}
{ ${command}
} < '${typed}'
last=$?
set +a
export -p > '${this.kept}'
pwd > '${this.folder}'
exit $last`;
    return this.start(script, false).done;
  }

  /** Starts a command that goes on beside the others, and waits until it has printed this. */
  async leaveRunning(command: string, until: RegExp): Promise<RunningProcess> {
    const running = this.start(`${this.recalled}\nexec ${command}`, true);
    this.behind.add(running);
    void running.done.then(() => this.behind.delete(running));
    await running.waitFor(until);
    return running;
  }

  get outputBehind(): string {
    return [...this.behind].map(({ output }) => output).join("");
  }

  async end(): Promise<void> {
    for (const running of this.behind) running.signalGroup("SIGINT");
    await Promise.all([...this.behind].map(({ done }) => done));
  }

  private start(script: string, leadsGroup: boolean): RunningProcess {
    const { cwd, signal } = this.place;
    // A variable that was unset stays so.
    const env = existsSync(this.kept) ? {} : this.place.env;
    return new RunningProcess("/bin/sh", ["-c", script], {
      cwd,
      env,
      leadsGroup,
      ...(signal === undefined ? {} : { signal }),
    });
  }

  /** Every variable counts as exported, so that none is forgotten. */
  private get recalled(): string {
    return `if [ -f '${this.kept}' ]; then . '${this.kept}'; cd "$(cat '${this.folder}')"; fi\nset -a`;
  }

  private get kept(): string {
    return path.join(this.place.memory, "variables");
  }

  private get folder(): string {
    return path.join(this.place.memory, "folder");
  }
}
