import { runInForeground } from "./foreground.ts";
import { RunningProcess } from "./process.ts";

/** One stack of the real CLI. `show` runs a command on the terminal; all else runs without output. */
export class Stack {
  readonly name: string;
  private readonly options: { cwd: string; env: NodeJS.ProcessEnv; signal: AbortSignal };

  constructor(name: string, options: Stack["options"]) {
    this.name = name;
    this.options = options;
  }

  /** Runs a command, and shows it and its output. Throws if it fails. */
  async show(args: readonly string[]): Promise<void> {
    const command = [...args, "--stack", this.name];
    process.stdout.write(`\n$ pulumi ${command.join(" ")}\n`);
    const { signal, ...place } = this.options;
    const code = await runInForeground("pulumi", command, place);
    signal.throwIfAborted();
    if (code !== 0) throw new Error(`pulumi ${command.join(" ")} exited with ${code}.`);
  }

  async ensure(): Promise<void> {
    const stacks: { name: string }[] = await this.ask(["stack", "ls", "--json"]);
    if (!stacks.some(({ name }) => name === this.name)) await this.ask(["stack", "init", this.name]);
  }

  async ensureSecrets(secrets: Readonly<Record<string, string>>): Promise<void> {
    const set = Object.keys(await this.ask(["config", "--json", "--stack", this.name]));
    const missing = Object.entries(secrets).filter(([key]) => !set.some((name) => name.endsWith(`:${key}`)));
    for (const [key, value] of missing) {
      await this.ask(["config", "set", "--secret", key, value, "--stack", this.name]);
    }
  }

  /** How many resources the last update created, updated, replaced or deleted. */
  async lastChanges(): Promise<number> {
    const history = ["stack", "history", "--json", "--page-size", "1", "--stack", this.name];
    const updates: { resourceChanges?: Record<string, number> }[] = await this.ask(history);
    const { same, ...changes } = updates[0]?.resourceChanges ?? {};
    return Object.values(changes).reduce((sum, count) => sum + count, 0);
  }

  private async ask<Answer>(args: readonly string[]): Promise<Answer> {
    const result = await new RunningProcess("pulumi", [...args, "--non-interactive"], this.options).done;
    this.options.signal.throwIfAborted();
    if (result.code !== 0) throw new Error(`pulumi ${args.slice(0, 2).join(" ")} failed:\n${result.output}`);
    return JSON.parse(result.stdout || "null");
  }
}
