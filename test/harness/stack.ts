import { runInForeground } from "./foreground.ts";
import { type ProcessResult, RunningProcess } from "./process.ts";

/** One stack of the real CLI. `show` runs a command on the terminal; all else runs without output. */
export class Stack {
  readonly name: string;
  private readonly env: NodeJS.ProcessEnv;
  private readonly signal: AbortSignal;
  private readonly cwd: string;

  constructor(name: string, options: { cwd: string; env: NodeJS.ProcessEnv; signal: AbortSignal }) {
    this.name = name;
    this.env = options.env;
    this.cwd = options.cwd;
    this.signal = options.signal;
  }

  /** Runs a command, and shows it and its output. Throws if it fails. */
  async show(args: readonly string[]): Promise<void> {
    const command = [...args, "--stack", this.name];
    process.stdout.write(`\n$ pulumi ${command.join(" ")}\n`);
    const code = await runInForeground("pulumi", command, { cwd: this.cwd, env: this.env });
    this.signal.throwIfAborted();
    if (code !== 0) throw new Error(`pulumi ${command.join(" ")} exited with ${code}.`);
  }

  /** Creates and selects the stack, if it does not exist. */
  async ensure(): Promise<void> {
    const stacks: { name: string }[] = JSON.parse((await this.ask(["stack", "ls", "--json"])).stdout);
    if (!stacks.some(({ name }) => name === this.name)) await this.ask(["stack", "init", this.name]);
  }

  async ensureSecrets(secrets: Readonly<Record<string, string>>): Promise<void> {
    const set = Object.keys(JSON.parse((await this.ask(["config", "--json", "--stack", this.name])).stdout));
    const missing = Object.entries(secrets).filter(([key]) => !set.some((name) => name.endsWith(`:${key}`)));
    for (const [key, value] of missing) {
      await this.ask(["config", "set", "--secret", key, value, "--stack", this.name]);
    }
  }

  /** How many resources the last update created, updated, replaced or deleted. */
  async lastChanges(): Promise<number> {
    const history = ["stack", "history", "--json", "--page-size", "1", "--stack", this.name];
    const updates: { resourceChanges?: Record<string, number> }[] = JSON.parse(
      (await this.ask(history)).stdout,
    );
    const changes = Object.entries(updates[0]?.resourceChanges ?? {}).filter(
      ([operation]) => operation !== "same",
    );
    return changes.reduce((sum, [, count]) => sum + count, 0);
  }

  private async ask(args: readonly string[]): Promise<ProcessResult> {
    const options = { cwd: this.cwd, env: this.env, signal: this.signal };
    const result = await new RunningProcess("pulumi", [...args, "--non-interactive"], options).done;
    this.signal.throwIfAborted();
    if (result.code !== 0) throw new Error(`pulumi ${args.slice(0, 2).join(" ")} failed:\n${result.output}`);
    return result;
  }
}
