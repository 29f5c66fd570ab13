import type { FaultEffect, FaultTarget } from "../../gateway/index.ts";
import type { Scenario } from "../scenario.ts";

/** What goes wrong at the gateway or on the way to it, as an `up` meets it. */
interface OnTheWay extends Omit<Scenario, "run"> {
  readonly faults?: readonly (FaultTarget & FaultEffect)[];
  /** The `up` fails, and says this. */
  readonly fails?: readonly RegExp[];
  /** The `up` says this if it fails. */
  readonly mayFail?: readonly RegExp[];
  /** It says this, however it ends. */
  readonly says?: readonly RegExp[];
}

export function onTheWay({ faults = [], fails, mayFail, says = [], ...row }: OnTheWay): Scenario {
  const ends = fails !== undefined ? "failed" : mayFail !== undefined ? "either" : "done";
  return {
    ...row,
    run: (stage) => {
      for (const [index, fault] of faults.entries())
        stage.gateway.faults.add({ seed: stage.seed + 1000 * index, ...fault });
      return stage.up({ ends, says, failsWith: fails ?? mayFail ?? [] });
    },
  };
}
