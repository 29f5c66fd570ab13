import { expect, vi } from "vitest";
import type { World } from "./world.ts";

/** Kills the CLI in an `up` when the gateway has carried out that many requests, of which the last was not answered. */
export async function killAfter(w: World, requests: number): Promise<void> {
  const { faults } = w.gateway;
  const last = faults.add({ skip: requests - 1, count: 1, kind: "hang-after" });
  faults.add({ skip: requests - 1, kind: "hang-before" });
  const up = w.project.start(["up", "--yes", "--skip-preview", "--stack", w.project.stack]);
  await vi.waitFor(() => expect(last.hits, up.output).toBe(1), { timeout: 120_000 });
  up.kill("SIGKILL");
  faults.clear();
  expect((await up.done).code, up.output).not.toBe(0);
  await vi.waitFor(async () => expect(await w.project.plugins()).toEqual([]), { timeout: 120_000 });
}
