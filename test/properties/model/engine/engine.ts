import type { Program } from "../program/program.ts";
import { type Course, Operation } from "./operation.ts";
import { type Death, Plugin } from "./plugin.ts";
import { previewOf } from "./preview.ts";
import type { State, Stored } from "./state.ts";

/** What ends a run before it is done, from outside. */
export interface Kill extends Death {
  /** `engine`: the CLI and its plugin. `plugin`: the plugin alone; the engine then knows of no pending create. */
  readonly who: "engine" | "plugin";
  /** The engine writes its state only at the end of a run (`PULUMI_SKIP_CHECKPOINTS`). */
  readonly withoutCheckpoints?: boolean | undefined;
}

/** What happens to a run. */
export interface Mishap extends Course {
  readonly kill?: Kill | undefined;
  /** Reads everything first, in the same process (`--refresh`). */
  readonly refreshed?: boolean | undefined;
}

export type Outcome = "done" | "failed" | "killed";

/** The engine with one stack: every operation is a process of its own, and what it stores is all that the next one knows. */
export class ModelEngine {
  state: State = { resources: [], pending: [] };
  readonly errors: string[] = [];
  /** What resources have left on the gateway because they were to, by id. */
  readonly retained = new Map<string, Stored>();
  /** How many runs a kill has ended. */
  kills = 0;

  /** `env`: what the next operation is configured by. `now`: the clock of the machine. */
  constructor(
    public env: Readonly<Record<string, string>>,
    private readonly now: () => number,
  ) {}

  up(program: Program, mishap: Mishap = {}): Promise<Outcome> {
    return this.run(mishap.kill, async (operation) => {
      if (mishap.refreshed === true) await operation.refresh(mishap.targets);
      await operation.up(program, mishap);
    });
  }

  refresh(kill?: Kill): Promise<Outcome> {
    return this.run(kill, (operation) => operation.refresh());
  }

  destroy(kill?: Kill): Promise<Outcome> {
    return this.run(kill, (operation) => operation.destroy());
  }

  /** `pulumi preview --refresh --json`: the state itself stays as it is. */
  async preview(program: Program): Promise<string> {
    const plugin = this.process();
    const operation = new Operation(this.state, plugin);
    await operation.refresh();
    return previewOf(program, operation.state, plugin);
  }

  /** `pulumi state unprotect --all` */
  unprotect(): void {
    const resources = this.state.resources.map((each) => ({ ...each, protect: false }));
    this.state = { ...this.state, resources };
  }

  /** A process that talks to the gateway as this stack is configured to. */
  process(kill?: Kill): Plugin {
    return new Plugin(this.env, this.now, kill);
  }

  /** The resource that stands for what a program declares under this name. */
  stored(name: string): Stored | undefined {
    return this.state.resources.find((each) => each.name === name && each.status === "stays");
  }

  private async run(kill: Kill | undefined, work: (operation: Operation) => Promise<void>): Promise<Outcome> {
    const plugin = this.process(kill);
    const operation = new Operation(this.state, plugin);
    const working = work(operation).then(
      () => "done" as const,
      (error: unknown) => {
        this.errors.push(error instanceof Error ? error.message : String(error));
        return "failed" as const;
      },
    );
    const outcome = await Promise.race([plugin.died, working]);
    for (const stored of plugin.retained) this.retained.set(stored.id, stored);
    if (outcome !== "died") {
      this.state = operation.state;
      return outcome;
    }
    this.kills++;
    if (kill?.withoutCheckpoints !== true) this.state = operation.state;
    if (kill?.who !== "plugin") return "killed";
    // The engine lives, and takes every operation that was under way for one that has failed.
    this.state = { ...this.state, pending: this.state.pending.filter(({ since }) => since < plugin.began) };
    this.errors.push("error reading from server: EOF");
    return "failed";
  }
}
