import { afterAll, describe, expect, test } from "vitest";
import type { Had } from "../harness/cli/kits.ts";
import { type RunningBackend, startPostgres } from "./support/backends/postgres.ts";
import { startS3 } from "./support/backends/s3.ts";
import { killAfter } from "./support/kill.ts";
import { mapping, team } from "./support/objects.ts";
import { ok } from "./support/outcome.ts";
import { runRecover } from "./support/recover-command.ts";
import { type World, world } from "./support/world.ts";

const mappings = (letters: string) => [...letters].map((letter) => mapping(letter));

/** A folder is what all other tests have: all but two runs at once is theirs. */
const folder = "a folder";
const backends: Record<string, () => Promise<Had<RunningBackend>>> = {
  [folder]: async () => ({ env: {}, stop: async () => {} }),
  PostgreSQL: startPostgres,
  S3: startS3,
};

// The tests of a backend are the stations of one stack's life, in this order.
describe.each(Object.entries(backends))("%s", (name, start) => {
  let backend: RunningBackend | undefined;
  let w: World | undefined;

  /** The stack, or else the test is skipped with why there is none. */
  async function stack(skip: (why: string) => never): Promise<World> {
    if (w !== undefined) return w;
    const started = await start();
    if ("missing" in started) return skip(started.missing);
    backend = started;
    w = await world({ objects: [team, ...mappings("abcd")], env: backend.env });
    return w;
  }

  afterAll(async () => {
    await w?.dispose();
    await backend?.stop();
  });

  const sources = (of: World) => of.gateway.rows("mappings").map((row) => row.source_name);

  test("two concurrent runs wait or report the lock, create every object once, and leave nothing to do", async ({
    skip,
  }) => {
    const of = await stack(skip);
    const runs = await Promise.all([
      of.project.up({ skipPreview: true }),
      of.project.up({ skipPreview: true }),
    ]);
    const failed = runs.filter(({ code }) => code !== 0);
    // In PostgreSQL, the other run may also remove its lock between the list of locks and the read of the lock.
    const refused = /the stack is currently locked by \d lock|key not found: sql: no rows/;
    for (const { output } of failed) expect(output).toMatch(refused);
    // A run writes its lock and then looks for others: two that do so at the same moment both give way.
    if (failed.length === runs.length) await ok(of.project.up({ skipPreview: true }));
    expect(sources(of).sort()).toEqual(["a", "b", "c", "d"]);
    await ok(of.project.preview({ expectNoChanges: true, refresh: true }));
  });

  if (name === folder) return;

  test("after a kill and a recovery, every declared object exists once and nothing else does", async ({
    skip,
  }) => {
    const of = await stack(skip);
    await of.declare([team, ...mappings("abcdefgh")]);
    await killAfter(of, 3);
    await ok(runRecover(of));
    await ok(of.project.up({ skipPreview: true }));
    expect(sources(of).sort()).toEqual([..."abcdefgh"]);
    await ok(of.project.preview({ expectNoChanges: true, refresh: true }));
  });

  test("destroy leaves nothing on the gateway", async ({ skip }) => {
    const of = await stack(skip);
    await ok(of.project.destroy({ skipPreview: true }));
    expect(of.calls.remaining()).toEqual([]);
  });
});
