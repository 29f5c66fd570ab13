import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { type ProcessResult, RunningProcess } from "./process.ts";

interface ShellPlace {
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

  constructor(place: ShellPlace) {
    this.place = place;
  }

  async run(command: string): Promise<ProcessResult> {
    const { memory, env, ...options } = this.place;
    await mkdir(memory, { recursive: true });
    const [variables, folder] = [path.join(memory, "variables"), path.join(memory, "folder")];
    // Every variable counts as exported, so that none is forgotten.
    const script = `if [ -f '${variables}' ]; then . '${variables}'; cd "$(cat '${folder}')"; fi
set -a
{ ${command}
}
last=$?
set +a
export -p > '${variables}'
pwd > '${folder}'
exit $last`;
    // A variable that was unset stays so.
    const own = existsSync(variables) ? {} : env;
    return new RunningProcess("/bin/sh", ["-c", script], { ...options, env: own }).done;
  }
}
