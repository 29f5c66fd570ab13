import { chosenAdapter } from "../../../harness/adapter.ts";
import type { By } from "../provider.ts";
import { type Course, Operation } from "./operation.ts";
import { previewed } from "./plans.ts";
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

/** How resources are made. */
interface Making {
  /** In the first operation. Each resource is deleted by what it was made by. */
  readonly first?: By;
  /** In those that follow. */
  readonly following?: By;
  /** The clock of the machine. */
  readonly now?: () => number;
}

/** The engine is killed during its n-th call that writes: the gateway carries it out, nobody records it. */
export function killedAt(count: number): Mishap {
  return { kill: { who: "engine", at: "write", count } };
}

/** The engine with one stack: every operation is a process of its own, and what it stores is all that the next one knows. */
export class Engine {
  state: State = { resources: [], pending: [] };
  readonly errors: string[] = [];
  readonly warnings: string[] = [];
  /** What resources have left on the gateway because they were to, by id. */
  readonly retained = new Map<string, Stored>();
  /** How many runs a kill has ended. */
  kills = 0;
  private by: By;

  /** `env`: what the next operation is configured by. */
  constructor(
    public env: Readonly<Record<string, string>>,
    private readonly making: Making = {},
  ) {
    this.by = making.first ?? { adapter: chosenAdapter() };
  }

  get resources(): readonly Stored[] {
    return this.state.resources;
  }

  /** As a person edits the state. */
  set resources(resources: readonly Stored[]) {
    this.state = { ...this.state, resources };
  }

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

  /** Checks and compares, and writes nothing. */
  preview(program: Program): Promise<Outcome> {
    return this.run(undefined, async ({ state }, plugin) => {
      await previewed(program, state.resources, plugin);
    });
  }

  /** A process that talks to the gateway as this stack is configured to. */
  process(death?: Death): Plugin {
    const { now = Date.now } = this.making;
    const warn = (line: string) => void this.warnings.push(line);
    return new Plugin({ env: this.env, by: this.by, now, warn, death });
  }

  /** The resource that stands for what a program declares under this name. */
  stored(name: string): Stored | undefined {
    return this.resources.find((each) => each.name === name && each.status === "stays");
  }

  idOf(name: string): string | undefined {
    return this.stored(name)?.id;
  }

  private async run(
    kill: Kill | undefined,
    work: (operation: Operation, plugin: Plugin) => Promise<void>,
  ): Promise<Outcome> {
    const plugin = this.process(kill);
    this.by = this.making.following ?? this.by;
    const operation = new Operation(this.state, plugin);
    const working = work(operation, plugin).then(
      () => "done" as const,
      (error: unknown) => {
        this.errors.push(error instanceof Error ? error.message : String(error));
        return "failed" as const;
      },
    );
    const outcome = await Promise.race([plugin.died, working]);
    plugin.end(outcome === "done");
    for (const stored of operation.retained) this.retained.set(stored.id, stored);
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
