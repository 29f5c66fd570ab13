import { type Course, Operation } from "./operation.ts";
import { type Death, Plugin } from "./plugin.ts";
import type { Program } from "./program.ts";
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
  readonly warnings: string[] = [];

  /** `env`: what the next operation is configured by. */
  constructor(public env: Readonly<Record<string, string>>) {}

  up(program: Program, mishap: Mishap = {}): Promise<Outcome> {
    return this.run(mishap.kill, async (operation) => {
      if (mishap.refreshed === true) await operation.refresh();
      await operation.up(program, mishap);
    });
  }

  refresh(kill?: Kill): Promise<Outcome> {
    return this.run(kill, (operation) => operation.refresh());
  }

  destroy(kill?: Kill): Promise<Outcome> {
    return this.run(kill, (operation) => operation.destroy());
  }

  /** The resource that stands for what a program declares under this name. */
  stored(name: string): Stored | undefined {
    return this.state.resources.find((each) => each.name === name && each.fate === "stays");
  }

  private async run(kill: Kill | undefined, work: (operation: Operation) => Promise<void>): Promise<Outcome> {
    const plugin = new Plugin(this.env, kill);
    const operation = new Operation(this.state, plugin);
    const working = work(operation).then(
      () => "done" as const,
      (error: unknown) => {
        this.errors.push(error instanceof Error ? error.message : String(error));
        return "failed" as const;
      },
    );
    const outcome = await Promise.race([plugin.died, working]);
    this.warnings.push(...plugin.warnings);
    if (outcome !== "died") {
      this.state = operation.state;
      return outcome;
    }
    if (kill?.withoutCheckpoints !== true) this.state = operation.state;
    if (kill?.who === "plugin") this.state = { ...this.state, pending: [] };
    return kill?.who === "plugin" ? "failed" : "killed";
  }
}
