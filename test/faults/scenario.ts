import type { Variants } from "../gateway/index.ts";
import type { Stage } from "./stage.ts";

/** One thing that goes wrong, and what a stack with every kind makes of it. */
export interface Scenario {
  readonly name: string;
  /** What goes wrong, for the table. */
  readonly what: string;
  readonly short?: true | undefined;
  readonly calm?: true;
  readonly variants?: Partial<Variants>;
  /** On top of the URL and the credentials, for all runs; undefined takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /**
   * Lets it go wrong: `before` (declared.ts) is up, `after` is declared, and this runs `stage.up` at least once. What it has set on
   * the gateway is taken away afterwards; then plain `up`s must converge. Each fault that it sets has to hit something.
   */
  run(stage: Stage): Promise<unknown>;
  /**
   * How often it went wrong, of all that goes wrong without a fault: variants, permissions, people, other runs. Asked when `run` is
   * over. A row without any fault needs it, and 0 is untrue.
   */
  seen?(stage: Stage): number;
}
