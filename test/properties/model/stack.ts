import { Engine, type Mishap } from "../../contract/support/engine/engine.ts";
import type { Program } from "../../contract/support/engine/program.ts";
import type { Variants } from "../../contract/support/variants.ts";
import { differences } from "./story/expected.ts";
import { ModelWorld } from "./world.ts";

/** A stack of the owner, on a gateway of its own. */
export class ModelStack {
  readonly engine: Engine;

  private constructor(readonly world: ModelWorld) {
    this.engine = new Engine(world.env(world.gateway.token({ user: "owner" })), { now: () => world.now() });
  }

  static async open(variants: Variants = {}, adopts = false): Promise<ModelStack> {
    return new ModelStack(await ModelWorld.open(variants, adopts));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.world[Symbol.asyncDispose]();
  }

  /** What becomes of a run, with its error. */
  async up(program: Program, mishap: Mishap = {}): Promise<string> {
    const outcome = await this.engine.up(program, mishap);
    return outcome === "failed" ? `failed: ${this.engine.errors.at(-1)}` : outcome;
  }

  wrong(program: Program, others?: ReadonlySet<string>): string[] {
    return differences(this.world, this.engine, program, others);
  }

  /** What a run still changes, and how it ended if it was not done; nothing if all is as declared. */
  async leftToDo(program: Program): Promise<string[]> {
    const { log } = this.world.gateway;
    log.clear();
    const outcome = await this.up(program);
    const writes = log.entries().filter(({ method }) => method !== "GET");
    return [
      ...(outcome === "done" ? [] : [outcome]),
      ...writes.map(({ method, path }) => `${method} ${path}`),
    ];
  }
}
