import { chosenAdapter } from "../../../harness/adapter.ts";
import type { By } from "../provider.ts";
import { type Course, Operation } from "./operation.ts";
import { preview } from "./plans.ts";
import { type Death, Plugin } from "./plugin.ts";
import type { Program } from "./program.ts";
import type { Stored } from "./state.ts";

/** What happens to a run. */
export interface Mishap extends Course {
  /** What ends it before it is done, from outside. */
  readonly kill?: Death;
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
}

/** The engine is killed during its n-th call that writes: the gateway carries it out, nobody records it. */
export function killedAt(count: number): Mishap {
  return { kill: { at: "write", count } };
}

/** The engine with one stack: every operation is a process of its own, and what it stores is all that the next one knows. */
export class Engine {
  /** As the last operation has left it, or as a person edits it. */
  resources: readonly Stored[] = [];
  readonly errors: string[] = [];
  readonly warnings: string[] = [];
  private by: By;

  /** `env`: what the next operation is configured by. */
  constructor(
    private readonly env: Readonly<Record<string, string>>,
    private readonly making: Making = {},
  ) {
    this.by = making.first ?? { adapter: chosenAdapter() };
  }

  up(program: Program, mishap: Mishap = {}): Promise<Outcome> {
    const work = async (operation: Operation) => {
      if (mishap.refreshed === true) await operation.refresh(mishap.targets);
      await operation.up(program, mishap);
    };
    return this.run(work, mishap.kill);
  }

  refresh(): Promise<Outcome> {
    return this.run((operation) => operation.refresh());
  }

  destroy(): Promise<Outcome> {
    return this.run((operation) => operation.destroy());
  }

  /** Checks and compares, and writes nothing. */
  preview(program: Program): Promise<Outcome> {
    return this.run((_operation, plugin) => preview(program, this.resources, plugin));
  }

  /** The id of the object that stands for what a program declares under this name. */
  idOf(name: string): string | undefined {
    return this.resources.find((each) => each.name === name && each.status === "stays")?.id;
  }

  private async run(
    work: (operation: Operation, plugin: Plugin) => Promise<void>,
    death?: Death,
  ): Promise<Outcome> {
    const warn = (line: string) => void this.warnings.push(line);
    const plugin = new Plugin({ env: this.env, by: this.by, warn, death });
    this.by = this.making.following ?? this.by;
    const operation = new Operation(this.resources, plugin);
    const working = work(operation, plugin).then(
      () => "done" as const,
      (error: unknown) => {
        this.errors.push(error instanceof Error ? error.message : String(error));
        return "failed" as const;
      },
    );
    const outcome = await Promise.race([plugin.died, working]);
    plugin.end(outcome === "done");
    this.resources = operation.resources;
    return outcome === "died" ? "killed" : outcome;
  }
}
