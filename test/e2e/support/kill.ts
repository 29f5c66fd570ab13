import { expect, vi } from "vitest";
import type { World } from "./world.ts";

interface Lost {
  readonly command?: readonly string[];
  /** How many of them are under way then. */
  readonly after?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Kills the CLI when the gateway has carried out such requests and not answered them. */
export async function killAt(
  w: World,
  requests: Omit<Parameters<World["gateway"]["faults"]["add"]>[0], "kind">,
  { command = ["up", "--yes", "--skip-preview"], after = 1, env = {} }: Lost = {},
): Promise<void> {
  const lost = w.gateway.faults.add({ ...requests, kind: "hang-after" });
  const run = w.project.start([...command, "--stack", w.project.stack], env);
  try {
    const isLost = () => expect(lost.hits, run.output).toBeGreaterThanOrEqual(after);
    await vi.waitFor(isLost, { timeout: 120_000 });
  } finally {
    run.kill("SIGKILL");
    await run.done;
    w.gateway.faults.clear();
  }
}

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
