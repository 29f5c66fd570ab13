import type { FaultEffect, FaultTarget } from "../../gateway/index.ts";
import type { Scenario } from "../scenario.ts";
import type { Expected, Stage } from "../stage.ts";
import type { ProxyEffect } from "./effects.ts";
import { type Memory, withinMemory } from "./memory.ts";

type ProxyFault = FaultTarget & ProxyEffect;

/** What goes wrong at the gateway or on the way to it: an `up` meets it, and perhaps a refresh after it. */
interface OnTheWay extends Omit<Scenario, "run"> {
  readonly gateway?: FaultTarget & FaultEffect;
  readonly up?: readonly ProxyFault[];
  /** These let a refresh fail. */
  readonly refresh?: readonly ProxyFault[];
  /** The last of these runs fails, and says this. */
  readonly fails?: readonly RegExp[];
  /** The `up` says this if it fails. */
  readonly mayFail?: readonly RegExp[];
  /** It says this, however it ends. */
  readonly says?: readonly RegExp[];
  readonly memory?: Memory;
}

export function onTheWay(all: OnTheWay): Scenario {
  const { gateway, up = [], refresh, fails, mayFail, says = [], memory, ...row } = all;
  const ends = fails !== undefined ? "failed" : mayFail !== undefined ? "either" : "done";
  const last: Expected = { ends, says, failsWith: fails ?? mayFail ?? [] };
  const run = async (stage: Stage) => {
    if (gateway !== undefined) stage.gateway.faults.add({ seed: stage.seed, ...gateway });
    await struck(stage, up, refresh === undefined ? last : { ends: "done" });
    for (const fault of refresh ?? []) stage.proxy.faults.add(fault);
    if (refresh !== undefined) await stage.refused("refresh", fails ?? []);
  };
  return {
    ...row,
    run: (stage) => (memory === undefined ? run(stage) : withinMemory(stage, memory, () => run(stage))),
  };
}

export async function struck(stage: Stage, faults: readonly ProxyFault[], expected: Expected): Promise<void> {
  for (const [index, fault] of faults.entries())
    stage.proxy.faults.add({ seed: stage.seed + 1000 * index, ...fault });
  await stage.up(expected);
  stage.proxy.faults.clear();
}
