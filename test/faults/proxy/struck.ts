import type { FaultTarget } from "../../gateway/index.ts";
import type { Expected, Stage } from "../stage.ts";
import type { ProxyEffect } from "./effects.ts";

export type ProxyFault = FaultTarget & ProxyEffect;

/** Runs `pulumi up` behind a proxy with these faults. */
export function struck(stage: Stage, faults: readonly ProxyFault[], expected: Expected): Promise<void> {
  return behind(stage, faults, () => stage.up(expected));
}

/** Runs `pulumi refresh` in the same way. */
export function refreshed(stage: Stage, faults: readonly ProxyFault[], expected: Expected): Promise<void> {
  return behind(stage, faults, async () => {
    const refresh = await stage.project.refresh({ skipPreview: true, env: stage.env });
    await stage.judge(stage.watch(refresh), expected);
  });
}

async function behind(
  stage: Stage,
  faults: readonly ProxyFault[],
  run: () => Promise<unknown>,
): Promise<void> {
  for (const fault of faults) stage.proxy.faults.add(fault);
  await run();
  stage.proxy.faults.clear();
}
